/**
 * The bytes of the order list, kept between answers. A change renders one block
 * of orders anew; a world that differs nowhere shares its base's blocks.
 */

import { blockSize, type OrderBase, type OrderStore } from "../core/order-store.ts";
import { type OrderLook, orderText } from "./order-text.ts";

export interface ListBytes {
  /** The list in pieces; together they are one JSON array. */
  readonly pieces: readonly Uint8Array[];
  readonly length: number;
}

const encoder = new TextEncoder();
const open = encoder.encode("[");
const close = encoder.encode("]");

/** A list up to this many bytes goes out in one piece. */
const onePieceLimit = 256 * 1024;

/** Blocks of a base as each look shows them, shared by every world on that base. */
const sharedBlocks = new WeakMap<OrderBase, Map<string, (Uint8Array | undefined)[]>>();

function blocksOf(base: OrderBase, look: OrderLook): (Uint8Array | undefined)[] {
  const looks = sharedBlocks.get(base) ?? new Map<string, (Uint8Array | undefined)[]>();
  sharedBlocks.set(base, looks);
  const key = `${look.cancelledInList}/${look.statusField}`;
  const blocks = looks.get(key) ?? [];
  looks.set(key, blocks);
  return blocks;
}

/** The orders of a block, each with a comma before it. */
function renderBlock(store: OrderStore, block: number, look: OrderLook): Uint8Array {
  let text = "";
  const end = Math.min((block + 1) * blockSize, store.size);
  for (let position = block * blockSize; position < end; position++) {
    const order = store.at(position);
    const shown = order && orderText(order, look);
    if (shown !== undefined) text += `,${shown}`;
  }
  return encoder.encode(text);
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}

/**
 * A function that gives the list's bytes as they are now.
 * It takes over `store.onChange`.
 */
export function createListBytes(store: OrderStore, currentLook: () => OrderLook): () => ListBytes {
  let kept: ListBytes | undefined;
  let keptLook: OrderLook | undefined;
  let ownBlocks: (Uint8Array | undefined)[] = [];

  store.onChange = (block) => {
    kept = undefined;
    if (block === undefined) ownBlocks = [];
    else ownBlocks[block] = undefined;
  };

  return () => {
    const look = currentLook();
    if (kept && keptLook === look) return kept;
    if (keptLook !== look) ownBlocks = [];
    keptLook = look;

    const shared = blocksOf(store.base, look);
    const pieces: Uint8Array[] = [open];
    let length = 2;
    for (let block = 0; block * blockSize < store.size; block++) {
      const blocks = store.isChanged(block) ? ownBlocks : shared;
      const bytes = blocks[block] ?? renderBlock(store, block, look);
      blocks[block] = bytes;
      if (bytes.length === 0) continue;
      // Only the first order shown goes without its comma.
      const piece = pieces.length === 1 ? bytes.subarray(1) : bytes;
      pieces.push(piece);
      length += piece.length;
    }
    pieces.push(close);
    kept = { pieces: length <= onePieceLimit ? [join(pieces, length)] : pieces, length };
    return kept;
  };
}
