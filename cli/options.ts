/** The kinds of options: each converts the texts that were given to a value, or refuses them. */

import { BadInput, quoteValue, readSecret } from "../base/bad-input.ts";
import { parseId } from "../base/ids.ts";
import type { OptionSpec } from "./command-spec.ts";

type Further = Pick<OptionSpec, "secret" | "variable">;

/** Whether a text may be an address without its scheme, with a password in it: as `user:password@host`. */
export const mayHoldPassword = (text: string): boolean =>
  /^[^/\\?#@]*:.*@/s.test(text) && !/^[a-z][a-z\d+.-]*:\/\//i.test(text);

/** A value as a refusal shows it: the only way to repeat one, so that none shows what may be a secret. */
export const quoteFor = (value: unknown, { secret = false }: Pick<OptionSpec, "secret"> = {}): string =>
  secret || (typeof value === "string" && mayHoldPassword(value))
    ? "a value that is not shown here"
    : quoteValue(value);

/**
 * Refuses a text, as in `Cannot use --port: it must be a number, got "x".`
 * @param fact whole sentences, or the beginning of one that ends with the text
 * @param got the text, which is repeated unless it is a secret
 */
export type Refuse = (fact: string, got?: string) => never;

/** @param option as a message names it: where its text was written */
export const refuseFor =
  (option: string, further: Pick<OptionSpec, "secret"> = {}): Refuse =>
  (fact, got) => {
    const sentence = got === undefined ? fact : `${fact}, got ${quoteFor(got, further)}.`;
    throw new BadInput(`Cannot use ${option}: ${sentence}`);
  };

/** The words that turn a switch on or off where it has a text: in the environment. */
const onWords = ["true", "1", "yes", "on"];
const offWords = ["false", "0", "no", "off"];

/** A switch. */
export const flag = (help: string, further: Pick<OptionSpec, "short"> = {}) => ({
  help,
  ...further,
  read(texts: readonly string[], option: string): boolean {
    const text = texts.at(-1) ?? "false";
    const word = text.trim().toLowerCase();
    if (onWords.includes(word)) return true;
    if (offWords.includes(word)) return false;
    return refuseFor(option)(`it must be one of ${[...onWords, ...offWords].join(", ")}`, text);
  },
});

/**
 * A reader of texts that refuses one with a password in it: many texts name files, and later messages repeat those.
 * @param read gets the texts, and refuses one under the option's name
 */
const reader =
  <Value>(further: Further, read: (texts: readonly string[], refuse: Refuse, option: string) => Value) =>
  (texts: readonly string[], option: string): Value => {
    const refuse = refuseFor(option, further);
    if (further.secret !== true && texts.some(mayHoldPassword))
      refuse(
        "it may have a password in it. An address has a scheme, as in https://host/v1; the path of a file may begin with ./ then.",
      );
    return read(texts, refuse, option);
  };

/**
 * An option with a value. Its last text counts.
 * @param usual the value where none is given
 */
export const parsed = <Value, Usual extends Value | undefined = undefined>(
  value: string,
  help: string,
  parse: (text: string, refuse: Refuse, option: string) => Value,
  { usual, ...further }: Further & { readonly usual?: Usual } = {},
) => ({
  value,
  help: usual === undefined ? help : `${help} Default: ${usual}.`,
  ...further,
  read: reader(further, (texts, ...more): Value | Usual => {
    const last = texts.at(-1);
    return last === undefined ? (usual as Usual) : parse(last, ...more);
  }),
});

export const text = <Usual extends string | undefined = undefined>(
  value: string,
  help: string,
  further: Further & { readonly usual?: Usual } = {},
) => parsed(value, help, (text) => text, further);

/** An option that can be given several times. */
export const parsedList = <Value>(
  value: string,
  help: string,
  read: (texts: readonly string[], refuse: Refuse, option: string) => Value,
  further: Further = {},
) => ({
  value,
  help,
  multiple: true as const,
  ...further,
  read: reader(further, read),
});

export const list = (value: string, help: string) => parsedList(value, help, (texts) => texts);

export const integer = <Usual extends number | undefined = undefined>(
  value: string,
  [min, max]: readonly [min: number, max: number],
  help: string,
  usual?: Usual,
) => {
  const parse = (text: string, refuse: Refuse): number => {
    const number = Number(text);
    if (/^-?\d+$/.test(text) && number >= min && number <= max) return number;
    return refuse(`it must be a whole number from ${min} to ${max}`, text);
  };
  return parsed(value, help, parse, { usual: usual as Usual });
};

export const choice = <const Word extends string, Usual extends Word | undefined = undefined>(
  words: readonly Word[],
  help: string,
  usual?: Usual,
) => {
  const parse = (text: string, refuse: Refuse): Word =>
    words.find((each) => each === text) ?? refuse(`it must be one of ${words.join(", ")}`, text);
  return parsed(words.join("|"), help, parse, { usual: usual as Usual });
};

/** The address of a text; undefined for a text that is none. */
export const parseAddress = (text: string): URL | undefined =>
  // The class URL silently drops line ends and spaces, which a request would have.
  URL.canParse(text) && !/[\s\p{Cc}]/u.test(text) ? new URL(text) : undefined;

/** A plain http or https address. Another one is not repeated where a password or a token may be in it. */
export function readUrl(text: string, refuse: Refuse): string {
  const url = parseAddress(text);
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    const fact = "it must be an http or https address, as in https://host/v1";
    return /[@?#]/.test(text) ? refuse(`${fact}.`) : refuse(fact, text);
  }
  if (url.username || url.password || url.search || url.hash)
    return refuse("it must not hold a user, a query or a fragment. The key goes into STORE_ORDERS_API_KEY.");
  return text;
}

export const secret = (value: string, help: string) =>
  parsed(value, help, (text, _refuse, option) => readSecret(text, option), { secret: true });

export const secretList = (value: string, help: string, further: Pick<OptionSpec, "variable"> = {}) =>
  parsedList(value, help, (texts, _refuse, option) => texts.map((text) => readSecret(text, option)), {
    ...further,
    secret: true,
  });

/** An option whose value is a shell command, which may hold a secret. */
export const shellCommand = (help: string) =>
  parsed(
    "CMD",
    help,
    (command, refuse) =>
      command.trim() === "" || command.includes("\0")
        ? refuse("it must be a shell command", command)
        : command,
    { secret: true },
  );

/** Ids, none of them named twice. */
function readIds(texts: readonly string[], refuse: Refuse): readonly bigint[] {
  const ids = texts
    .flatMap((text) => text.split(","))
    .map((text) => parseId(text.trim()) ?? refuse("an order id is an int64 in digits", text.trim()));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  return twice === undefined ? ids : refuse(`order ${twice} is named twice.`);
}

export const orderIds = (help: string) => parsedList("ID[,ID...]", help, readIds);

export const helpOption = { help: flag("Print this help.", { short: "h" }) };

/** The last options of each command that has a section in the configuration file. */
export const configOptions = {
  config: text("FILE", "Configuration file. Default: store-orders.config.ts, .mts, .js, .mjs or .json."),
  "print-config": flag("Print each option's value and where it comes from, and stop."),
  ...helpOption,
};

export const clientKeyOption = secret(
  "KEY",
  "Key the server accepts. Better given as STORE_ORDERS_API_KEY: arguments can be seen.",
);
