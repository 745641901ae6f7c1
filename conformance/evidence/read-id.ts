/** Reads the id in a path: a number as the document writes it, a number in another spelling, or another text. */

import { percentDecoded } from "../../base/escapes.ts";
import { isInt64 } from "../../base/ids.ts";

/**
 * exact: an int64 in its usual digits. same: a notation that some readers read as this number and others refuse; the
 * document does not decide. other: names no order.
 */
export type PathId =
  | { readonly text: string; readonly kind: "exact" | "same"; readonly value: bigint }
  | { readonly text: string; readonly kind: "other"; readonly value?: undefined };

/** Ids from here to the end of int32 are free: counters do not reach them, and as seconds they are in 2037. */
export const endOfInt32 = 2n ** 31n - 2n ** 21n;

/** @param text the last segment of the path, as it was sent */
export function readPathId(text: string): PathId {
  if (/^-?(?:0|[1-9]\d{0,18})$/.test(text) && text !== "-0" && isInt64(BigInt(text)))
    return { text, kind: "exact", value: BigInt(text) };
  const value = sameNumber(percentDecoded(text));
  if (value === undefined || !isInt64(value)) return { text, kind: "other" };
  return { text, kind: "same", value };
}

/** Whether an id is an order's number in an unusual notation: other than with zeros, a plus sign, blanks or a parameter. */
export function isOfConversion(id: PathId | undefined): boolean {
  if (id?.kind !== "same") return false;
  const text = percentDecoded(id.text).replace(/;.*$|\.json$/is, "");
  return !/^[+-]?\d+$/.test(trimBlanks(text));
}

/** The number of a text that is not written in plain digits. */
function sameNumber(decoded: string): bigint | undefined {
  // A matrix parameter is not part of the id (RFC 3986, 3.3), nor is a suffix that asks for the API's own media type, as
  // Rails, Grape and Django REST framework have it; white space and other digits are dropped or read by many, and
  // controls at the ends as white space (by trim in Java and PHP, by parsers of numbers in .NET and Crystal).
  const text = asciiDigits(trimBlanks(decoded.replace(/;.*$|\.json$/is, "")));
  const [, sign = "", rest = ""] = /^([+-]?)(.*)$/s.exec(text)!;
  const digits = rest.replace(/(?<=[\da-f])_(?=[\da-f])/gi, "");
  const value = wholeNumber(digits);
  return value === undefined ? undefined : sign === "-" ? -value : value;
}

const isBlank = (character: string | undefined) => character !== undefined && /[\s\p{Cc}]/u.test(character);

/**
 * The text without white space and control characters at its ends. A pattern would be slow for a long row of them in the
 * middle.
 */
function trimBlanks(text: string): string {
  let start = 0;
  while (isBlank(text[start])) start++;
  let end = text.length;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

function wholeNumber(digits: string): bigint | undefined {
  if (/^\d{1,80}$/.test(digits)) return BigInt(digits);
  if (/^0(?:x[\da-f]{1,20}|o[0-7]{1,24}|b[01]{1,64})$/i.test(digits)) return BigInt(digits);
  const [, whole = "", fraction = "", exponent = "0"] =
    /^(\d{0,40})(?:\.(\d{0,40}))?(?:e([+-]?\d{1,3}))?$/i.exec(digits) ?? [];
  if (whole + fraction === "") return undefined;
  const zeros = Number(exponent) - fraction.length;
  const all = whole + fraction;
  if (zeros >= 0) return BigInt(all + "0".repeat(Math.min(zeros, 400)));
  const cut = Math.max(0, all.length + zeros);
  return /^0*$/.test(all.slice(cut)) ? BigInt(all.slice(0, cut) || "0") : undefined;
}

/** Digits of other scripts as ASCII: each script's ten follow each other, from its zero on. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return code < 128 ? digit : String((code - zero) % 10);
  });
}
