/** Reads a configuration file, and converts its values to those of the command line. */

import { basename, extname } from "node:path";
import { BadInput, quoteValue, refuseUnknown } from "../base/bad-input.ts";
import { type CommandSpec, camelCase, isCommandLineOnly, type OptionSpec } from "./command-spec.ts";
import { quoteFor } from "./options.ts";
import { readJsonFile, readRegularFile } from "./read-input.ts";
import { forbidExit, importModule, messageOf, withinTime } from "./user-module.ts";

/** The values of a configuration file for one command. */
export interface FileValues {
  /** Its path as named or found. */
  readonly path: string;
  /** The texts by option name; the argument under `positional`. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** The presets by name, for their own parsers. */
  readonly presets: Readonly<Record<"faults" | "profiles", Readonly<Record<string, unknown>>>>;
}

/** Maximum time in ms for loading a configuration. */
const loadMs = 10_000;

async function readConfigFile(file: string): Promise<unknown> {
  if (!/^\.[cm]?[jt]s$/.test(extname(file))) return readJsonFile(file, "configuration");
  const text = readRegularFile(file, "configuration");
  const refused = `Cannot use configuration ${file}: `;
  const allowExit = forbidExit(`${refused}it ended the process. Remove what does so.`);
  try {
    const { default: value } = await importModule<{ default?: unknown }>(file, text, loadMs);
    // It may be a promise.
    const config = await withinTime(Promise.resolve(value), loadMs, "its default export");
    if (config !== undefined) return config;
  } catch (error) {
    throw new BadInput(refused + messageOf(error));
  } finally {
    allowExit();
  }
  throw new BadInput(`${refused}it has no default export. Export defineConfig({…}).`);
}

const sections = ["mock", "verify", "proxy", "fixtures", "faults", "profiles"] as const;

/** @throws {BadInput} for a file that cannot be read, or naming the member that cannot be used */
export async function loadConfig(spec: CommandSpec, path: string): Promise<FileValues> {
  const file = basename(path);
  const members = objectOf(await readConfigFile(path), file, "it");
  refuseUnknown(members, sections, file);
  const section = objectOf(members[spec.name] ?? {}, file, spec.name);
  const names = Object.keys(spec.options).filter((name) => !isCommandLineOnly(name));
  const known = [...names, spec.positional?.name ?? []].flat().map(camelCase);
  refuseUnknown(section, known, file, `${spec.name}.`);

  const values: Record<string, readonly string[]> = {};
  for (const [member, value] of Object.entries(section)) {
    if (value === undefined) continue;
    const name = names.find((each) => camelCase(each) === member) ?? "positional";
    const option = spec.options[name] ?? { value: "URL" };
    values[name] = textsOf(value, option, `${file}: ${spec.name}.${member}`);
  }
  return {
    path,
    values,
    presets: {
      faults: objectOf(members.faults ?? {}, file, "faults"),
      profiles: objectOf(members.profiles ?? {}, file, "profiles"),
    },
  };
}

function textsOf(
  value: unknown,
  option: Pick<OptionSpec, "value" | "multiple" | "secret">,
  place: string,
): readonly string[] {
  if (option.value === undefined) {
    if (typeof value === "boolean") return [String(value)];
    throw new BadInput(`Cannot use ${place}: it must be true or false, got ${quoteValue(value)}.`);
  }
  const list = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) && !option.multiple)
    throw new BadInput(`Cannot use ${place}: it takes one value, got a list.`);
  return list.map((item) => {
    const isSafe = typeof item !== "number" || Number.isSafeInteger(item) || !Number.isInteger(item);
    if (!["string", "number", "bigint"].includes(typeof item) || !isSafe || item === "")
      throw new BadInput(
        `Cannot use ${place}: it must be ${option.value} as text or a number, got ${quoteFor(item, option)}. Ids beyond 2^53 go in quotes.`,
      );
    return String(item);
  });
}

function objectOf(value: unknown, file: string, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new BadInput(`Cannot use ${file}: ${what} must be an object, got ${quoteValue(value)}.`);
}
