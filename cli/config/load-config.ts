/** Finds store-orders.config.{ts,js,mjs,json} in the working directory, or reads the file that --config names. */

import { existsSync, writeSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { BadInput, quoteValue } from "../../base/bad-input.ts";
import type { CommandSpec, FileValues } from "../command-line.ts";
import { readInputFile, readJsonText } from "../read-input.ts";
import { withinTime } from "../time-limit.ts";
import { configNames } from "./config-names.ts";
import { parseConfig } from "./parse-config.ts";

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

/** A configuration waits for nothing that takes longer. */
const loadMs = 10_000;

async function readConfigFile(file: string): Promise<unknown> {
  // Read in any case: for one line that says why a file is not there.
  const text = await readInputFile(file, "configuration");
  if (extname(file) === ".json") return readJsonText(text, `configuration ${file}`);
  const refuse = (fact: string) => `Cannot use configuration ${file}: ${fact}`;
  // Synchronous: what ends the process waits for nothing.
  const onExit = () => {
    writeSync(2, `store-orders: ${refuse("it ended the process. Remove what does so.")}\n`);
    process.exitCode = 2;
  };
  process.once("exit", onExit);
  try {
    const loading: Promise<{ default?: unknown }> = import(pathToFileURL(resolve(file)).href);
    const module = await withinTime(loading, loadMs, "loading it");
    if (module.default !== undefined) return module.default;
  } catch (error) {
    // Anything can be thrown.
    const reason =
      error instanceof Error ? String(error.message).split("\n", 1)[0] : `it threw ${quoteValue(error)}.`;
    throw new BadInput(refuse(reason!));
  } finally {
    process.off("exit", onExit);
  }
  throw new BadInput(`Cannot use configuration ${file}: it has no default export. Export defineConfig({…}).`);
}
