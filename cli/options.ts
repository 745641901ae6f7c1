/** A command and its options as data: how help names them, and how the text of an option becomes a value. */

import { BadInput, quoteValue } from "../base/bad-input.ts";
import { parseId } from "../base/ids.ts";

export interface OptionSpec {
  /** How help names the value; left out for a switch. */
  readonly value?: string;
  readonly multiple?: boolean;
  /** A single letter that does the same. */
  readonly short?: string;
  /** Its value is never shown; of an address, user and password are not. */
  readonly secret?: boolean | "in address";
  /** The environment variable with the same meaning. Default: environmentName() of the option. */
  readonly variable?: string;
  readonly help: string;
  /**
   * @param texts none where it is not given; several where it was repeated
   * @param option as a message names it: where the text was written
   * @returns the value
   * @throws {BadInput} for a text that cannot be used
   */
  readonly read: (texts: readonly string[], option: string) => unknown;
}

export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** The argument behind the options, as help names it. */
  readonly positional?: {
    readonly name: string;
    readonly help: string;
    /** The environment variable with the same meaning. */
    readonly variable?: string;
    readonly isRequired?: boolean;
  };
  /** The purpose of a program behind `--`, for help. Default: none may follow. */
  readonly program?: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** The headings of help, each with the first option under it. Default: none. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Lines shown at the end of the help. */
  readonly notes?: readonly string[];
}

/** The values of a configuration file for one command. */
export interface FileValues {
  /** As it was named or found. */
  readonly path: string;
  /** As messages name it. */
  readonly file: string;
  /** By option name; of the positional argument under `positional`. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** By name, as their own parsers take them. */
  readonly presets: Readonly<Record<"faults" | "profiles", Readonly<Record<string, unknown>>>>;
}

/** The texts that were given for an option, and their place: the name of an environment variable or file. */
export interface Origin {
  readonly texts: readonly string[];
  readonly source: "arguments" | "default" | { readonly variable: string } | { readonly file: string };
}

/** Name of an option's environment twin: `--api-key` is STORE_ORDERS_API_KEY. */
export function environmentName(option: string): string {
  return `STORE_ORDERS_${option.toUpperCase().replaceAll("-", "_")}`;
}

/** The variable that a command reads for one of its options. */
export function variableOf({ options }: CommandSpec, name: string): string {
  return options[name]?.variable ?? environmentName(name);
}

export type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

type Further = Pick<OptionSpec, "secret" | "variable">;

/** How a refusal shows a value. */
type Quote = (value: unknown) => string;

/** Readers of options quote by this function alone, so that no refusal shows a value that may be a secret. */
export const quoteFor = ({ secret = false }: Pick<OptionSpec, "secret">): Quote =>
  secret ? () => "a value that is not shown here" : quoteValue;

/** A switch. */
export const flag = (help: string, further: Pick<OptionSpec, "short"> = {}) => ({
  help,
  ...further,
  read: ([text]: readonly string[]) =>
    text !== undefined && !["0", "false", "no"].includes(text.toLowerCase()),
});

/** An option with a value. Its last text counts. */
export const parsed = <Value>(
  value: string,
  help: string,
  parse: (text: string, option: string, quote: Quote) => Value,
  further: Further = {},
) => ({
  value,
  help,
  ...further,
  read(texts: readonly string[], option: string): Value | undefined {
    const last = texts.at(-1);
    return last === undefined ? undefined : parse(last, option, quoteFor(further));
  },
});

/** An option whose value is its text. */
export const text = (value: string, help: string, further: Further = {}) =>
  parsed(value, help, (text) => text, further);

/** An option that can be given several times. */
export const parsedList = <Value>(
  value: string,
  help: string,
  read: (texts: readonly string[], option: string, quote: Quote) => Value,
  further: Further = {},
) => ({
  value,
  help,
  multiple: true as const,
  ...further,
  read: (texts: readonly string[], option: string): Value => read(texts, option, quoteFor(further)),
});

/** One whose value are its texts. */
export const list = (value: string, help: string, further: Further = {}) =>
  parsedList(value, help, (texts) => texts, further);

/** An option whose value is a whole number. */
export const integer = (value: string, min: number, max: number, help: string) =>
  parsed(value, help, (text, option, quote) => {
    const number = Number(text);
    if (/^-?\d+$/.test(text) && number >= min && number <= max) return number;
    throw new BadInput(
      `Cannot use ${option}: it must be a whole number from ${min} to ${max}, got ${quote(text)}.`,
    );
  });

/** An option whose value is one of a few words. */
export const choice = <const Word extends string>(value: string, words: readonly Word[], help: string) =>
  parsed(value, help, (text, option, quote) => {
    const word = words.find((each) => each === text);
    if (word !== undefined) return word;
    throw new BadInput(`Cannot use ${option}: it must be one of ${words.join(", ")}, got ${quote(text)}.`);
  });

/** @throws {BadInput} for what is no plain http or https address */
export function readUrl(text: string, what: string): string {
  // URL drops line ends and spaces without a word; a request would have them.
  const url = URL.canParse(text) && !/[\s\p{Cc}]/u.test(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    // A password or a token may be in it then.
    throw new BadInput(
      `Cannot use ${what}: it must be an http or https address, as in https://host/v1${/[@?#]/.test(text) ? "" : `, got ${quoteValue(text)}`}.`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new BadInput(
      `Cannot use ${what}: it must not hold a user, a query or a fragment. The key goes into STORE_ORDERS_API_KEY.`,
    );
  }
  return text;
}

/** A header field value cannot carry other characters (RFC 9110, 5.5), nor a bearer token spaces (RFC 6750, 2.1). */
export function readSecret(text: string, option: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  // Not quoted: it would be in a log.
  throw new BadInput(`Cannot use ${option}: it must be visible ASCII characters without spaces.`);
}

export const readSecrets = (texts: readonly string[], option: string): readonly string[] =>
  texts.map((text) => readSecret(text, option));

/** @throws {BadInput} for what is no id, and for one that is named twice */
function readIds(texts: readonly string[], option: string, quote: Quote): readonly bigint[] {
  const ids = texts
    .flatMap((text) => text.split(","))
    .map((text) => {
      const id = parseId(text.trim());
      if (id !== undefined) return id;
      throw new BadInput(
        `Cannot use ${option}: an order id is an int64 in digits, got ${quote(text.trim())}.`,
      );
    });
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new BadInput(`Cannot use ${option}: order ${twice} is named twice.`);
  return ids;
}

/** An option that names orders. */
export const orderIds = (help: string) => parsedList("ID[,ID...]", help, readIds);

export const helpOption = flag("Print this help.", { short: "h" });

/** Options that make sense on a command line alone. */
export const commandLineOnly = ["help", "config", "print-config"] as const;
export const isCommandLineOnly = (name: string) => commandLineOnly.some((each) => each === name);

/** Those of each command that has a section in the configuration file. */
export const configOptions = {
  config: text("FILE", "Configuration file. Default: store-orders.config.ts, .mts, .js, .mjs or .json."),
  "print-config": flag("Print each option's value and where it comes from, and stop."),
};

export const clientKeyOption = parsed(
  "KEY",
  "Key the server accepts. Better given as STORE_ORDERS_API_KEY: arguments can be seen.",
  readSecret,
  { secret: true },
);
