/**
 * The ways in which servers misread the id in a path, a row for each. From the same row come the ids that a run sends, those
 * that it must not send, what resembles an order's id, and the words of the likely mistake.
 */

import { percentDecoded } from "../../base/escapes.ts";
import type { PathId } from "../evidence/read-id.ts";

/** Returns the number that a server reads from a text; undefined if it refuses the text. */
type Read = (text: string) => bigint | undefined;
/** Changes a number by rounding, wrapping or clamping it, or by dropping its sign. */
type Convert = (id: bigint) => bigint;
/** Writes an id, as it is in a path, from an order's. */
export type WriteId = (order: bigint) => string;

export interface IdMisreading {
  readonly name: string;
  /** The likely mistake, as reports name it. */
  readonly words: string;
  /** The kind of the ids that are sent: texts, or numbers that a conversion changes. */
  readonly kind: "cut" | "wrapped" | "rounded" | "sign";
  /** Ids that such a server takes for the order's, and a right one does not. */
  readonly sends: readonly WriteId[];
  /** Whether such a server takes a text for an order's id. */
  readonly takes: (text: string, order: bigint) => boolean;
  /** The number that it reads; undefined for a search, which may find several orders. */
  readonly read?: Read;
}

/** A random number below a limit of at most 2^64. */
export function randomBelow(limit: bigint): bigint {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return random % limit;
}

/** Maximum number of characters: longer numbers cost time, and no reader needs them. */
const maxLength = 400;
/** The number of a text that is nothing else. */
export const integerOf = (text: string): bigint | undefined =>
  text.length <= maxLength && /^\s*[+-]?\d+\s*$/.test(text) ? BigInt(text.replace("+", "")) : undefined;
const whole = (value: number): bigint | undefined => (Number.isFinite(value) ? BigInt(value) : undefined);

/** Reads the first group of a pattern as the id. */
const match =
  (pattern: RegExp): Read =>
  (text) =>
    integerOf(pattern.exec(text)?.[1] ?? "");

/** Reads the first group of a pattern as a number in a base. */
const inBase =
  (base: 2n | 8n | 16n | 36n, pattern: RegExp): Read =>
  (text) => {
    const digits = pattern.exec(text)?.[1]?.toLowerCase();
    if (digits === undefined || digits.length > maxLength) return undefined;
    return [...digits].reduce((value, digit) => value * base + BigInt(Number.parseInt(digit, 36)), 0n);
  };

/** Ways of finding a number in a text, which may be converted afterwards. */
const parsers = {
  integer: integerOf,
  "parse-int": match(/^\s*([+-]?\d+)/),
  parseFloat: (text) => whole(Math.trunc(Number.parseFloat(text))),
  "rounded fraction": (text) => whole(Math.round(Number.parseFloat(text))),
  "rounded up": (text) => whole(Math.ceil(Number.parseFloat(text))),
  "first number": match(/(-?\d+)/),
  "last number": match(/(-?\d+)\D*$/),
  "digits-only": (text) => integerOf(text.replace(/\D/g, "")),
} as const satisfies Readonly<Record<string, Read>>;

const bases: Readonly<Record<string, Read>> = {
  "base 2": inBase(2n, /^\s*(?:0b)?([01]+)/i),
  "base 8": inBase(8n, /^\s*(?:0o?)?([0-7]+)/i),
  "base 16": inBase(16n, /^\s*(?:0x)?([\da-f]+)/i),
  "base 36": inBase(36n, /^\s*([\da-z]+)/i),
  "base by prefix"(text) {
    const [, prefix] = /^\s*0(x|o|b|(?=\d))/i.exec(text) ?? [];
    if (prefix === undefined) return integerOf(text);
    const base = { x: "base 16", b: "base 2" }[prefix.toLowerCase()] ?? "base 8";
    return bases[base]!(text);
  },
  "0 for other text": (text) => parsers["parse-int"](text) ?? 0n,
};

const clamped =
  (bits: bigint) =>
  (id: bigint): bigint => {
    const greatest = 2n ** bits - 1n;
    return id > greatest ? greatest : id < -greatest - 1n ? -greatest - 1n : id;
  };
/** Another integer with the same double value, or with the same float value if the id is exact as a double. */
function roundedNeighbour(id: bigint): bigint {
  for (const step of [1n, -1n, 2n, -2n]) if (Number(id + step) === Number(id)) return id + step;
  for (const step of [1n, -1n])
    if (Math.fround(Number(id + step)) === Math.fround(Number(id))) return id + step;
  return id + 2n ** 53n;
}

const conversions: Readonly<Record<string, Convert>> = {
  "sign lost": magnitude,
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

const reader = (name: string, words: string, read: Read, ...sends: readonly WriteId[]): IdMisreading => ({
  ...{ name, words, kind: "cut", sends, read },
  takes: (text, order) => read(text) === order,
});
const search = (
  name: string,
  words: string,
  finds: (text: string, id: string) => boolean,
  ...sends: readonly WriteId[]
): IdMisreading => ({
  ...{ name, words, kind: "cut", sends },
  takes: (text, order) => finds(text, String(order)),
});
const conversion = (
  kind: IdMisreading["kind"],
  name: string,
  words: string,
  convert: Convert,
  ...sends: readonly WriteId[]
): IdMisreading => ({
  ...{ name, words, kind, sends },
  takes(text, order) {
    const id = integerOf(text);
    // No conversion makes a number much larger: a small one is not a large order's.
    return id !== undefined && convert(id) === convert(order) && 2n * magnitude(id) >= magnitude(order);
  },
});

const withoutLast: WriteId = (id) => String(id).slice(0, -1);

/** In the order in which ids are sent, and likely mistakes are named. */
export const idMisreadings: readonly IdMisreading[] = [
  reader("cut-letter", "an id is cut at its first letter", match(/^(-?\d+)[a-z]/i), (id) => `${id}abc`),
  reader("cut-fraction", "Math.trunc(id)", match(/^(-?\d+)\.\d+$/), (id) => `${id}.4`),
  reader(
    "rounded-fraction",
    "Math.round(id)",
    (text) => (/^-?\d{1,15}\.\d+$/.test(text) ? whole(Math.round(Number(text))) : undefined),
    (id) => `${id - 1n}.6`,
  ),
  reader(
    "last-digits",
    "only the digits at the end of an id count",
    match(/(\d+)$/),
    (id) => `abc${id}`,
    (id) => `order-${id}`,
    (id) => `%23${id}`,
    // For readers of the last segment, and for patterns whose ^ and $ match at line ends.
    (id) => `x%2F${id}`,
    (id) => `x%0A${id}`,
  ),
  reader("cut-comma", "id.split(',')[0]", match(/^([^,]+),/), (id) => `${id},${id}`),
  reader("cut-nul", "an id is cut at a NUL", match(/^([^\0]+)\0/), (id) => `${id}%00x`),
  reader("cut-space", "id.split(' ')[0]", match(/^([^ ]+) /), (id) => `${id}%20x`),
  reader(
    "parse-int",
    "parseInt or alike",
    parsers["parse-int"],
    // For servers that paste the text into a query: arithmetic, conditions and comments.
    (id) => `${id}-0`,
    (id) => `${id}%20OR%201=1`,
    // Unencoded, for routers that do not decode paths (RFC 3986, 3.3).
    (id) => `${id}'OR'1'='1`,
    (id) => `${id}--`,
    (id) => `${id}%27`,
    (id) => `${id}%0Ax`,
    (id) => `${id}%23x`,
    (id) => `${id}%2Fx`,
    (id) => `${id}n`,
  ),
  reader(
    "digits-only",
    "id.replace(/\\D/g, '')",
    parsers["digits-only"],
    (id) => `%22${id}%22`,
    (id) => `%5B${id}%5D`,
    (id) => String(id).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ","),
  ),
  reader("first-digits", "an id is searched for its first digits", match(/(\d+)/)),
  reader(
    "decoded-twice",
    "an id is decoded twice",
    (text) => (/%3\d/.test(text) ? integerOf(percentDecoded(text)) : undefined),
    (id) => String(id).replace(/\d/g, (digit) => `%253${digit}`),
  ),
  reader("base-16", "an id is read in base 16", inBase(16n, /^(?:0x)?([\da-f]+)$/i), (id) => id.toString(16)),
  reader("base-36", "an id is read in base 36", inBase(36n, /^([\da-z]+)$/i), (id) => id.toString(36)),
  search(
    "prefix",
    "order.id.startsWith(id)",
    (text, id) => text !== "" && id.startsWith(text),
    (id) => withoutLast(id) || "-",
  ),
  search("contains", "order.id.includes(id)", (text, id) => text !== "" && id.includes(text)),
  search(
    "starts-with",
    "id.startsWith(order.id)",
    (text, id) => text.startsWith(id),
    (id) => `${id}0`,
  ),
  search(
    "list",
    "an id may be a list of ids",
    (text, id) => /[,;\s]/.test(text) && text.split(/[,;\s]+/).includes(id),
  ),
  search(
    "pattern",
    "an id is a pattern",
    (text, id) => id.startsWith(/^(.+?)[%_*]+$/.exec(text)?.[1] ?? "-"),
    (id) => `${withoutLast(id)}_`,
    (id) => `${withoutLast(id)}%25`,
    (id) => `${withoutLast(id)}*`,
    (id) => `${id}%25`,
  ),
  conversion("sign", "sign-lost", "Math.abs(id)", magnitude, (id) => String(-id)),
  conversion(
    "wrapped",
    "bits-32",
    "only the low 32 bits of an id count, or fewer",
    (id) => BigInt.asUintN(32, id),
    (id) => String(id + 2n ** 32n),
    // Far above and random: no order has this id.
    (id) => String(id + 2n ** 32n * (2n ** 10n + randomBelow(2n ** 20n))),
  ),
  conversion(
    "wrapped",
    "int64",
    "an id beyond int64 wraps around",
    (id) => BigInt.asIntN(64, id),
    (id) => String(id + 2n ** 64n),
    (id) => String(id - 2n ** 64n),
  ),
  conversion("rounded", "double", "Number(id)", conversions.double!, (id) => String(roundedNeighbour(id))),
];

const sentAs = (wanted: IdMisreading["kind"]): readonly WriteId[] =>
  idMisreadings.flatMap(({ kind, sends }) => (kind === wanted ? sends : []));
/** Ids that are sent because some server takes them for an order's, by kind. */
export const idsLikeOrders = {
  // The last one is for readers of base 8. Most servers read it as another number.
  cut: [...sentAs("cut"), (id: bigint) => `0${id.toString(8)}`],
  wrapped: sentAs("wrapped"),
  rounded: sentAs("rounded"),
  sign: sentAs("sign"),
};

export interface IdReader {
  readonly name: string;
  readonly read: Read;
}
/** Each reader alone, and each parser with each conversion. */
export const idReaders: readonly IdReader[] = [
  ...Object.entries({ ...parsers, ...bases }).map(([name, read]) => ({ name, read })),
  ...idMisreadings.flatMap(({ name, read }) => (read && !(name in parsers) ? [{ name, read }] : [])),
  ...Object.entries<Read>(parsers).flatMap(([parser, read]) =>
    Object.entries(conversions).map(([name, convert]) => ({
      name: `${parser}, ${name}`,
      read(text: string) {
        const id = read(text);
        return id === undefined ? undefined : convert(id);
      },
    })),
  ),
];

/** Searches, which may find several orders. */
export const idSearches = idMisreadings.filter(({ kind, read }) => kind === "cut" && !read);

/** Whether a careless server may take an id for this order's. The order's own number does not count. */
export function resembles({ text, kind, value }: PathId, order: bigint): boolean {
  if (value === order || text.length > maxLength) return false;
  const decoded = kind === "other" ? percentDecoded(text) : String(value);
  // The digits of an id name another order, and a long number has those of a short id by chance.
  const isLong = /^-?\d+$/.test(decoded) && decoded.length > 2 * String(order).length;
  const isText = kind === "other" && !isLong;
  return idMisreadings.some(
    (misreading) =>
      (isText || misreading.kind !== "cut") &&
      (misreading.takes(decoded, order) || (isText && misreading.takes(decoded, magnitude(order)))),
  );
}

function magnitude(id: bigint): bigint {
  return id < 0n ? -id : id;
}
