/**
 * The bytes of the order list, kept between answers. A change renders one block
 * of orders anew; a world that differs nowhere shares its base's blocks.
 */

import { blockSize, type OrderBase, type OrderStore } from "../core/order-store.ts";
import { type ByteBudget, createByteBudget, type KeptBytes } from "./byte-budget.ts";
import { type ListBlock, patchBlock, renderBlock } from "./list-block.ts";
import type { OrderLook } from "./order-text.ts";

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

/** A base as one look shows it, shared by every world on that base. */
interface SharedBytes {
  readonly blocks: (ListBlock | undefined)[];
  list?: ListBytes;
}
const sharedBytes = new WeakMap<OrderBase, Map<string, SharedBytes>>();

function sharedBytesOf(base: OrderBase, look: OrderLook): SharedBytes {
  const looks = sharedBytes.get(base) ?? new Map<string, SharedBytes>();
  sharedBytes.set(base, looks);
  const key = `${look.cancelledInList}/${look.statusField}`;
  const shared = looks.get(key) ?? { blocks: [] };
  looks.set(key, shared);
  return shared;
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
export function createListBytes(
  store: OrderStore,
  currentLook: () => OrderLook,
  budget: ByteBudget = createByteBudget(),
): () => ListBytes {
  let kept: ListBytes | undefined;
  let keptLook: OrderLook | undefined;
  /** Blocks that differ from the base's, as they were when the list was last asked for. */
  let ownBlocks: (ListBlock | undefined)[] | undefined;
  /** Whether those are all that differed then; a block without its own looked like the base's. */
  let isWhole = false;
  /** Positions changed since then, by block. */
  let dirty: Map<number, number[]> | undefined;
  /** What this world alone keeps; made at the first. */
  let own: KeptBytes | undefined;

  store.onChange = (position) => {
    kept = undefined;
    if (position === undefined) return dropOwn();
    const block = Math.floor(position / blockSize);
    dirty ??= new Map();
    const positions = dirty.get(block);
    if (positions) positions.push(position);
    else dirty.set(block, [position]);
  };

  function changedBlock(block: number, shared: SharedBytes, look: OrderLook): ListBlock {
    ownBlocks ??= [];
    const old = ownBlocks[block] ?? (isWhole ? shared.blocks[block] : undefined);
    const positions = dirty?.get(block);
    if (!old) ownBlocks[block] = renderBlock(store, block, look);
    else if (positions) ownBlocks[block] = patchBlock(old, store, block, look, positions);
    return ownBlocks[block]!;
  }

  function sharedBlock(block: number, { blocks }: SharedBytes, look: OrderLook): ListBlock {
    const kept = blocks[block] ?? renderBlock(store, block, look);
    blocks[block] = kept;
    return kept;
  }

  function render(look: OrderLook): ListBytes {
    const shared = sharedBytesOf(store.base, look);
    const isOwn = store.changes().size > 0;
    if (!isOwn && shared.list) {
      isWhole = true;
      return shared.list;
    }
    const pieces: Uint8Array[] = [open];
    let length = 2;
    let ownBytes = 0;
    for (let block = 0; block * blockSize < store.size; block++) {
      const isChanged = store.isChanged(block);
      const { bytes } = isChanged ? changedBlock(block, shared, look) : sharedBlock(block, shared, look);
      if (isChanged) ownBytes += bytes.length;
      if (bytes.length === 0) continue;
      // Only the first order shown goes without its comma.
      const piece = pieces.length === 1 ? bytes.subarray(1) : bytes;
      pieces.push(piece);
      length += piece.length;
    }
    pieces.push(close);
    dirty = undefined;
    isWhole = true;
    const isJoined = length <= onePieceLimit;
    const list = { pieces: isJoined ? [join(pieces, length)] : pieces, length };
    if (isOwn) {
      own ??= { bytes: 0, wasUsed: false, drop: dropOwn };
      budget.keep(own, ownBytes + (isJoined ? length : 0));
    } else shared.list = list;
    return list;
  }

  function dropOwn(): void {
    kept = undefined;
    ownBlocks = undefined;
    dirty = undefined;
    isWhole = false;
  }

  return () => {
    const look = currentLook();
    if (kept && keptLook === look) {
      if (own) own.wasUsed = true;
      return kept;
    }
    if (keptLook !== look) dropOwn();
    keptLook = look;
    kept = render(look);
    return kept;
  };
}
