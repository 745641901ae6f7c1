/**
 * The ways in which servers read the id in a path loosely, as one table. A run uses it to send no id that some reader
 * takes for an order of somebody else's; an explanation uses it to name the reader behind a failure.
 */

/** One way of reading. */
export interface IdReader {
  readonly name: string;
  /** What a server that reads so does, for a report. */
  readonly shows: string;
  /** The number that it makes of a text, if it makes one. */
  readonly read: (text: string) => bigint | undefined;
}

/** One way of searching: it may find several orders. */
export interface IdMatcher {
  readonly name: string;
  readonly shows: string;
  /** @param id an order's id in its digits */
  readonly matches: (text: string, id: string) => boolean;
}

type Read = IdReader["read"];

/** Longer runs of digits are read as none: no reader needs them, and they cost time. */
const mostDigits = 400;
const integer = (digits: string | undefined): bigint | undefined =>
  digits !== undefined && digits.length <= mostDigits ? BigInt(digits.replace(/^\+/, "")) : undefined;
const whole = (value: number): bigint | undefined => (Number.isFinite(value) ? BigInt(value) : undefined);

/** In a base, where each character is a digit of it. */
const inBase =
  (base: 2n | 8n | 16n | 36n, pattern: RegExp): Read =>
  (text) => {
    const digits = pattern.exec(text)?.[1]?.toLowerCase();
    if (digits === undefined || digits.length > mostDigits) return undefined;
    return [...digits].reduce((value, digit) => value * base + BigInt(Number.parseInt(digit, 36)), 0n);
  };

/** How a number is found in a text. */
const parsers: readonly IdReader[] = [
  {
    name: "integer",
    shows: "The whole text is a number.",
    read: (text) => integer(/^\s*([+-]?\d+)\s*$/.exec(text)?.[1]),
  },
  {
    name: "parseInt",
    shows: "An id is cut at its first character that is no digit.",
    read: (text) => integer(/^\s*([+-]?\d+)/.exec(text)?.[1]),
  },
  {
    name: "parseFloat",
    shows: "An id is read as a fraction, and the fraction is cut off.",
    read: (text) => whole(Math.trunc(Number.parseFloat(text))),
  },
  {
    name: "rounded fraction",
    shows: "An id is read as a fraction, and rounded.",
    read: (text) => whole(Math.round(Number.parseFloat(text))),
  },
  {
    name: "rounded up",
    shows: "An id is read as a fraction, and rounded up.",
    read: (text) => whole(Math.ceil(Number.parseFloat(text))),
  },
  {
    name: "first number",
    shows: "The first number in an id counts.",
    read: (text) => integer(/-?\d+/.exec(text)?.[0]),
  },
  {
    name: "last number",
    shows: "The last number in an id counts.",
    read: (text) => integer(/(-?\d+)\D*$/.exec(text)?.[1]),
  },
  {
    name: "digits only",
    shows: "Whatever is no digit is dropped from an id.",
    read: (text) => (/\d/.test(text) ? integer(text.replace(/\D/g, "")) : undefined),
  },
  { name: "base 2", shows: "An id is read in base 2.", read: inBase(2n, /^\s*(?:0b)?([01]+)/i) },
  { name: "base 8", shows: "An id is read in base 8.", read: inBase(8n, /^\s*(?:0o?)?([0-7]+)/i) },
  { name: "base 16", shows: "An id is read in base 16.", read: inBase(16n, /^\s*(?:0x)?([\da-f]+)/i) },
  { name: "base 36", shows: "An id is read in base 36.", read: inBase(36n, /^\s*([\da-z]+)/i) },
];

/** What becomes of the number. */
const conversions: readonly {
  readonly name: string;
  readonly shows: string;
  readonly of: (id: bigint) => bigint;
}[] = [
  { name: "sign lost", shows: "The sign of an id is dropped.", of: (id) => (id < 0n ? -id : id) },
  { name: "double", shows: "An id is rounded to a double.", of: (id) => whole(Number(id)) ?? id },
  { name: "float", shows: "An id is rounded to a float.", of: (id) => whole(Math.fround(Number(id))) ?? id },
  ...[8, 16, 31, 32, 53, 63, 64].flatMap((bits) => [
    {
      name: `${bits} bits`,
      shows: `Of an id the lowest ${bits} bits count.`,
      of: (id: bigint) => BigInt.asUintN(bits, id),
    },
    {
      name: `${bits} bits, signed`,
      shows: `Of an id the lowest ${bits} bits count, the highest of them as its sign.`,
      of: (id: bigint) => BigInt.asIntN(bits, id),
    },
  ]),
  {
    name: "clamped to 32 bits",
    shows: "An id beyond 32 bits is read as the largest.",
    of: (id) => clamp(id, 31n),
  },
  {
    name: "clamped to 64 bits",
    shows: "An id beyond 64 bits is read as the largest.",
    of: (id) => clamp(id, 63n),
  },
];

function clamp(id: bigint, bits: bigint): bigint {
  const most = 2n ** bits - 1n;
  return id > most ? most : id < -most - 1n ? -most - 1n : id;
}

/** Each parser by itself and, where it reads decimal digits, with each conversion. */
export const idReaders: readonly IdReader[] = [
  ...parsers,
  ...parsers
    .filter(({ name }) => !name.startsWith("base"))
    .flatMap(({ name, read }) =>
      conversions.map((conversion) => ({
        name: `${name}, ${conversion.name}`,
        shows: conversion.shows,
        read: (text: string) => {
          const number = read(text);
          return number === undefined ? undefined : conversion.of(number);
        },
      })),
    ),
];

export const idMatchers: readonly IdMatcher[] = [
  {
    name: "LIKE 'id%'",
    shows: "Each id that begins with the text counts.",
    matches: (text, id) => text !== "" && id.startsWith(text),
  },
  {
    name: "LIKE '%id%'",
    shows: "Each id that contains the text counts.",
    matches: (text, id) => text !== "" && id.includes(text),
  },
];

/** The text of an id as a server sees it: its percent-encoding undone, if it is one. */
export function decodeId(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
