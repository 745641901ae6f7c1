/**
 * A command's options from the command line, the environment and the configuration file, in that order. Read by
 * node:util's parser: a parser package costs more start-up time than the mock has (commander 15: 22 ms of 60).
 */

import { existsSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { BadInput, nearestName } from "../base/bad-input.ts";
import {
  type CamelCase,
  type CommandSpec,
  camelCase,
  environmentName,
  type OptionSpec,
  type Origin,
  variableOf,
} from "./command-spec.ts";
import type { FileValues } from "./load-config.ts";
import { quoteFor } from "./options.ts";
import type { Terminal } from "./terminal.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface CommandLine<Command extends CommandSpec = CommandSpec> {
  readonly positional: string | undefined;
  /** Name and arguments of the program behind `--`. */
  readonly program: readonly string[] | undefined;
  /**
   * The values by name, such as `shipAfter` for `--ship-after`. Each is checked when it is used.
   * @throws {BadInput} for a text that cannot be used
   */
  readonly values: {
    readonly [Name in keyof Command["options"] & string as CamelCase<Name>]: ReturnType<
      Command["options"][Name]["read"]
    >;
  };
  /** The source of an option, or of the argument under `positional`. */
  origin(name: string): Origin;
  readonly configFile: string | undefined;
  readonly presets: FileValues["presets"];
}

/** The environment of a command: everything except its options. */
export interface Context {
  readonly env: Environment;
  readonly terminal: Terminal;
}

/**
 * A command for cli.ts: prints its help or its configuration where an option asks for it, and runs it otherwise.
 * @param run returns the exit code
 */
export function createRunner<Command extends CommandSpec>(
  spec: Command,
  run: (line: CommandLine<Command>, context: Context) => Promise<number>,
) {
  return async (args: readonly string[], env: Environment, terminal: Terminal) => {
    const { config, help } = parseCommandLine<CommandSpec>(spec, args, env).values;
    if (help) {
      await terminal.out((await import("./format-help.ts")).formatHelp(spec, terminal.columns));
      return 0;
    }
    const file = "config" in spec.options && findConfig(config as string | undefined);
    const values = file ? await (await import("./load-config.ts")).loadConfig(spec, file) : undefined;
    const line = parseCommandLine(spec, args, env, values);
    for (const hint of mistypedVariables(spec, env)) terminal.warn(hint);
    if ("printConfig" in line.values && line.values.printConfig) {
      await terminal.out((await import("./format-help.ts")).formatConfig(spec, line));
      return 0;
    }
    // A key given as an argument would be in the process list for as long as the command runs.
    const isSecret = ([name, { secret }]: [string, OptionSpec]) =>
      secret && line.origin(name).source !== "default";
    if (Object.entries(spec.options).some(isSecret)) process.title = `store-orders ${spec.name}`;
    return run(line, { env, terminal }).catch((error: unknown) => {
      throw error instanceof BadInput ? new BadInput(nameSources(error.message, line), error.details) : error;
    });
  };
}

/** The message with each option in its first words under the name of the place where its value was written. */
const nameSources = (message: string, { origin }: CommandLine): string =>
  message.replace(/^Cannot use [^:]*/, (start) =>
    start.replace(/--([a-z-]+)/g, (_, name: string) => origin(name).place),
  );

/** Variables of no option of the command, each with the name of one that is near. */
function mistypedVariables(spec: CommandSpec, env: Environment): readonly string[] {
  const prefix = environmentName("");
  const known = Object.keys(spec.options).map((name) => variableOf(spec, name));
  const names = [...known, spec.positional?.variable ?? ""].map((name) => name.slice(prefix.length));
  return Object.keys(env).flatMap((variable) => {
    const name = variable.slice(prefix.length);
    const near = variable.startsWith(prefix) && !names.includes(name) && nearestName(name, names);
    return near ? `${variable} is no variable of ${spec.name}. Did you mean ${prefix}${near}?` : [];
  });
}

/** Names of a configuration file in the working directory. */
export const configNames = ["ts", "mts", "js", "mjs", "json"].map(
  (ending) => `store-orders.config.${ending}`,
);

/** @throws {BadInput} for two of them */
function findConfig(named: string | undefined): string | undefined {
  if (named !== undefined) return named;
  const [file, other] = configNames.filter((name) => existsSync(name));
  if (other !== undefined)
    throw new BadInput(`Cannot choose between ${file} and ${other}. Remove one, or name one with --config.`);
  return file;
}

/** @throws {BadInput} for an unknown option, a missing value or a stray argument */
export function parseCommandLine<Command extends CommandSpec>(
  spec: Command,
  args: readonly string[],
  env: Environment,
  file?: FileValues,
): CommandLine<Command> {
  const end = spec.program === undefined ? -1 : args.indexOf("--");
  const given = readArguments(spec, end < 0 ? args : args.slice(0, end));
  if (end >= 0 && !args[end + 1])
    throw new BadInput(
      `Cannot run store-orders ${spec.name}: behind -- a program must follow, as in -- npm test.`,
    );
  const origin = (name: string): Origin => {
    const fromArguments = given[name];
    if (fromArguments !== undefined)
      return { texts: fromArguments, source: "command line", place: `--${name}` };
    const isPositional = name === "positional";
    const variable = (isPositional ? spec.positional?.variable : variableOf(spec, name)) ?? "";
    const fromEnvironment = env[variable];
    // Empty where a pipeline's variable is not set: the default would be another server.
    if (isPositional && fromEnvironment === "")
      throw new BadInput(
        `Cannot use ${variable}: it is empty. Set it to the server's base address, as in https://host/v1, or unset it.`,
      );
    if (fromEnvironment) {
      const texts = spec.options[name]?.multiple
        ? fromEnvironment.split(",").flatMap((value) => value.trim() || [])
        : [fromEnvironment];
      if (texts.length === 0)
        throw new BadInput(
          `Cannot use ${variable}: there is nothing between its commas. Unset it, or give it a value.`,
        );
      return { texts, source: "variable", place: variable };
    }
    const fromFile = file?.values[name];
    const member = camelCase((isPositional && spec.positional?.name) || name);
    return fromFile
      ? { texts: fromFile, source: "file", place: `${spec.name}.${member} in ${basename(file.path)}` }
      : { texts: [], source: "default", place: `--${name}` };
  };
  const values = {} as CommandLine<Command>["values"];
  for (const [name, option] of Object.entries(spec.options)) {
    const get = () => option.read(origin(name).texts, origin(name).place);
    Object.defineProperty(values, camelCase(name), { get, enumerable: true });
  }
  return {
    // Read where it is used: the help needs no argument.
    get positional() {
      return origin("positional").texts.at(-1);
    },
    program: end < 0 ? undefined : args.slice(end + 1),
    values,
    configFile: file?.path,
    presets: file?.presets ?? { faults: {}, profiles: {} },
    origin,
  };
}

/** The texts by option name, and the argument under `positional`. */
function readArguments(spec: CommandSpec, args: readonly string[]) {
  const hint = `Run store-orders ${spec.name} --help for the options.`;
  const refuse = (fact: string): never => {
    throw new BadInput(`Cannot run store-orders ${spec.name}: ${fact}`);
  };
  const options = Object.entries(spec.options).map(([name, { value, short }]) => [
    name,
    { type: value ? "string" : "boolean", ...(short && { short }) } as const,
  ]);
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });

  const texts: Record<string, string[]> = {};
  let before: OptionSpec | undefined;
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      const { value } = token;
      // After --header X-Secret: it may be the rest of a header without quotes.
      const quoted = quoteFor(value, before);
      const isRest = before?.secret && value !== "" && !value.includes("://");
      if (!spec.positional || texts.positional || isRest)
        refuse(`unexpected argument ${quoted}. ${spec.stray ?? hint}`);
      if (value === "")
        refuse(
          `the ${spec.positional!.name} is empty. Give the server's base address, as in https://host/v1; a variable in its place may not be set.`,
        );
      texts.positional = [value];
      before = undefined;
      continue;
    }
    const { name, value, inlineValue, rawName } = token;
    const option = Object.hasOwn(spec.options, name) ? spec.options[name]! : undefined;
    if (!option) {
      const near = nearestName(name, Object.keys(spec.options));
      return refuse(`there is no option ${rawName}. ${near ? `Did you mean --${near}?` : hint}`);
    }
    // An empty value comes from an unset shell variable: as --host it would open the mock to the network.
    if (option.value && (!value || (!inlineValue && value.startsWith("--"))))
      throw new BadInput(`Cannot use --${name}: it needs a value, ${option.value}. ${hint}`);
    if (!option.value && value !== undefined)
      throw new BadInput(`Cannot use --${name}: it takes no value, got ${quoteFor(value)}. ${hint}`);
    before = option;
    texts[name] = [...(option.multiple ? (texts[name] ?? []) : []), value ?? "true"];
  }
  return texts;
}
