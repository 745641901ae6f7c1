/** Ways of finding a number in a text, and of changing it by rounding, wrapping or clamping it, or by dropping its sign. */

/** Returns the number that a server reads from a text; undefined if it refuses the text. */
export type Read = (text: string) => bigint | undefined;
/** Changes a number by rounding, wrapping or clamping it, or by dropping its sign. */
export type Convert = (id: bigint) => bigint;
/** A random number below a limit of at most 2^64. */
export function randomBelow(limit: bigint): bigint {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return random % limit;
}

/** Maximum number of characters: longer numbers cost time, and no reader needs them. */
export const maxLength = 400;
/** The number of a text that is nothing else. */
export const integerOf = (text: string): bigint | undefined =>
  text.length <= maxLength && /^\s*[+-]?\d+\s*$/.test(text) ? BigInt(text.replace("+", "")) : undefined;
export const whole = (value: number): bigint | undefined =>
  Number.isFinite(value) ? BigInt(value) : undefined;

/** Reads the first group of a pattern as the id. */
export const match =
  (pattern: RegExp): Read =>
  (text) =>
    integerOf(pattern.exec(text)?.[1] ?? "");

/** Reads the first group of a pattern as a number in a base. */
export const inBase =
  (base: 2n | 8n | 16n | 36n, pattern: RegExp): Read =>
  (text) => {
    const digits = pattern.exec(text)?.[1]?.toLowerCase();
    if (digits === undefined || digits.length > maxLength) return undefined;
    return [...digits].reduce((value, digit) => value * base + BigInt(Number.parseInt(digit, 36)), 0n);
  };

/** Ways of finding a number in a text, which may be converted afterwards. */
export const parsers = {
  integer: integerOf,
  "parse-int": match(/^\s*([+-]?\d+)/),
  parseFloat: (text) => whole(Math.trunc(Number.parseFloat(text))),
  "rounded fraction": (text) => whole(Math.round(Number.parseFloat(text))),
  "first number": match(/(-?\d+)/),
  "last number": match(/(-?\d+)\D*$/),
  "digits-only": (text) => integerOf(text.replace(/\D/g, "")),
} as const satisfies Readonly<Record<string, Read>>;

export const bases: Readonly<Record<string, Read>> = {
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
export function roundedNeighbour(id: bigint): bigint {
  for (const step of [1n, -1n, 2n, -2n]) if (Number(id + step) === Number(id)) return id + step;
  for (const step of [1n, -1n])
    if (Math.fround(Number(id + step)) === Math.fround(Number(id))) return id + step;
  return id + 2n ** 53n;
}

export const conversions: Readonly<Record<string, Convert>> = {
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

export function magnitude(id: bigint): bigint {
  return id < 0n ? -id : id;
}
