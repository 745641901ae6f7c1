/** Checksums that catch a slip of the hand: FNV-1a, 32 bits, as 8 hexadecimal digits. */

import { formatJson } from "../../base/json.ts";
import { inBatches, type Steps } from "../../base/steps.ts";
import type { OrderBase } from "../core/order-store.ts";

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

function addText(sum: number, text: string): number {
  let next = sum;
  for (let index = 0; index < text.length; index++) next = Math.imul(next ^ text.charCodeAt(index), prime);
  return next;
}

const inHex = (sum: number) => (sum >>> 0).toString(16).padStart(8, "0");

export function checksumOf(text: string): string {
  return inHex(addText(offsetBasis, text));
}

const sums = new WeakMap<OrderBase, string>();

/** Of the orders that worlds start from; reckoned once. */
export function* checksumOfBase(base: OrderBase): Steps<string> {
  const kept = sums.get(base);
  if (kept !== undefined) return kept;
  let total = offsetBasis;
  yield* inBatches(base.orders, (order) => {
    total = addText(total, formatJson(order));
  });
  const sum = inHex(total);
  sums.set(base, sum);
  return sum;
}
