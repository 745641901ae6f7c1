/**
 * The bytes of the order list, kept between answers. A change renders one block
 * of orders anew; a world that differs nowhere shares its base's blocks.
 */

import { blockSize, type OrderBase, type OrderStore } from "../core/order-store.ts";
import { type ByteBudget, createByteBudget, type KeptBytes } from "./byte-budget.ts";
import { type ListBlock, patchBlock, renderBlock, viewBlock } from "./list-block.ts";
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

/** Up to this many bytes a list is one piece at its first reading already. */
const smallList = 16 * 1024;
/** With more changes in a world its changed blocks are copied. */
const mostViews = 16;

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
  const list = new KeptList(store, budget);
  return () => list.read(currentLook());
}

/** A class, for the sake of many worlds: methods of its own would cost each of them more than the rest. */
class KeptList implements KeptBytes {
  bytes = 0;
  wasUsed = false;
  readonly #store: OrderStore;
  readonly #budget: ByteBudget;
  #kept: ListBytes | undefined;
  #look: OrderLook | undefined;
  /** Blocks of many changes, as they were when the list was last asked for. */
  #ownBlocks: (ListBlock | undefined)[] | undefined;
  /** Positions changed since then in those blocks. */
  #dirty: Map<number, number[]> | undefined;
  /** What differs from the base, by block: for the time of one rendering. */
  #changes: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(store: OrderStore, budget: ByteBudget) {
    this.#store = store;
    this.#budget = budget;
    store.onChange = (position) => this.#change(position);
  }

  read(look: OrderLook): ListBytes {
    const kept = this.#kept;
    if (kept && this.#look === look) {
      this.wasUsed = true;
      // Read once, a long list is not worth a copy; read again, it is.
      if (kept.pieces.length > 1 && kept.length <= onePieceLimit) this.#kept = this.#joined(kept);
      return this.#kept!;
    }
    if (this.#look !== look) this.drop();
    this.#look = look;
    this.#kept = this.#render(look);
    return this.#kept;
  }

  drop(): void {
    this.#kept = undefined;
    this.#ownBlocks = undefined;
    this.#dirty = undefined;
  }

  #change(position: number | undefined): void {
    if (position === undefined) {
      this.drop();
      return;
    }
    this.#kept = undefined;
    const block = Math.floor(position / blockSize);
    if (!this.#ownBlocks?.[block]) return;
    this.#dirty ??= new Map();
    const positions = this.#dirty.get(block);
    if (positions) positions.push(position);
    else this.#dirty.set(block, [position]);
  }

  #render(look: OrderLook): ListBytes {
    const store = this.#store;
    const shared = sharedBytesOf(store.base, look);
    const isOwn = store.changes().size > 0;
    if (!isOwn && shared.list) return shared.list;
    const pieces: Uint8Array[] = [open];
    let length = 2;
    let ownBytes = 0;
    for (let block = 0; block * blockSize < store.size; block++) {
      const isChanged = store.isChanged(block);
      const blockPieces = isChanged
        ? this.#changedBlock(block, shared, look)
        : [sharedBlock(block, store.base, shared, look).bytes];
      for (const bytes of blockPieces) {
        if (bytes.length === 0) continue;
        // Only the first order shown goes without its comma.
        const piece = pieces.length === 1 ? bytes.subarray(1) : bytes;
        pieces.push(piece);
        length += piece.length;
      }
      ownBytes += this.#ownBlocks?.[block]?.bytes.length ?? 0;
    }
    pieces.push(close);
    this.#dirty = undefined;
    this.#changes = undefined;
    if (!isOwn) {
      shared.list = { pieces: length <= onePieceLimit ? [join(pieces, length)] : pieces, length };
      return shared.list;
    }
    this.#budget.keep(this, ownBytes);
    return length <= smallList ? this.#joined({ pieces, length }) : { pieces, length };
  }

  #joined({ pieces, length }: ListBytes): ListBytes {
    this.#budget.keep(this, this.bytes + length);
    return { pieces: [join(pieces, length)], length };
  }

  /** A changed block in pieces: views of the base's bytes around few changes, else bytes of its own. */
  #changedBlock(block: number, shared: SharedBytes, look: OrderLook): readonly Uint8Array[] {
    const store = this.#store;
    const own = this.#ownBlocks?.[block];
    if (own) {
      const positions = this.#dirty?.get(block);
      if (positions) this.#ownBlocks![block] = patchBlock(own, store, block, look, positions);
      return [this.#ownBlocks![block]!.bytes];
    }
    const base = sharedBlock(block, store.base, shared, look);
    this.#changes ??= changesByBlock(store);
    const changed = this.#changes.get(block) ?? [];
    const isLittle = store.changes().size <= mostViews;
    const views = isLittle ? viewBlock(base, store, block, look, changed) : undefined;
    if (views) return views;
    this.#ownBlocks ??= [];
    const made = patchBlock(base, store, block, look, changed);
    this.#ownBlocks[block] = made;
    return [made.bytes];
  }
}

/** What differs from the base, by block. */
function changesByBlock(store: OrderStore): ReadonlyMap<number, readonly number[]> {
  const blocks = new Map<number, number[]>();
  for (const position of store.changes().keys()) {
    const block = Math.floor(position / blockSize);
    const positions = blocks.get(block);
    if (positions) positions.push(position);
    else blocks.set(block, [position]);
  }
  return blocks;
}

function sharedBlock(
  block: number,
  { orders }: OrderBase,
  { blocks }: SharedBytes,
  look: OrderLook,
): ListBlock {
  const base = { at: (position: number) => orders.at(position), size: orders.length };
  blocks[block] ??= renderBlock(base, block, look);
  return blocks[block];
}
