/** The `orderId` path parameter: an int64 (section 4.2). */

import type { AnswerTo } from "../../spec/open-questions.ts";
import { isInt64 } from "../../spec/wire.ts";

export type OrderIdReading =
  | { readonly kind: "id"; readonly id: bigint }
  /** No integer at all, or an integer beyond int64: the document does not say what they get. */
  | { readonly kind: "malformed" | "outOfRange" };

const canonical = /^(?:0|-?[1-9]\d*)$/;
const padded = /^-?0\d+$/;

/** No int64 has more digits; a longer text is not worth turning into a number. */
const maxLength = 100;

/** Reads an id from its path segment, percent-encoding included. */
export function readOrderId(segment: string, paddedId: AnswerTo<"paddedId">): OrderIdReading {
  const text = decode(segment);
  const isPadded = text.length <= maxLength && padded.test(text);
  if (!canonical.test(text) && !(isPadded && paddedId === "same")) return { kind: "malformed" };
  if (text.length > maxLength) return { kind: "outOfRange" };
  const id = BigInt(text);
  return isInt64(id) ? { kind: "id", id } : { kind: "outOfRange" };
}

function decode(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
