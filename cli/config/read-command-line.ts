/** A command's options from the command line, the environment and the configuration file, in that order. */

import { existsSync } from "node:fs";
import { BadInput } from "../../base/bad-input.ts";
import { type CommandLine, type CommandSpec, type Environment, parseCommandLine } from "../command-line.ts";
import { formatConfig, formatHelp } from "../format-help.ts";
import type { Terminal } from "../terminal.ts";

/** What a configuration file in the working directory is called. */
export const configNames = ["ts", "mts", "js", "mjs", "json"].map(
  (ending) => `store-orders.config.${ending}`,
);

/**
 * @returns undefined where help or the configuration was asked for, and printed
 * @throws {BadInput} naming the option or the member that cannot be used
 */
export async function readCommandLine(
  spec: CommandSpec,
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
): Promise<CommandLine | undefined> {
  const given = parseCommandLine(spec, args, env);
  if (given.flag("help")) {
    await terminal.out(formatHelp(spec));
    return undefined;
  }
  if (!("config" in spec.options)) return given;
  const file = findConfig(given.text("config"));
  const values = file && (await (await import("./load-config.ts")).loadConfig(spec, file));
  const line = values ? parseCommandLine(spec, args, env, values) : given;
  if (!line.flag("print-config")) return line;
  await terminal.out(formatConfig(spec, line));
  return undefined;
}

/** @throws {BadInput} for two of them */
function findConfig(named: string | undefined): string | undefined {
  if (named !== undefined) return named;
  const [file, other] = configNames.filter((name) => existsSync(name));
  if (other !== undefined)
    throw new BadInput(`Cannot choose between ${file} and ${other}. Remove one, or name one with --config.`);
  return file;
}

/** What a preset of the configuration holds, or undefined where there is none of that name. */
export function presetOf(line: CommandLine, kind: "faults" | "profiles", name: string): unknown {
  const presets = line.presets[kind];
  return Object.hasOwn(presets, name) ? presets[name] : undefined;
}
