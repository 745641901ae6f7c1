/** Spellings of ids by kind: of an order's own number, of what a careless reader takes for it, and of none. */

import { percentDecoded } from "../evidence/percent-decoded.ts";
import { endOfInt32 } from "../evidence/read-id.ts";

/** A number that no other run draws, below a limit of at most 2^64. */
export function randomBelow(limit: bigint): bigint {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return random % limit;
}

/** How an order's id is written, each with the reader that takes it for the order's. */
export const orderSpellings = {
  exact: [(id) => String(id)],
  // The same number to some readers, no id to others: only observed.
  same: [
    (id) => signed(id, (digits) => `00${digits}`),
    (id) => percentEncoded(String(id)),
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
  // Readers that stop at what they do not understand, or look for a number anywhere; and those that take a list.
  cut: [
    (id) => `${id}abc`,
    // Nearer to it than to any other, for who rounds and who cuts.
    (id) => `${id}.4`,
    // The next integer below, and more: for who rounds up.
    (id) => `${id - 1n}.6`,
    (id) => `abc${id}`,
    // Arithmetic, where a text becomes a part of a query.
    (id) => `${id}-0`,
    (id) => `${id},${id}`,
    (id) => `${id}%00x`,
    (id) => `${id}%20x`,
    // Patterns whose ends are those of a line.
    (id) => `x%0A${id}`,
    (id) => `${id}%0Ax`,
    (id) => `${id}%27`,
    (id) => `${id}%25`,
    (id) => `${id}%23x`,
    (id) => `%22${id}%22`,
    (id) => `%5B${id}%5D`,
    (id) => `${id}--`,
    (id) => `${id}n`,
    (id) => `${id}%2Fx`,
    (id) => `order-${id}`,
    (id) => `%23${id}`,
    (id) => `${id}%20OR%201=1`,
    // So to routers that decode no paths: these are signs of a path (RFC 3986, 3.3).
    (id) => `${id}'OR'1'='1`,
    // A search for what begins with a text, or is like it.
    (id) => `${String(id).slice(0, -1)}_`,
    (id) => `${String(id).slice(0, -1)}%25`,
    (id) => `${String(id).slice(0, -1)}*`,
    (id) => `${id}0`,
    (id) => String(id).slice(0, -1) || "-",
    // Read in another base, or with signs between the digits.
    (id) => `0${BigInt(id).toString(8)}`,
    (id) => BigInt(id).toString(36),
    (id) => BigInt(id).toString(16),
    (id) => String(id).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ","),
  ],
  // Readers with fewer bits.
  wrapped: [
    (id) => String(id + 2n ** 32n),
    // Far above, and drawn: nobody has this one.
    (id) => String(id + 2n ** 32n * (2n ** 10n + randomBelow(2n ** 20n))),
    (id) => String(id + 2n ** 64n),
    (id) => String(id - 2n ** 64n),
  ],
  // Readers that count in doubles, or in floats.
  rounded: [(id) => String(roundedNeighbour(id))],
  // Readers that drop what is no digit.
  sign: [(id) => String(-id)],
} as const satisfies Record<string, readonly ((id: bigint) => string)[]>;

export type OrderSpelling = keyof typeof orderSpellings;

/** What some services take for one order, for all, or for nothing at all. */
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
  "all",
  "*",
  "latest",
  "first",
  "last",
  "%25",
  "",
  "pending",
  // Names that every object has.
  "constructor",
  "__proto__",
  "toString",
  "length",
];

/** Letters that make no word, and no number in base 16. */
const consonants = (count: number): string =>
  Array.from({ length: count }, () => "ghjkmnpqrstvwxz"[Number(randomBelow(15n))]).join("");

/** Texts that are no integer and like no order's id: what forms and code send by mistake. Made of a number that is nobody's. */
export const garbage: readonly ((unknown: bigint) => string)[] = [
  () => consonants(12),
  (unknown) => `x${unknown}`,
  (unknown) => `${unknown}.5`,
  (unknown) => `${unknown}e1x`,
  (unknown) => `${unknown}%F0%9F%90%A2`,
  (unknown) => `${unknown}${"x".repeat(300)}`,
  ...words.map((word) => () => word),
];

/** Integers beyond int64, by one and by many digits; made of a number that is nobody's, too. */
export const beyondInt64: readonly ((unknown: bigint) => string)[] = [
  (unknown) => String(2n ** 63n + unknown),
  (unknown) => `${unknown}${"0".repeat(18)}`,
  () => "9223372036854775808",
  () => "-9223372036854775809",
  () => "18446744073709551616",
  () => `1${"0".repeat(30)}`,
];

/**
 * Ids from here on are nobody's: no service has counted so far. They begin with a 9, so that no reader of a base below 10
 * takes their beginning for an order's id.
 */
export const unknownFloor = 9n * 10n ** 12n;

/** Ids that need ever more bits: each range is where some server stops counting right. The first ones are nobody's. */
export const idFloors = [
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

/** Ends and middles of int64, which may be somebody's orders: asked for only where no list shows them. */
export const edgeIds = [0n, -1n, 2n ** 31n - 1n, 2n ** 63n - 1n, -(2n ** 63n)] as const;

const signed = (id: bigint, write: (digits: string) => string) =>
  id < 0n ? `-${write(String(-id))}` : write(String(id));

const percentEncoded = (digits: string) => digits.replace(/\d/g, (digit) => `%3${digit}`);

/** Another integer of the same double, or of the same float where the id is small enough for a double. */
function roundedNeighbour(id: bigint): bigint {
  for (const step of [1n, -1n, 2n, -2n]) if (Number(id + step) === Number(id)) return id + step;
  for (const step of [1n, -1n])
    if (Math.fround(Number(id + step)) === Math.fround(Number(id))) return id + step;
  return id + 2n ** 53n;
}

/** The forms that a run may try: without `isDisposable` those that hardly any service takes for an order it was not given. */
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
 * Whether a text has nothing that some service takes for several orders or for one of its choice: no words, patterns,
 * quotes, brackets, lists, ranges or conditions, nothing empty, and no number below 1.
 */
export function isCareful(text: string): boolean {
  const decoded = percentDecoded(text);
  if (/^[ghj-np-tv-xz]{10,}$/.test(decoded)) return true;
  if (!/[1-9]/.test(decoded) || /[*%_?!'"`()[\]{},:;=<>|&$~]|\.\./.test(decoded)) return false;
  return !/^\s*-|\d\s*-\s*\d/.test(decoded);
}
