/** Spellings of ids by kind: an order's own number, texts that a lenient reader reads as it, and ids of no order. */

import { percentDecoded } from "../../base/escapes.ts";
import { endOfInt32 } from "../evidence/read-id.ts";

/** A random number below a limit of at most 2^64. */
export function randomBelow(limit: bigint): bigint {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return random % limit;
}

/** Spellings of an order's id, by the readers that accept them. */
const orderSpellings = {
  exact: [(id) => String(id)],
  // The same number to some readers, and not an id to others: only observed.
  same: [
    (id) => signed(id, (digits) => `00${digits}`),
    // One encoded digit alone: readers that do not decode find a long number in the text.
    (id) => String(id).replace(/\d/, (digit) => `%3${digit}`),
    (id) => (id < 0n ? `${id}%20` : `+${id}`),
    (id) => `%20${id}`,
    (id) => `${id}%00`,
    (id) => `${id}.0`,
    (id) => `${id}e0`,
    (id) => signed(id, (digits) => `0x${BigInt(digits).toString(16)}`),
    (id) => `${id};v=1`,
    (id) => signed(id, (digits) => digits.replace(/(?<=\d)(?=\d$)/, "_")),
    (id) =>
      encodeURIComponent(String(id).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))),
  ],
  // For readers that stop at the first unknown character, search for a number, or accept a list.
  cut: [
    (id) => `${id}abc`,
    // Rounds and truncates to the order's id.
    (id) => `${id}.4`,
    // Rounds up to the order's id.
    (id) => `${id - 1n}.6`,
    (id) => `abc${id}`,
    // For readers of the last segment.
    (id) => `x%2F${id}`,
    // Arithmetic, for servers that paste the text into a query.
    (id) => `${id}-0`,
    (id) => `${id},${id}`,
    (id) => `${id}%00x`,
    (id) => `${id}%20x`,
    // For patterns whose ^ and $ match at line ends.
    (id) => `x%0A${id}`,
    (id) => `${id}%0Ax`,
    (id) => `${id}%27`,
    (id) => `${id}%25`,
    // Percent-encoded twice.
    (id) => String(id).replace(/\d/g, (digit) => `%253${digit}`),
    (id) => `${id}%23x`,
    (id) => `%22${id}%22`,
    (id) => `%5B${id}%5D`,
    (id) => `${id}--`,
    (id) => `${id}n`,
    (id) => `${id}%2Fx`,
    (id) => `order-${id}`,
    (id) => `%23${id}`,
    (id) => `${id}%20OR%201=1`,
    // The same unencoded, for routers that do not decode paths (RFC 3986, 3.3).
    (id) => `${id}'OR'1'='1`,
    // For searches by prefix or by pattern.
    (id) => `${String(id).slice(0, -1)}_`,
    (id) => `${String(id).slice(0, -1)}%25`,
    (id) => `${String(id).slice(0, -1)}*`,
    (id) => `${id}0`,
    (id) => String(id).slice(0, -1) || "-",
    // For readers of another base, or of signs between the digits.
    (id) => `0${BigInt(id).toString(8)}`,
    (id) => BigInt(id).toString(36),
    (id) => BigInt(id).toString(16),
    (id) => String(id).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ","),
  ],
  // For readers with fewer bits.
  wrapped: [
    (id) => String(id + 2n ** 32n),
    // Far above and random: no order has this id.
    (id) => String(id + 2n ** 32n * (2n ** 10n + randomBelow(2n ** 20n))),
    (id) => String(id + 2n ** 64n),
    (id) => String(id - 2n ** 64n),
  ],
  // For readers of doubles or floats.
  rounded: [(id) => String(roundedNeighbour(id))],
  // For readers that drop signs.
  sign: [(id) => String(-id)],
} as const satisfies Record<string, readonly ((id: bigint) => string)[]>;

type OrderSpelling = keyof typeof orderSpellings;

/** Words that some services read as one order, as all orders, or as no order. */
const words = [
  "abc",
  "1.5",
  "1e3x",
  "-",
  "null",
  "undefined",
  "NaN",
  "true",
  "%7B%7D",
  "%F0%9F%90%A2",
  // A superscript two, which some readers accept as a digit.
  "%C2%B2",
  "all",
  "*",
  "latest",
  "first",
  "last",
  "%25",
  "",
  "pending",
  // Names that every object inherits.
  "constructor",
  "__proto__",
  "toString",
  "length",
];

/** Random letters that form neither a word nor a number in base 16. */
const consonants = (count: number): string =>
  Array.from({ length: count }, () => "ghjkmnpqrstvwxz"[Number(randomBelow(15n))]).join("");

/** Texts that are not integers, as forms and code send them by mistake; some contain a number that is not an order's id. */
export const garbage: readonly ((unknown: bigint) => string)[] = [
  () => consonants(12),
  (unknown) => `x${unknown}`,
  (unknown) => `${unknown}.5`,
  (unknown) => `${unknown}e1x`,
  // The number is at the end: readers that do not decode find it as the last one, and not a small one.
  (unknown) => `%F0%9F%90%A2${unknown}`,
  (unknown) => `${unknown}${"x".repeat(1100)}`,
  ...words.map((word) => () => word),
];

/** Integers slightly and far beyond int64; some contain a number that is not an order's id. */
const beyondInt64: readonly ((unknown: bigint) => string)[] = [
  (unknown) => String(2n ** 63n + unknown),
  (unknown) => `${unknown}${"0".repeat(18)}`,
  () => "9223372036854775808",
  () => "-9223372036854775809",
  () => "18446744073709551616",
  () => `1${"0".repeat(45)}`,
];

/**
 * Ids from here on are assumed to be free: no service has counted so far. They begin with a 9, so that no reader of a base
 * below 10 reads their beginning as an order's id.
 */
export const unknownFloor = 9n * 10n ** 12n;

/** Lower ends of ranges of unknown ids, by number of bits: servers overflow at different ones. The first ranges are free. */
const idFloors = [
  unknownFloor,
  2n ** 53n,
  2n ** 63n - 2n ** 21n,
  endOfInt32,
  2n ** 10n,
  2n ** 31n,
  2n ** 32n,
  -(2n ** 21n),
  -(2n ** 40n),
] as const;

/** Ends and middles of int64. They may be orders' ids, and are sent only if no list shows them. */
const edgeIds = [0n, -1n, 2n ** 31n - 1n, 2n ** 63n - 1n, -(2n ** 63n)] as const;

const signed = (id: bigint, write: (digits: string) => string) =>
  id < 0n ? `-${write(String(-id))}` : write(String(id));

/** Another integer with the same double value, or with the same float value if the id is exact as a double. */
function roundedNeighbour(id: bigint): bigint {
  for (const step of [1n, -1n, 2n, -2n]) if (Number(id + step) === Number(id)) return id + step;
  for (const step of [1n, -1n])
    if (Math.fround(Number(id + step)) === Math.fround(Number(id))) return id + step;
  return id + 2n ** 53n;
}

/** The forms that a run may send; without `isDisposable` only those that hardly any service reads as another order's id. */
export function idForms(isDisposable: boolean) {
  const sample = 2n ** 41n + 123n;
  const careful = <T>(forms: readonly T[], textOf: (form: T) => string) =>
    isDisposable ? forms : forms.filter((form) => isCareful(textOf(form)));
  return {
    garbage: careful(garbage, (form) => form(sample)),
    beyond: careful(beyondInt64, (form) => form(sample)),
    floors: isDisposable ? idFloors : idFloors.slice(0, 4),
    edges: isDisposable ? edgeIds : [],
    spellings: Object.fromEntries(
      Object.entries(orderSpellings).map(([kind, forms]) => [kind, careful(forms, (form) => form(sample))]),
    ) as Readonly<Record<OrderSpelling, readonly ((id: bigint) => string)[]>>,
  };
}
export type IdForms = ReturnType<typeof idForms>;

/**
 * Whether a text has nothing that some service reads as several orders or as an arbitrary one: no words, patterns,
 * quotes, brackets, lists, ranges or conditions, nothing empty, and no number below 1.
 */
export function isCareful(text: string): boolean {
  const decoded = percentDecoded(text);
  if (/^[ghj-np-tv-xz]{10,}$/.test(decoded)) return true;
  if (!/[1-9]/.test(decoded) || /[*%_?!'"`()[\]{},:;=<>|&$~]|\.\./.test(decoded)) return false;
  return !/^\s*-|\d\s*-\s*\d/.test(decoded);
}
