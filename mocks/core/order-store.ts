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
  let positions: Map<bigint | number, number> | undefined;
  return {
    orders,
    positionOf(id) {
      if (orders.positionOf) return orders.positionOf(id);
      positions ??= indexOf(orders);
      return positions.get(keyOf(id));
    },
  };
}

function indexOf(orders: OrderSequence): Map<bigint | number, number> {
  const positions = new Map<bigint | number, number>();
  let position = 0;
  for (const { id } of orders) positions.set(keyOf(id), position++);
  return positions;
}

/** A number, which a map finds four times as fast, where it tells ids apart. */
function keyOf(id: bigint): bigint | number {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : id;
}

/** @param keeper where changes are kept beyond the process, and what an earlier run left there */
export function createOrderStore(base: OrderBase, keeper?: WorldKeeper): OrderStore {
  return new Store(base, keeper);
}

const nothing: ReadonlyMap<number, FixtureOrder | undefined> = new Map();

/** A class whose parts are made at need, for the sake of many worlds: each costs little until it differs. */
class Store implements OrderStore {
  base: OrderBase;
  size: number;
  onChange: OrderStore["onChange"] = undefined;
  readonly #keeper: WorldKeeper | undefined;
  /** What differs from the base, by position; undefined where an order was removed. */
  #changed: Map<number, FixtureOrder | undefined> | undefined;
  /** A block that differs, where it is the only one: most worlds change little. */
  #changedBlock = -1;
  #changedBlocks: Set<number> | undefined;
  #added: Map<bigint, number> | undefined;

  constructor(base: OrderBase, keeper: WorldKeeper | undefined) {
    this.base = base;
    this.size = base.orders.length;
    this.#keeper = keeper;
    for (const [position, order] of keeper?.changes() ?? []) {
      this.#take(position, order);
      if (position < base.orders.length) continue;
      if (order) this.#add(order.id, position);
      this.size = Math.max(this.size, position + 1);
    }
  }

  at(position: number): FixtureOrder | undefined {
    return this.#changed?.has(position) ? this.#changed.get(position) : this.base.orders.at(position);
  }

  find(id: bigint): FixtureOrder | undefined {
    const position = this.#positionOf(id);
    return position === undefined ? undefined : this.at(position);
  }

  cancel(id: bigint): TransitionResult {
    return this.#move(id, "cancel");
  }

  ship(id: bigint): TransitionResult {
    return this.#move(id, "ship");
  }

  put(order: FixtureOrder): void {
    const position = this.#positionOf(order.id);
    if (position !== undefined) {
      this.#write(position, order);
      return;
    }
    const next = this.size;
    this.#write(next, order);
    this.#add(order.id, next);
    this.size = next + 1;
  }

  remove(id: bigint): boolean {
    const position = this.#positionOf(id);
    if (position === undefined || this.at(position) === undefined) return false;
    this.#write(position, undefined);
    return true;
  }

  changes(): ReadonlyMap<number, FixtureOrder | undefined> {
    return this.#changed ?? nothing;
  }

  isChanged(block: number): boolean {
    return this.#changedBlocks ? this.#changedBlocks.has(block) : this.#changedBlock === block;
  }

  reset(next = this.base, own = false): void {
    this.#keeper?.reset(own ? next.orders : undefined);
    this.base = next;
    this.#changed = undefined;
    this.#changedBlock = -1;
    this.#changedBlocks = undefined;
    this.#added = undefined;
    this.size = next.orders.length;
    this.onChange?.();
  }

  #positionOf(id: bigint): number | undefined {
    return this.#added?.get(id) ?? this.base.positionOf(id);
  }

  #add(id: bigint, position: number): void {
    this.#added ??= new Map();
    this.#added.set(id, position);
  }

  #write(position: number, order: FixtureOrder | undefined): void {
    // Kept first: what nobody could keep must not be seen to have happened.
    this.#keeper?.write(position, order);
    this.#take(position, order);
    this.onChange?.(position);
  }

  #take(position: number, order: FixtureOrder | undefined): void {
    this.#changed ??= new Map();
    this.#changed.set(position, order);
    const block = Math.floor(position / blockSize);
    if (this.isChanged(block)) return;
    if (this.#changedBlock < 0) this.#changedBlock = block;
    else {
      this.#changedBlocks ??= new Set([this.#changedBlock]);
      this.#changedBlocks.add(block);
    }
  }

  #move(id: bigint, trigger: "cancel" | "ship"): TransitionResult {
    const position = this.#positionOf(id);
    const order = position === undefined ? undefined : this.at(position);
    if (position === undefined || order === undefined) return { outcome: "unknown" };
    const { next, outcome } = transitions[trigger][order.status];
    if (outcome === "done") this.#write(position, { ...order, status: next });
    return { outcome, before: order.status };
  }
}

/** Every order of a store in list order, cancelled ones too. */
export function* ordersOf(store: OrderStore): Generator<FixtureOrder> {
  for (let position = 0; position < store.size; position++) {
    const order = store.at(position);
    if (order) yield order;
  }
}
