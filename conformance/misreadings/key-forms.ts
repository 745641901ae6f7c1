/** Other forms of a key, which a careless server may take for the key itself. */

/** Maximum number of characters added to a key: servers limit the length of a head (RFC 9110, 5.4). */
const maxAdded = 512;

/** The beginning of a text, as far as it may be added to a key. */
export const asAddition = (text: string) => text.slice(0, maxAdded);

/**
 * Another letter that also encodes other bits at the end of base64, where only the first two bits of some letters count
 * (RFC 4648, 3.5): to a decoder the letters from g to v are the same there.
 */
const otherLetter = (letter = "") => (/[g-v]/.test(letter) ? "w" : "q");

export const withOtherFirst = (key: string) => otherLetter(key[0]) + key.slice(1);
export const withOtherLast = (key: string) => key.slice(0, -1) + otherLetter(key.at(-1));

/** A key whose characters differ from those of another key only in their highest bit. */
export const inEightBits = (key: string) =>
  key.replace(/[\x21-\x7e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) | 0x80));

/** A pattern of SQL that matches keys of this length and with this end. */
export const likePattern = (key: string) => "_".repeat(key.length - 1) + key.slice(-1);

/** The key with its first character percent-encoded. */
export const encodeFirst = (key: string) =>
  `%${(key.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}${key.slice(1)}`;

export const withoutSigns = (key: string) => key.replace(/[^a-z\d]/gi, "");

/** The key with the signs of the other alphabet of base64 (RFC 4648, 5). */
export const otherSigns = (key: string) => key.replace(/[-_+/]/g, (sign) => "+/-_"["-_+/".indexOf(sign)]!);

export const firstHalf = (key: string) => key.slice(0, Math.ceil(key.length / 2));

/** The key without the name of a mock's world: after a ~ any name is valid. */
export const beforeWorld = (key: string) => key.replace(/~.*$/, "");

/** A key of the same length and shape that shares nothing with the real one. */
export function strangeKey(key: string): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  const random = crypto.getRandomValues(new Uint8Array(Math.max(key.length, 8)));
  return Array.from(random, (byte) => letters[byte % letters.length]).join("");
}

/** The same characters in the order of their codes. */
export const sorted = (key: string) => [...key].sort().join("");

/** The key with capitals and small letters swapped. */
export const swappedCase = (key: string) =>
  [...key]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join("");
