/** What there is in the folder that init writes into, and around it. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { BadInput } from "../../base/bad-input.ts";
import { readManifest } from "./manifest.ts";

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

export interface Project {
  readonly folder: string;
  /** The text of package.json. */
  readonly manifest: string;
  readonly dependencies: ReadonlySet<string>;
  /** All but npm's placeholder of a test script. */
  readonly scripts: ReadonlySet<string>;
  /** Whether files ending in .js and .ts are ES modules to Node. */
  readonly isModule: boolean;
  readonly usesTypeScript: boolean;
  readonly usesVite: boolean;
  /** Whether `test` is another runner than vitest. */
  readonly hasOtherRunner: boolean;
  /** The text of Vite's configuration, where there is one. */
  readonly viteConfig: string | undefined;
  /** MSW's worker, where MSW is installed. */
  readonly worker: string | undefined;
  /** The repository's folder from here, as `../..`; empty where it is this one. */
  readonly toRepository: string;
  /** This folder in its repository, as `packages/shop`; empty at its top. */
  readonly inRepository: string;
  readonly packageManager: PackageManager;
  has(path: string): boolean;
}

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
export function readProject(folder: string): Project {
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
  const workerFile = above(folder, join("node_modules", "msw", "lib", "mockServiceWorker.js"));
  const repository = dirname(above(folder, ".git") ?? join(folder, ".git"));
  return {
    folder,
    manifest,
    dependencies,
    scripts: new Set(scripts.map(([name]) => name)),
    isModule: String(json.type) === "module",
    usesTypeScript: dependencies.has("typescript") || has("tsconfig.json"),
    usesVite: dependencies.has("vite") || viteConfigs.some(has),
    hasOtherRunner: test !== undefined && !/\bvitest\b/.test(test),
    viteConfig: read(viteConfigs.find(has)),
    worker: workerFile === undefined ? undefined : readFileSync(workerFile, "utf8"),
    toRepository: slashed(relative(folder, repository)),
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
  for (let place = folder; ; place = dirname(place)) {
    const found = Object.keys(lockFiles).find((name) => existsSync(join(place, name)));
    if (found !== undefined) return lockFiles[found]!;
    if (place === dirname(place)) return "npm";
  }
}
