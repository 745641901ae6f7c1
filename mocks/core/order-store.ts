/**
 * The orders of one world. A world starts as a view of a shared base and keeps
 * only what differs from it, so that making one and resetting one cost the same
 * however many orders there are.
 */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderSequence } from "../../fixtures/order-sequence.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import { type TransitionOutcome, transitions } from "./order.ts";
import type { WorldKeeper } from "./order-keeper.ts";

/** The orders every world of a mock starts from. Never changed. */
export interface OrderBase {
  readonly orders: OrderSequence;
  /** Position of an id in `orders`. */
  positionOf(id: bigint): number | undefined;
}

/** Orders are rendered in blocks of this many: a change costs one block, not the list. */
export const blockSize = 512;

/** An order was not found, is as it was, or has moved to the next state. */
export interface TransitionResult {
  readonly outcome: TransitionOutcome | "unknown";
  /** The state before the attempt. */
  readonly before?: OrderStatus;
}

export interface OrderStore {
  readonly base: OrderBase;
  /** Positions in use: 0 up to here, some of them empty after a removal. */
  readonly size: number;
  at(position: number): FixtureOrder | undefined;
  find(id: bigint): FixtureOrder | undefined;
  cancel(id: bigint): TransitionResult;
  ship(id: bigint): TransitionResult;
  /** Adds an order, or puts it in the place of the one with its id. */
  put(order: FixtureOrder): void;
  remove(id: bigint): boolean;
  /** Back to the base, or to another one; `own` when that is this world's alone. */
  reset(base?: OrderBase, own?: boolean): void;
  /** What differs from the base, by position; undefined where an order was removed. */
  changes(): ReadonlyMap<number, FixtureOrder | undefined>;
  /** Whether a block holds something the base does not. */
  isChanged(block: number): boolean;
  /** Called with the position of an order that changed; with nothing when all may have. */
  onChange: ((position?: number) => void) | undefined;
}

/** A base from orders with unique ids. The index by id is made at the first look-up. */
export function createOrderBase(orders: OrderSequence): OrderBase {
  let positions: Map<bigint, number> | undefined;
  return {
    orders,
    positionOf(id) {
      if (orders.positionOf) return orders.positionOf(id);
      positions ??= indexOf(orders);
      return positions.get(id);
    },
  };
}

function indexOf(orders: OrderSequence): Map<bigint, number> {
  const positions = new Map<bigint, number>();
  let position = 0;
  for (const { id } of orders) positions.set(id, position++);
  return positions;
}

/** @param keeper where changes are kept beyond the process, and what an earlier run left there */
export function createOrderStore(initialBase: OrderBase, keeper?: WorldKeeper): OrderStore {
  let base = initialBase;
  /** What differs from the base, by position; undefined where an order was removed. */
  let changed = new Map<number, FixtureOrder | undefined>();
  let changedBlocks = new Set<number>();
  let added = new Map<bigint, number>();
  let size = base.orders.length;

  const at = (position: number) => (changed.has(position) ? changed.get(position) : base.orders.at(position));
  const positionOf = (id: bigint) => added.get(id) ?? base.positionOf(id);

  function write(position: number, order: FixtureOrder | undefined): void {
    // Kept first: what nobody could keep must not be seen to have happened.
    keeper?.write(position, order);
    take(position, order);
    store.onChange?.(position);
  }

  function take(position: number, order: FixtureOrder | undefined): void {
    changed.set(position, order);
    changedBlocks.add(Math.floor(position / blockSize));
  }

  function move(id: bigint, trigger: "cancel" | "ship"): TransitionResult {
    const position = positionOf(id);
    const order = position === undefined ? undefined : at(position);
    if (position === undefined || order === undefined) return { outcome: "unknown" };
    const { next, outcome } = transitions[trigger][order.status];
    if (outcome === "done") write(position, { ...order, status: next });
    return { outcome, before: order.status };
  }

  const store: OrderStore = {
    get base() {
      return base;
    },
    get size() {
      return size;
    },
    at,
    find(id) {
      const position = positionOf(id);
      return position === undefined ? undefined : at(position);
    },
    cancel: (id) => move(id, "cancel"),
    ship: (id) => move(id, "ship"),
    put(order) {
      let position = positionOf(order.id);
      if (position === undefined) {
        position = size;
        write(position, order);
        added.set(order.id, position);
        size = position + 1;
        return;
      }
      write(position, order);
    },
    remove(id) {
      const position = positionOf(id);
      if (position === undefined || at(position) === undefined) return false;
      write(position, undefined);
      return true;
    },
    changes: () => changed,
    reset(next = base, own = false) {
      keeper?.reset(own ? [...next.orders] : undefined);
      base = next;
      changed = new Map();
      changedBlocks = new Set();
      added = new Map();
      size = base.orders.length;
      store.onChange?.();
    },
    isChanged: (block) => changedBlocks.has(block),
    onChange: undefined,
  };
  for (const [position, order] of keeper?.changes() ?? []) {
    take(position, order);
    if (position < base.orders.length) continue;
    if (order) added.set(order.id, position);
    size = Math.max(size, position + 1);
  }
  return store;
}

/** Every order of a store in list order, cancelled ones too. */
export function* ordersOf(store: OrderStore): Generator<FixtureOrder> {
  for (let position = 0; position < store.size; position++) {
    const order = store.at(position);
    if (order) yield order;
  }
}
