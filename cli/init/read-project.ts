/** What there is in the folder that init writes into. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BadInput } from "../../base/bad-input.ts";
import { readJsonText } from "../read-input.ts";

export interface Project {
  readonly folder: string;
  /** The text of package.json. */
  readonly manifest: string;
  readonly dependencies: ReadonlySet<string>;
  readonly scripts: ReadonlySet<string>;
  readonly usesTypeScript: boolean;
  readonly usesVite: boolean;
  /** MSW's worker, where MSW is installed. */
  readonly worker: string | undefined;
  has(path: string): boolean;
}

/** @throws {BadInput} for a folder without a package.json that can be read */
export function readProject(folder: string): Project {
  const has = (path: string) => existsSync(join(folder, path));
  if (!has("package.json"))
    throw new BadInput(
      `Cannot set up ${folder}: it has no package.json. Run npm init first, or go to your project.`,
    );
  const manifest = readFileSync(join(folder, "package.json"), "utf8");
  const json = readJsonText(manifest, "package.json") as Readonly<Record<string, object | undefined>>;
  const dependencies = new Set(Object.keys({ ...json.dependencies, ...json.devDependencies }));
  const worker = join(folder, "node_modules", "msw", "lib", "mockServiceWorker.js");
  return {
    folder,
    manifest,
    dependencies,
    scripts: new Set(Object.keys(json.scripts ?? {})),
    usesTypeScript: dependencies.has("typescript") || has("tsconfig.json"),
    usesVite: dependencies.has("vite"),
    worker: existsSync(worker) ? readFileSync(worker, "utf8") : undefined,
    has,
  };
}
