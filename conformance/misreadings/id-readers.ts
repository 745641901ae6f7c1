/**
 * The ways in which servers misread the id in a path, a row for each. From the same row come the ids that a run sends, those
 * that it must not send (longer numbers that begin with another order's id apart), what resembles an order's id, and the words
 * of the likely mistake.
 */

import { percentDecoded } from "../../base/escapes.ts";
import type { PathId } from "../evidence/read-id.ts";
import {
  bases,
  type Convert,
  conversions,
  inBase,
  integerOf,
  magnitude,
  match,
  maxLength,
  parsers,
  type Read,
  randomBelow,
  roundedNeighbour,
  whole,
} from "./read-number.ts";

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
  /** The change of a number that is read rightly. */
  readonly convert?: Convert;
}

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
  ...{ name, words, kind, sends, convert },
  takes: (text, order) => isSameBy(convert, integerOf(text), order),
});

function isSameBy(convert: Convert, id: bigint | undefined, order: bigint): boolean {
  // No conversion makes a number much larger: a small one is not a large order's.
  return id !== undefined && 2n * magnitude(id) >= magnitude(order) && convert(id) === convert(order);
}

const withoutLast: WriteId = (id) => String(id).slice(0, -1);

/** In the order in which likely mistakes are named. `idsSentAs` has the order in which ids are sent. */
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
  reader("cut-space", "id.split(' ')[0]", match(/^([^ ]+) /), (id) => `${id}%20x`),
  reader(
    "parse-int",
    "parseInt or alike",
    parsers["parse-int"],
    // A slug, a suffix of a number in code, and the name of a file.
    (id) => `${id}-a`,
    (id) => `${id}n`,
    (id) => `${id}.xml`,
    (id) => `${id}%2Fx`,
    (id) => `${id}%0Ax`,
    (id) => `${id}%23x`,
    // For servers that paste the text into a query: arithmetic, conditions and comments.
    (id) => `${id}--`,
    (id) => `${id}-0`,
    (id) => `${id}%20OR%201=1`,
    // Unencoded, for routers that do not decode paths (RFC 3986, 3.3).
    (id) => `${id}'OR'1'='1`,
    (id) => `${id}%27`,
  ),
  reader("cut-comma", "id.split(',')[0]", match(/^([^,]+),/), (id) => `${id},${id}`),
  reader("cut-nul", "an id is cut at a NUL", match(/^([^\0]+)\0/), (id) => `${id}%00x`),
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
  search(
    "prefix",
    "order.id.startsWith(id)",
    (text, id) => /\d/.test(text) && id.startsWith(text),
    (id) => withoutLast(id) || "-",
  ),
  search("contains", "order.id.includes(id)", (text, id) => /\d/.test(text) && id.includes(text)),
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
    (text, id) => /.[%_*]+$/.test(text) && id.startsWith(text.replace(/[%_*]+$/, "")),
    (id) => `${withoutLast(id)}_`,
    (id) => `${withoutLast(id)}%25`,
    (id) => `${withoutLast(id)}*`,
    (id) => `${id}%25`,
  ),
  reader("base-16", "an id is read in base 16", inBase(16n, /^(?:0x)?([\da-f]+)$/i), (id) => id.toString(16)),
  reader("base-36", "an id is read in base 36", inBase(36n, /^([\da-z]+)$/i), (id) => id.toString(36)),
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

/** Ids that are sent because some server takes them for an order's: the first of each row, then the second of each, and so on. */
export function idsSentAs(wanted: IdMisreading["kind"]): readonly WriteId[] {
  const rows = idMisreadings.filter(({ kind }) => kind === wanted).map(({ sends }) => sends);
  const most = Math.max(...rows.map(({ length }) => length));
  return Array.from({ length: most }, (_, index) => rows.flatMap((sends) => sends[index] ?? [])).flat();
}

export type IdReader = Required<Pick<IdMisreading, "name" | "read">>;
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

/** A text with the numbers that readers find in it: it may be compared with many orders. */
interface ReadText {
  readonly decoded: string;
  readonly numbers: ReadonlySet<bigint | undefined>;
}
const known = new WeakMap<PathId, ReadText>();

function readText(id: PathId): ReadText {
  let found = known.get(id);
  if (!found) {
    const decoded = percentDecoded(id.text);
    found = { decoded, numbers: new Set(idMisreadings.map(({ read }) => read?.(decoded))) };
    known.set(id, found);
  }
  return found;
}

const triedConversions = idMisreadings.flatMap(({ convert }) => convert ?? []);

/** Whether a careless server may take an id for this order's. The order's own number does not count. */
export function resembles(id: PathId, order: bigint): boolean {
  if (id.value === order || id.text.length > maxLength) return false;
  const isConverted = (value: bigint | undefined) =>
    triedConversions.some((convert) => isSameBy(convert, value, order));
  if (id.kind !== "other") return isConverted(id.value);
  const { decoded, numbers } = readText(id);
  if (numbers.has(order) || numbers.has(magnitude(order)) || isConverted(integerOf(decoded))) return true;
  // A longer text begins with a short id by chance, unless it has one character more.
  if (decoded.slice(0, -1) === String(order)) return true;
  return idSearches.some(({ name, takes }) => name !== "starts-with" && takes(decoded, order));
}
