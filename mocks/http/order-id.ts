/** The `orderId` path parameter: an int64 (section 4.2). */

import { parseId } from "../../base/ids.ts";
import type { AnswerTo } from "../../spec/open-questions.ts";

export type OrderIdReading =
  | { readonly kind: "id"; readonly id: bigint }
  /** No integer at all, or an integer beyond int64: the document does not say what they get. */
  | { readonly kind: "malformed" | "outOfRange" };

const canonical = /^(?:0|-?[1-9]\d*)$/;
const padded = /^-?0\d+$/;

/** Reads an id from its path segment, percent-encoding included. */
export function readOrderId(segment: string, paddedId: AnswerTo<"paddedId">): OrderIdReading {
  const text = decode(segment);
  const isPadded = padded.test(text);
  if (!canonical.test(text) && !(isPadded && paddedId === "same")) return { kind: "malformed" };
  const id = parseId(isPadded ? text.replace(/^(-?)0+(?=\d)/, "$1") : text);
  return id === undefined ? { kind: "outOfRange" } : { kind: "id", id };
}

function decode(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
