/**
 * The ways in which servers read the id in a path loosely: a run sends no id that one of them reads as an order that was not
 * given, and reports name the likely ones.
 */

/** Returns the number that a server reads from a text; undefined if it refuses the text. */
type Read = (text: string) => bigint | undefined;

/** Maximum number of digits: longer numbers cost time, and no reader needs them. */
const maxDigits = 400;
const integer = (digits: string | undefined): bigint | undefined =>
  digits !== undefined && digits.length <= maxDigits ? BigInt(digits.replace(/^\+/, "")) : undefined;
const whole = (value: number): bigint | undefined => (Number.isFinite(value) ? BigInt(value) : undefined);

/** Ways of finding a number in a text. */
const parsers = {
  integer: (text) => integer(/^\s*([+-]?\d+)\s*$/.exec(text)?.[1]),
  parseInt: (text) => integer(/^\s*([+-]?\d+)/.exec(text)?.[1]),
  parseFloat: (text) => whole(Math.trunc(Number.parseFloat(text))),
  "rounded fraction": (text) => whole(Math.round(Number.parseFloat(text))),
  "rounded up": (text) => whole(Math.ceil(Number.parseFloat(text))),
  "first number": (text) => integer(/-?\d+/.exec(text)?.[0]),
  "last number": (text) => integer(/(-?\d+)\D*$/.exec(text)?.[1]),
  "digits only": (text) => (/\d/.test(text) ? integer(text.replace(/\D/g, "")) : undefined),
} as const satisfies Readonly<Record<string, Read>>;

/** Reads the number that a pattern finds, in a base. */
const inBase =
  (base: 2n | 8n | 16n | 36n, pattern: RegExp): Read =>
  (text) => {
    const digits = pattern.exec(text)?.[1]?.toLowerCase();
    if (digits === undefined || digits.length > maxDigits) return undefined;
    return [...digits].reduce((value, digit) => value * base + BigInt(Number.parseInt(digit, 36)), 0n);
  };
const byPrefix: Read = (text) => {
  const [, prefix] = /^\s*0(x|o|b|(?=\d))/i.exec(text) ?? [];
  if (prefix === undefined) return parsers.integer(text);
  const base = { x: "base 16", b: "base 2" }[prefix.toLowerCase()] ?? "base 8";
  return bases[base]!(text);
};
const bases: Readonly<Record<string, Read>> = {
  "base 2": inBase(2n, /^\s*(?:0b)?([01]+)/i),
  "base 8": inBase(8n, /^\s*(?:0o?)?([0-7]+)/i),
  "base 16": inBase(16n, /^\s*(?:0x)?([\da-f]+)/i),
  "base 36": inBase(36n, /^\s*([\da-z]+)/i),
  "base by prefix": byPrefix,
  "0 for other text": (text) => parsers.parseInt(text) ?? 0n,
};

const clamped =
  (bits: bigint) =>
  (id: bigint): bigint => {
    const greatest = 2n ** bits - 1n;
    return id > greatest ? greatest : id < -greatest - 1n ? -greatest - 1n : id;
  };

const withoutSign = (id: bigint): bigint => (id < 0n ? -id : id);
/** Changes of a number by rounding, wrapping or clamping, or by dropping its sign. */
const conversions: Readonly<Record<string, (id: bigint) => bigint>> = {
  "sign lost": withoutSign,
  double: (id) => whole(Number(id)) ?? id,
  float: (id) => whole(Math.fround(Number(id))) ?? id,
  ...Object.fromEntries(
    [16, 31, 32, 53, 63, 64].flatMap((bits) => [
      [`${bits} bits`, (id: bigint) => BigInt.asUintN(bits, id)],
      [`${bits} bits, signed`, (id: bigint) => BigInt.asIntN(bits, id)],
    ]),
  ),
  "clamped to 32 bits": clamped(31n),
  "clamped to 64 bits": clamped(63n),
};

/** A way of reading an id. */
export interface IdReader {
  readonly name: string;
  readonly read: Read;
}

/** A way of searching by an id, which may find several orders. */
export interface IdMatcher {
  readonly name: string;
  /** @param id an order's id in its digits */
  readonly matches: (text: string, id: string) => boolean;
}

/** Each parser alone and, where it reads decimal digits, with each conversion. */
export const idReaders: readonly IdReader[] = [
  ...Object.entries({ ...parsers, ...bases }).map(([name, read]) => ({ name, read })),
  ...Object.entries(parsers).flatMap(([parser, read]) =>
    Object.entries(conversions).map(([conversion, convert]) => ({
      name: `${parser}, ${conversion}`,
      read: (text: string) => {
        const number = read(text);
        return number === undefined ? undefined : convert(number);
      },
    })),
  ),
];

const startsWith: IdMatcher["matches"] = (text, id) => text !== "" && id.startsWith(text);
const contains: IdMatcher["matches"] = (text, id) => text !== "" && id.includes(text);
export const idMatchers: readonly IdMatcher[] = [
  { name: "LIKE 'id%'", matches: startsWith },
  { name: "LIKE '%id%'", matches: contains },
];

/** Whether a text is read as an order's id. */
type Matches = (text: string, order: bigint) => boolean;

export const numberOf = (text: string): bigint | undefined =>
  /^[+-]?\d{1,400}$/.test(text) ? BigInt(text) : undefined;
/** Reads the first group of a pattern as the id. */
const match =
  (pattern: RegExp): Matches =>
  (text, order) =>
    numberOf(pattern.exec(text)?.[1]?.trim() ?? "") === order;
const numbers =
  (change: (id: bigint) => bigint): Matches =>
  (text, order) => {
    const id = numberOf(text);
    return id !== undefined && change(id) === order;
  };

/** Ways of reading an id that reports name, each with the id and the text of its likely mistake. */
export const namedReaders: readonly (readonly [id: string, text: string, matches: Matches])[] = [
  ["parse-int", "parseInt or alike", (text, order) => parsers.parseInt(text) === order],
  ["cut-letter", "an id is cut at its first letter", match(/^(-?\d+)[a-z]/i)],
  ["cut-comma", "id.split(',')[0]", match(/^([^,]+),/)],
  ["cut-nul", "an id is cut at a NUL", match(/^([^\0]+)\0/)],
  ["cut-space", "id.split(' ')[0]", match(/^([^ ]+) /)],
  ["cut-fraction", "Math.trunc(id)", match(/^(-?\d+)\.\d+$/)],
  [
    "rounded-fraction",
    "Math.round(id)",
    (text, order) => /^-?\d{1,15}\.\d+$/.test(text) && BigInt(Math.round(Number(text))) === order,
  ],
  ["list", "an id may be a list of ids", match(/^([^,;\s]+)[,;\s]/)],
  ["digits-only", "id.replace(/\\D/g, '')", (text, order) => parsers["digits only"](text) === order],
  ["first-digits", "an id is searched for its first digits", match(/(\d+)/)],
  ["last-digits", "only the digits at the end of an id count", match(/(\d+)$/)],
  ["sign-lost", "Math.abs(id)", numbers(withoutSign)],
  [
    "bits-32",
    "only the low 32 bits of an id count, or fewer",
    (text, order) => numbers((id) => BigInt.asUintN(32, id))(text, BigInt.asUintN(32, order)),
  ],
  ["int64", "an id beyond int64 wraps around", numbers((id) => BigInt.asIntN(64, id))],
  ["double", "Number(id)", (text, order) => /^-?\d+$/.test(text) && Number(text) === Number(order)],
  ["prefix", "order.id.startsWith(id)", (text, order) => startsWith(text, String(order))],
  ["contains", "order.id.includes(id)", (text, order) => contains(text, String(order))],
  ["starts-with", "id.startsWith(order.id)", (text, order) => text.startsWith(String(order))],
];
