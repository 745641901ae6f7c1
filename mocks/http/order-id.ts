/** The `orderId` path parameter: an int64 (section 4.2). */

import { isInt64 } from "../../base/ids.ts";
import type { AnswerTo } from "../../spec/open-questions.ts";

export type OrderIdReading =
  | { readonly kind: "id"; readonly id: bigint }
  /** No integer at all, or an integer beyond int64: the document does not say what they get. */
  | { readonly kind: "malformed" | "outOfRange" };

const canonical = /^(?:0|-?[1-9]\d*)$/;
const padded = /^-?0\d+$/;

/** No int64 has more digits; a longer text is not worth turning into a number. */
const maxLength = 100;

/** So many digits are below 2^53, where a number is exact. */
const fewDigits = 15;

/** Reads an id from its path segment, percent-encoding included. */
export function readOrderId(segment: string, paddedId: AnswerTo<"paddedId">): OrderIdReading {
  const small = readSmallId(segment);
  if (small > 0) return { kind: "id", id: BigInt(small) };
  const text = decode(segment);
  if (!canonical.test(text)) {
    const isPadded = text.length <= maxLength && padded.test(text);
    if (!isPadded || paddedId !== "same") return { kind: "malformed" };
  }
  if (text.length > maxLength) return { kind: "outOfRange" };
  const id = BigInt(text);
  return isInt64(id) ? { kind: "id", id } : { kind: "outOfRange" };
}

/** The number that nearly every id is, read digit by digit: patterns cost a cancel more. 0 for any other text. */
function readSmallId(text: string): number {
  const { length } = text;
  if (length > fewDigits || text.charCodeAt(0) === 0x30) return 0;
  let number = 0;
  for (let index = 0; index < length; index++) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) return 0;
    number = number * 10 + digit;
  }
  return number;
}

function decode(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
