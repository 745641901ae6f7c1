/** Finds store-orders.config.{ts,js,mjs,json} in the working directory, or reads the file that --config names. */

import { existsSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { BadInput } from "../../base/bad-input.ts";
import type { CommandSpec } from "../command-line.ts";
import { readInputFile, readJsonText } from "../read-input.ts";
import { type FileValues, parseConfig } from "./parse-config.ts";
import { configNames } from "./read-command-line.ts";

/**
 * @param named by --config; undefined to look in the working directory
 * @returns undefined where there is none
 * @throws {BadInput} for a file that cannot be read or used, and for two of them
 */
export async function loadConfig(
  spec: CommandSpec,
  named: string | undefined,
): Promise<FileValues | undefined> {
  const found = named === undefined ? configNames.filter((name) => existsSync(name)) : [named];
  const [file, other] = found;
  if (file === undefined) return undefined;
  if (other !== undefined)
    throw new BadInput(`Cannot choose between ${file} and ${other}. Remove one, or name one with --config.`);
  return parseConfig(await readConfigFile(file), spec, basename(file));
}

async function readConfigFile(file: string): Promise<unknown> {
  // Read in any case: for one line that says why a file is not there.
  const text = await readInputFile(file, "configuration");
  if (extname(file) === ".json") return readJsonText(text, `configuration ${file}`);
  try {
    const module: { default?: unknown } = await import(pathToFileURL(resolve(file)).href);
    if (module.default !== undefined) return module.default;
  } catch (error) {
    const [reason] = String((error as Error).message).split("\n");
    throw new BadInput(`Cannot use configuration ${file}: ${reason}`);
  }
  throw new BadInput(`Cannot use configuration ${file}: it has no default export. Export defineConfig({…}).`);
}
