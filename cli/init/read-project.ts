/** What there is in the folder that init writes into, and around it. */

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { BadInput } from "../../base/bad-input.ts";
import { readManifest } from "./manifest.ts";

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

export type Project = ReturnType<typeof readProject>;

/** What `npm init` writes. */
const placeholder = /^echo ["\\]*Error: no test specified/;
const viteConfigs = ["ts", "mts", "js", "mjs"].map((ending) => `vite.config.${ending}`);
const lockFiles: Readonly<Record<string, PackageManager>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "package-lock.json": "npm",
};

/** @throws {BadInput} for a folder without a package.json that can be read */
export function readProject(folder: string) {
  const has = (path: string) => existsSync(join(folder, path));
  const read = (path: string | undefined) =>
    path === undefined ? undefined : readFileSync(join(folder, path), "utf8");
  if (!has("package.json"))
    throw new BadInput(
      `Cannot set up ${folder}: it has no package.json. Run npm init first, or go to your project.`,
    );
  const manifest = read("package.json")!;
  const json = readManifest(manifest) as Readonly<Record<string, object | undefined>>;
  const dependencies = new Set(Object.keys({ ...json.dependencies, ...json.devDependencies }));
  const scripts = Object.entries<string>({ ...json.scripts }).filter(
    ([name, script]) => name !== "test" || !placeholder.test(script),
  );
  const test = scripts.find(([name]) => name === "test")?.[1];
  const repository = dirname(above(folder, ".git") ?? join(folder, ".git"));
  return {
    /** The text of package.json. */
    manifest,
    dependencies: dependencies as ReadonlySet<string>,
    /** All but npm's placeholder of a test script. */
    scripts: new Set(scripts.map(([name]) => name)) as ReadonlySet<string>,
    /** Whether files ending in .js and .ts are ES modules to Node. */
    isModule: String(json.type) === "module",
    usesTypeScript: dependencies.has("typescript") || has("tsconfig.json"),
    usesVite: dependencies.has("vite") || viteConfigs.some(has),
    /** Whether `test` is another runner than vitest. */
    hasOtherRunner: test !== undefined && !/\bvitest\b/.test(test),
    /** The text of Vite's configuration, where there is one. */
    viteConfig: read(viteConfigs.find(has)),
    /** The repository's folder from here, as `../..`; empty where it is this one. */
    toRepository: slashed(relative(folder, repository)),
    /** This folder in its repository, as `packages/shop`; empty at its top. */
    inRepository: slashed(relative(repository, folder)),
    packageManager: managerOf(folder),
    has,
  };
}

const slashed = (path: string) => path.split(sep).join("/");

/** A file or folder of that name in the folder, or in the nearest one above it. */
function above(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : above(parent, name);
}

/** By the nearest lock file. */
function managerOf(folder: string): PackageManager {
  const found = Object.keys(lockFiles).flatMap((name) => above(folder, name) ?? []);
  const [nearest = ""] = found.toSorted((a, b) => dirname(b).length - dirname(a).length);
  return lockFiles[basename(nearest)] ?? "npm";
}
