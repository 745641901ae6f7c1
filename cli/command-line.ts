/**
 * A command's options as data: read by node:util's parser, with an environment
 * twin each, and printed as help. (A parser package costs more start-up time
 * than the mock has: commander 15 took about 22 ms of 60.)
 */

import { parseArgs } from "node:util";
import { BadInput, nearestName, quoteValue } from "../base/bad-input.ts";

/** Presets by name, as their own parsers take them. */
export interface Presets {
  readonly faults: Readonly<Record<string, unknown>>;
  readonly profiles: Readonly<Record<string, unknown>>;
}

/** What a configuration file says of one command. */
export interface FileValues {
  /** As messages name it. */
  readonly file: string;
  /** By option name; of the positional argument under `positional`. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly presets: Presets;
}

export interface OptionSpec {
  /** How help names the value; left out for a switch. */
  readonly value?: string;
  readonly multiple?: boolean;
  /** Of a whole number, its bounds. */
  readonly range?: readonly [min: number, max: number];
  /** A single letter that does the same. */
  readonly short?: string;
  /** Its value is shown to nobody. */
  readonly secret?: boolean;
  /** The environment variable that stands in for it. Default: environmentName() of the option. */
  readonly variable?: string;
  readonly help: string;
}

export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** What may follow the options, as help names it. */
  readonly positional?: {
    readonly name: string;
    readonly help: string;
    /** The environment variable that stands in for it. */
    readonly variable?: string;
  };
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** The headings of help, each with the first option under it. Default: none. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Lines shown at the end of the help. */
  readonly notes?: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a value comes from: an environment variable and the configuration file by their names. */
export type ValueSource = "arguments" | "default" | { readonly variable: string } | { readonly file: string };

/** Option values as text, by name; from the command line, else the environment, else the configuration file. */
export interface CommandLine {
  readonly positional: string | undefined;
  text(name: string): string | undefined;
  list(name: string): readonly string[];
  flag(name: string): boolean;
  /** A whole number within the bounds of its option. */
  integer(name: string): number | undefined;
  /** One of a few words. */
  choice<T extends string>(name: string, words: readonly T[]): T | undefined;
  /** Of an option, or of the argument under `positional`. */
  origin(name: string): { readonly values: readonly string[]; readonly source: ValueSource };
  /** An option as a message blames it: where its value was written. */
  blamed(name: string): string;
  /** Those of the configuration file. */
  readonly presets: Presets;
}

type Further = Pick<OptionSpec, "secret" | "variable">;

/** An option with a value. */
export const text = <const Value extends string>(value: Value, help: string, further: Further = {}) => ({
  value,
  help,
  ...further,
});

/** An option that can be given several times. */
export const list = <const Value extends string>(value: Value, help: string, further: Further = {}) =>
  ({ ...text(value, help, further), multiple: true }) as const;

/** An option whose value is a whole number. */
export const integer = <const Value extends string>(value: Value, min: number, max: number, help: string) =>
  ({ ...text(value, help), range: [min, max] }) as const;

export const helpOption = { short: "h", help: "Print this help." } as const satisfies OptionSpec;

/** Those of each command that has a section in the configuration file. */
export const configOptions = {
  config: text("FILE", "Configuration file. Default: store-orders.config.ts, .mts, .js, .mjs or .json."),
  "print-config": { help: "Print each option's value and where it comes from, and stop." },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** Name of an option's environment twin: `--api-key` is STORE_ORDERS_API_KEY. */
export function environmentName(option: string): string {
  return `STORE_ORDERS_${option.toUpperCase().replaceAll("-", "_")}`;
}

/** The variable that a command reads for one of its options. */
export function variableOf({ options }: CommandSpec, name: string): string {
  return options[name]?.variable ?? environmentName(name);
}

/** @throws {BadInput} for an unknown option, a missing value or a stray argument */
export function parseCommandLine(
  spec: CommandSpec,
  args: readonly string[],
  env: Environment,
  file?: FileValues,
): CommandLine {
  const given = readArguments(spec, args);
  const hint = `Run store-orders ${spec.name} --help for the options.`;

  const origin: CommandLine["origin"] = (name) => {
    const isPositional = name === "positional";
    const fromArguments = isPositional ? given.positional : given.values[name];
    if (fromArguments !== undefined) return { values: [fromArguments].flat(), source: "arguments" };
    const variable = (isPositional ? spec.positional?.variable : variableOf(spec, name)) ?? "";
    const fromEnvironment = env[variable];
    // A pipeline sets it to nothing where its own variable is not set: the default would be another server.
    if (isPositional && fromEnvironment === "")
      throw new BadInput(
        `Cannot use ${variable}: it is empty. Set it to the server's base address, as in https://host/v1, or unset it.`,
      );
    if (fromEnvironment) {
      const values = spec.options[name]?.multiple ? splitList(fromEnvironment) : [fromEnvironment];
      if (values.length === 0)
        throw new BadInput(
          `Cannot use ${variable}: there is nothing between its commas. Unset it, or give it a value.`,
        );
      return { values, source: { variable } };
    }
    const fromFile = file?.values[name];
    return fromFile ? { values: fromFile, source: { file: file.file } } : { values: [], source: "default" };
  };
  const valuesOf = (name: string) => origin(name).values;
  const blamed = (name: string) => {
    const { source } = origin(name);
    if (typeof source !== "object") return `--${name}`;
    return "variable" in source ? source.variable : `${name} in ${source.file}`;
  };
  const lastOf = (name: string) => valuesOf(name).at(-1);

  const refuse = (name: string, must: string, value: string): never => {
    throw new BadInput(`Cannot use ${blamed(name)}: it must be ${must}, got ${quoteValue(value)}. ${hint}`);
  };

  return {
    positional: lastOf("positional"),
    presets: file?.presets ?? { faults: {}, profiles: {} },
    origin,
    blamed,
    text: lastOf,
    list: valuesOf,
    flag(name) {
      const value = lastOf(name);
      return value !== undefined && !["0", "false", "no"].includes(value.toLowerCase());
    },
    integer(name) {
      const value = lastOf(name);
      if (value === undefined) return undefined;
      const [min, max] = spec.options[name]!.range!;
      const number = Number(value);
      if (/^-?\d+$/.test(value) && number >= min && number <= max) return number;
      return refuse(name, `a whole number from ${min} to ${max}`, value);
    },
    choice(name, words) {
      const value = lastOf(name);
      if (value === undefined) return undefined;
      const word = words.find((candidate) => candidate === value);
      return word ?? refuse(name, `one of ${words.join(", ")}`, value);
    },
  };
}

function splitList(text: string): readonly string[] {
  return text
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

function readArguments(spec: CommandSpec, args: readonly string[]) {
  const hint = `Run store-orders ${spec.name} --help for the options.`;
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(spec.options).map(([name, { value, short }]) => [
        name,
        { type: value ? "string" : "boolean", ...(short && { short }) } as const,
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });

  const values: Record<string, string[]> = {};
  let positional: string | undefined;
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      if (!spec.positional || positional !== undefined) {
        throw new BadInput(
          `Cannot run store-orders ${spec.name}: unexpected argument ${quoteValue(token.value)}. ${hint}`,
        );
      }
      if (token.value === "")
        throw new BadInput(
          `Cannot run store-orders ${spec.name}: the ${spec.positional.name} is empty. Give the server's base address, as in https://host/v1; a variable in its place may not be set.`,
        );
      positional = token.value;
      continue;
    }
    const option = Object.hasOwn(spec.options, token.name) ? spec.options[token.name] : undefined;
    if (!option) {
      const near = nearestName(token.name, Object.keys(spec.options));
      throw new BadInput(
        `Cannot run store-orders ${spec.name}: there is no option ${token.rawName}. ${near ? `Did you mean --${near}?` : hint}`,
      );
    }
    // An empty value comes from an unset shell variable: as --host it would open the mock to the network.
    if (option.value && (!token.value || (!token.inlineValue && token.value.startsWith("--")))) {
      throw new BadInput(`Cannot use --${token.name}: it needs a value, ${option.value}. ${hint}`);
    }
    if (!option.value && token.value !== undefined) {
      throw new BadInput(
        `Cannot use --${token.name}: it takes no value, got ${quoteValue(token.value)}. ${hint}`,
      );
    }
    const value = token.value ?? "true";
    values[token.name] = option.multiple ? [...(values[token.name] ?? []), value] : [value];
  }
  return { values, positional };
}
