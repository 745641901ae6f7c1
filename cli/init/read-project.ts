/** The project in the folder that init writes into, its packages, and the repository around it. */

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { BadInput } from "../../base/bad-input.ts";
import { readInputFile } from "../read-input.ts";
import { readManifest } from "./manifest.ts";

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

export type Project = ReturnType<typeof readProject>;

/** The test script that `npm init` writes. */
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
    path === undefined ? undefined : readInputFile(join(folder, path), path);
  if (!has("package.json"))
    throw new BadInput(
      `Cannot set up ${folder}: it has no package.json. Run npm init first, or go to your project.`,
    );
  const manifest = read("package.json")!;
  const json = readManifest(manifest) as Readonly<Record<string, object | undefined>>;
  const ranges = { ...json.dependencies, ...json.devDependencies } as Readonly<Record<string, string>>;
  const dependencies = new Set(Object.keys(ranges));
  const versionOf = (name: string): PackageVersion | undefined =>
    readPackageVersion(folders, name, String(ranges[name] ?? ""));
  const scripts = Object.entries<string>({ ...json.scripts }).filter(
    ([name, script]) => name !== "test" || !placeholder.test(script),
  );
  const test = scripts.find(([name]) => name === "test")?.[1];
  const folders = foldersAbove(folder);
  const top = folders.findIndex((each) => existsSync(join(each, ".git")));
  const repository = folders[top] ?? folder;
  // Without a repository, the user's home folder and those above it do not count.
  const own = folders.slice(0, top >= 0 ? top + 1 : Math.max(folders.indexOf(homedir()), 1));
  return {
    /** The text of package.json. */
    manifest,
    dependencies: dependencies as ReadonlySet<string>,
    msw: versionOf("msw"),
    vitest: versionOf("vitest"),
    /** All scripts except npm's placeholder of a test script. */
    scripts: new Set(scripts.map(([name]) => name)) as ReadonlySet<string>,
    /** Whether files ending in .js and .ts are ES modules to Node. */
    isModule: String(json.type) === "module",
    usesTypeScript: dependencies.has("typescript") || has("tsconfig.json"),
    usesVite: dependencies.has("vite") || viteConfigs.some(has),
    /** Whether `test` is another runner than vitest. */
    hasOtherRunner: test !== undefined && !/\bvitest\b/.test(test),
    /** The text of Vite's configuration, where there is one. */
    viteConfig: read(viteConfigs.find(has)),
    /** The relative path to the repository's folder, such as `../..`; empty where it is this one. */
    toRepository: slashed(relative(folder, repository)),
    /** The path of this folder in its repository, such as `packages/shop`; empty for the root. */
    inRepository: slashed(relative(repository, folder)),
    packageManager: managerOf(own),
    has,
  };
}

const slashed = (path: string) => path.split(sep).join("/");

/** The folder and those above it, the nearest first. */
function foldersAbove(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

/** The package manager, by the nearest lock file. */
function managerOf(folders: readonly string[]): PackageManager {
  for (const folder of folders)
    for (const [name, manager] of Object.entries(lockFiles))
      if (existsSync(join(folder, name))) return manager;
  return "npm";
}

interface PackageVersion {
  readonly major: number;
  /** Known only for an installed package. */
  readonly minor?: number;
}

/**
 * The installed version of a package, as resolved from the folder; for a package that is not installed, the major of its
 * range. Undefined for a package that the project does not have, or a range without a number.
 */
function readPackageVersion(
  folders: readonly string[],
  name: string,
  range: string | undefined,
): PackageVersion | undefined {
  const manifest = folders
    .map((folder) => join(folder, "node_modules", name, "package.json"))
    .find((path) => existsSync(path));
  const installed = manifest && /"version"\s*:\s*"(\d+)\.(\d+)/.exec(readInputFile(manifest, "package.json"));
  if (installed) return { major: Number(installed[1]), minor: Number(installed[2]) };
  const declared = /^[\^~>=v\s]*(\d+)/.exec(range ?? "");
  return declared ? { major: Number(declared[1]) } : undefined;
}

/** The kit's peer ranges: the first supported version of each major. */
const supported = { msw: ["2.14", "3.0"], vitest: ["4.0", "5.0"] } as const;

/** A line about a package that is too old or too new, with the next step. */
export function explainUnsupported(
  name: keyof typeof supported,
  version: PackageVersion | undefined,
): string | undefined {
  if (version === undefined) return undefined;
  const { major, minor = Number.POSITIVE_INFINITY } = version;
  const [first, last] = supported[name];
  const own = [first, last].find((each) => each.startsWith(`${major}.`));
  if (own !== undefined && minor >= Number(own.split(".")[1])) return undefined;
  const has = version.minor === undefined ? major : `${major}.${minor}`;
  const wanted = own === undefined ? Number.parseInt(last, 10) : major;
  return `Cannot use ${name} ${has}: the files below need ${name} ${first} or ${last}. Run npm install --save-dev ${name}@${wanted}.`;
}
