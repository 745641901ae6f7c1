/**
 * The orders of one world. A world starts as a view of a shared base and keeps only the differences, so that the cost of a
 * new world and of a reset does not depend on the number of orders.
 */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import type { WorldStorage } from "./order-storage.ts";
import { bytesOf, type WorldsRoom } from "./worlds-room.ts";

/** The orders from which every world of a mock starts. Never changed. */
export interface OrderBase {
  readonly orders: readonly FixtureOrder[];
  positionOf(id: bigint): number | undefined;
}

/** Orders are rendered and kept in blocks, so that a change costs one block and not the list. */
export const blockSize = 256;

/** A base from orders with unique ids. The index of positions is made at its first use. */
export function createOrderBase(orders: readonly FixtureOrder[]): OrderBase {
  let positions: Map<bigint, number> | undefined;
  return {
    orders,
    positionOf(id) {
      positions ??= new Map(orders.map((order, position) => [order.id, position]));
      return positions.get(id);
    },
  };
}

/** The differences between a world and its base. */
interface Changes {
  readonly orders: Map<number, FixtureOrder | undefined>;
  readonly added: Map<bigint, number>;
  readonly blockVersions: Map<number, number>;
}

interface StoreOptions {
  /** Storage of the changes beyond the process, with those of an earlier run. */
  readonly storage?: WorldStorage | undefined;
  /** Counts the bytes of the changes, and of orders that belong only to this world. */
  readonly room?: WorldsRoom | undefined;
  /** Called for each changed order. */
  readonly onChange?: (id: bigint) => void;
}

const nothing: ReadonlyMap<number, FixtureOrder | undefined> = new Map();

/** A class, since separate functions for each of many worlds would take most of their memory. */
export class OrderStore {
  base: OrderBase;
  /** Positions in use: 0 up to here, some of them empty after a removal. */
  size: number;
  version = 0;
  #storage: WorldStorage | undefined;
  #room: WorldsRoom | undefined;
  readonly #onChange: ((id: bigint) => void) | undefined;
  /** Made at the first change: most worlds of a large mock have none. */
  #changes: Changes | undefined;
  #bytes = 0;
  #hasOwnBase = false;

  constructor(base: OrderBase, { storage, room, onChange }: StoreOptions = {}) {
    this.#storage = storage;
    this.#room = room;
    this.#onChange = onChange;
    this.base = base;
    this.size = base.orders.length;
    const own = storage?.ownOrders();
    if (own) this.#startFrom(createOrderBase(own), true);
    for (const [position, order] of storage?.changes() ?? []) this.#take(position, order);
  }

  /** Number of orders, including cancelled ones. */
  get count(): number {
    let count = this.size;
    for (const order of this.changes().values()) if (order === undefined) count--;
    return count;
  }

  at(position: number): FixtureOrder | undefined {
    const orders = this.#changes?.orders;
    return orders?.has(position) ? orders.get(position) : this.base.orders[position];
  }

  find(id: bigint): FixtureOrder | undefined {
    const position = this.#positionOf(id);
    return position === undefined ? undefined : this.at(position);
  }

  /** Cancels a pending order. @returns its state before; undefined where there is none with the id */
  cancel(id: bigint): OrderStatus | undefined {
    return this.#move(id, "cancelled");
  }

  /** Ships a pending order; the document does not show how (section 3, rule 4). @returns as `cancel` */
  ship(id: bigint): OrderStatus | undefined {
    return this.#move(id, "shipped");
  }

  /** Replaces the order with the same id, or adds the order: at its place in the base, or at the end. */
  put(order: FixtureOrder): void {
    this.set(this.#positionOf(order.id) ?? this.base.positionOf(order.id) ?? this.size, order);
  }

  remove(id: bigint): void {
    const position = this.#positionOf(id);
    if (position !== undefined) this.set(position, undefined);
  }

  /** Sets the order at a position; undefined removes it. */
  set(position: number, order: FixtureOrder | undefined): void {
    this.#room?.expect(bytesOf(order) - this.#bytesAt(position));
    // Persist first, so that a failed write leaves memory unchanged.
    this.#storage?.write(position, order);
    const id = order?.id ?? this.at(position)?.id;
    this.#take(position, order);
    if (id !== undefined) this.#onChange?.(id);
  }

  /** Orders that differ from the base, by position; undefined for a removed one. */
  changes(): ReadonlyMap<number, FixtureOrder | undefined> {
    return this.#changes?.orders ?? nothing;
  }

  /** The version that last changed an order of this block; undefined while the block is the base's. */
  blockVersion(block: number): number | undefined {
    return this.#changes?.blockVersions.get(block);
  }

  /** Resets the store to its base, or to another one; `own` when that belongs only to this world. */
  reset(next = this.base, own = false): void {
    if (own) this.#room?.expectStart(next.orders);
    this.#storage?.reset(own ? next.orders : undefined);
    this.#startFrom(next, own);
  }

  /** Drops the stored changes. Later ones are neither stored nor counted. */
  drop(): void {
    this.#storage?.drop();
    this.#startFrom(this.base, false);
    this.#storage = undefined;
    this.#room = undefined;
  }

  #startFrom(next: OrderBase, own: boolean): void {
    if (own) this.#room?.countStart(next.orders, 1);
    if (this.#hasOwnBase) this.#room?.countStart(this.base.orders, -1);
    this.#count(-this.#bytes);
    this.#hasOwnBase = own;
    this.base = next;
    this.#changes = undefined;
    this.size = next.orders.length;
    this.version++;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#room?.take(bytes);
  }

  #bytesAt(position: number): number {
    const changes = this.changes();
    return changes.has(position) ? bytesOf(changes.get(position)) : 0;
  }

  #positionOf(id: bigint): number | undefined {
    const added = this.#changes?.added.get(id);
    if (added !== undefined) return added;
    const position = this.base.positionOf(id);
    return position === undefined || this.at(position) === undefined ? undefined : position;
  }

  #take(position: number, order: FixtureOrder | undefined): void {
    this.#changes ??= { orders: new Map(), added: new Map(), blockVersions: new Map() };
    const { orders, added, blockVersions } = this.#changes;
    if (position >= this.base.orders.length) {
      const before = orders.get(position);
      if (before) added.delete(before.id);
      if (order) added.set(order.id, position);
    }
    // Positions between the end and this one are empty: their orders were removed.
    for (let empty = this.size; empty < position; empty++) this.#put(orders, empty, undefined);
    this.#put(orders, position, order);
    this.version++;
    blockVersions.set(Math.floor(position / blockSize), this.version);
    this.size = Math.max(this.size, position + 1);
    // Frees empty positions at the end: otherwise provider states that are set up and torn down all day would fill the memory.
    while (this.size > this.base.orders.length && !orders.get(this.size - 1)) {
      this.size--;
      this.#count(-this.#bytesAt(this.size));
      orders.delete(this.size);
    }
  }

  #put(orders: Changes["orders"], position: number, order: FixtureOrder | undefined): void {
    this.#count(bytesOf(order) - this.#bytesAt(position));
    orders.set(position, order);
  }

  #move(id: bigint, status: OrderStatus): OrderStatus | undefined {
    const position = this.#positionOf(id);
    const order = position === undefined ? undefined : this.at(position);
    // Rule 1: only a pending order can be cancelled. Rule 2: shipping cannot be reversed.
    if (order?.status === "pending") this.set(position!, { ...order, status });
    return order?.status;
  }
}

/** All orders in list order, including cancelled ones, up to a limit. */
export function* ordersOf(store: OrderStore, limit = Number.POSITIVE_INFINITY): Generator<FixtureOrder> {
  let left = limit;
  for (let position = 0; position < store.size && left > 0; position++) {
    const order = store.at(position);
    if (!order) continue;
    left--;
    yield order;
  }
}
