/**
 * A block of the list as bytes. A changed order is cut out and put in anew;
 * the others are copied as they stand, which costs a thirtieth of writing them out.
 */

import { blockSize, type OrderStore } from "../core/order-store.ts";
import { type OrderLook, orderText } from "./order-text.ts";

export interface ListBlock {
  /** The orders, each with a comma before it. Never written to: answers under way hold it. */
  readonly bytes: Uint8Array;
  /** Where each order begins, and the last one ends; undefined where letters of several bytes blur it. */
  readonly offsets: Uint32Array | undefined;
}

/** From this many changes on a block is written out anew. */
const mostPatches = 64;

const encoder = new TextEncoder();

/** A block written out. */
export function renderBlock(
  store: Pick<OrderStore, "at" | "size">,
  block: number,
  look: OrderLook,
): ListBlock {
  const start = block * blockSize;
  const count = Math.min(blockSize, store.size - start);
  const offsets = new Uint32Array(count + 1);
  let text = "";
  for (let index = 0; index < count; index++) {
    text += listed(store, start + index, look);
    offsets[index + 1] = text.length;
  }
  const bytes = encoder.encode(text);
  return { bytes, offsets: bytes.length === text.length ? offsets : undefined };
}

/** The block after the orders at these positions have changed. */
export function patchBlock(
  old: ListBlock,
  store: OrderStore,
  block: number,
  look: OrderLook,
  changed: readonly number[],
): ListBlock {
  const { offsets } = old;
  const start = block * blockSize;
  const count = Math.min(blockSize, store.size - start);
  if (!offsets || offsets.length !== count + 1 || changed.length > mostPatches) {
    return renderBlock(store, block, look);
  }
  const pieces = changed
    .toSorted((a, b) => a - b)
    .filter((position, index, all) => position !== all[index - 1])
    .map((position) => {
      const index = position - start;
      const bytes = encoder.encode(listed(store, position, look));
      return { index, bytes, grows: bytes.length - (offsets[index + 1]! - offsets[index]!) };
    });

  const nextOffsets = offsets.slice();
  const bytes = new Uint8Array(pieces.reduce((length, { grows }) => length + grows, old.bytes.length));
  let from = 0;
  let shift = 0;
  for (const [number, piece] of pieces.entries()) {
    const begin = offsets[piece.index]!;
    bytes.set(old.bytes.subarray(from, begin), from + shift);
    bytes.set(piece.bytes, begin + shift);
    from = offsets[piece.index + 1]!;
    shift += piece.grows;
    const next = pieces[number + 1]?.index ?? count;
    for (let index = piece.index + 1; index <= next; index++) nextOffsets[index] = offsets[index]! + shift;
  }
  bytes.set(old.bytes.subarray(from), from + shift);
  return { bytes, offsets: nextOffsets };
}

/** The block as views of the old bytes with the changed orders between; undefined where nobody knows where they are. */
export function viewBlock(
  { bytes, offsets }: ListBlock,
  store: OrderStore,
  block: number,
  look: OrderLook,
  changed: readonly number[],
): readonly Uint8Array[] | undefined {
  const start = block * blockSize;
  if (!offsets || offsets.length !== Math.min(blockSize, store.size - start) + 1) return undefined;
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const position of changed.toSorted((a, b) => a - b)) {
    pieces.push(
      bytes.subarray(from, offsets[position - start]),
      encoder.encode(listed(store, position, look)),
    );
    from = offsets[position - start + 1]!;
  }
  pieces.push(bytes.subarray(from));
  return pieces.filter(({ length }) => length > 0);
}

function listed(store: Pick<OrderStore, "at" | "size">, position: number, look: OrderLook): string {
  const order = store.at(position);
  const shown = order && orderText(order, look);
  return shown === undefined ? "" : `,${shown}`;
}
