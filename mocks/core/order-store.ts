/**
 * The orders of one world. A world starts as a view of a shared base and keeps only the differences, so that the cost of a
 * new world and of a reset does not depend on the number of orders.
 */

import { BadInput } from "../../base/bad-input.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { defaultSource, type OrderSource } from "../../fixtures/order-source.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import { bytesOf, type Change, WorldMemory } from "./order-storage.ts";

/** Orders from which worlds start. Never changed. */
export class OrderBase {
  readonly orders: readonly FixtureOrder[];
  readonly source: OrderSource;
  /** Whether it is the start of the mock: worlds on it store and count only their changes. */
  isFirst = false;
  /** Number of worlds that start from it otherwise. */
  worlds = 0;
  #positions: ReadonlyMap<bigint, number> | undefined;

  /** @param orders with unique ids */
  constructor(orders: readonly FixtureOrder[], source = defaultSource) {
    this.orders = orders;
    this.source = source;
  }

  positionOf(id: bigint): number | undefined {
    this.#positions ??= new Map(this.orders.map((order, position) => [order.id, position]));
    return this.#positions.get(id);
  }

  get bytes(): number {
    return this.orders.reduce((sum, order) => sum + bytesOf(order), 0);
  }
}

/** Orders are rendered and kept in blocks, so that a change costs one block and not the list. */
export const blockSize = 256;

/** The differences between a world and its base. */
interface Changes {
  readonly orders: Map<number, FixtureOrder | undefined>;
  readonly added: Map<bigint, number>;
  readonly blockVersions: Map<number, number>;
}

const nothing: ReadonlyMap<number, FixtureOrder | undefined> = new Map();

/** A class, since separate functions for each of many worlds would take most of their memory. */
export class OrderStore {
  base: OrderBase;
  /** Positions in use: 0 up to here, some of them empty after a removal. */
  size: number;
  version = 0;
  #memory: WorldMemory;
  readonly #world: string;
  readonly #onChange: ((id: bigint) => void) | undefined;
  /** Made at the first change: most worlds of a large mock have none. */
  #changes: Changes | undefined;

  /** @param onChange called for each changed order */
  constructor(base: OrderBase, memory = new WorldMemory(), world = "", onChange?: (id: bigint) => void) {
    this.#memory = memory;
    this.#world = world;
    this.#onChange = onChange;
    this.base = base;
    this.size = base.orders.length;
    const own = memory.storage?.ownOrders(world);
    if (own) this.#enter(new OrderBase(own, { ...base.source, fixtures: own }));
    if (memory.storage) this.load(memory.storage.changes(world), true);
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
    this.#memory.expect(bytesOf(order) - this.#bytesAt(position));
    // Persist first, so that a failed write leaves memory unchanged.
    this.#memory.storage?.write(this.#world, position, order);
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

  /** Resets the store to its base, or to another one. @throws {NotKept} */
  reset(next = this.base): void {
    if (!next.isFirst && next.worlds === 0) this.#memory.expect(next.bytes);
    this.#memory.storage?.reset(this.#world, next.isFirst ? undefined : next.orders);
    this.#leave();
    this.#enter(next);
  }

  /**
   * Takes over changes that another store has made. @throws {BadInput} for others @throws {NotKept}
   * @param isStored whether they have been accepted, so that they are taken whatever memory they need
   */
  load(changes: readonly Change[], isStored = false): void {
    if (!isStored) this.#memory.expect(changes.reduce((sum, [, order]) => sum + bytesOf(order), 0));
    const { length } = this.base.orders;
    for (const [position, order] of changes.toSorted(([a], [b]) => a - b)) {
      const isPlace = Number.isInteger(position) && position >= 0 && position < length + changes.length;
      if (!isPlace || (order && !this.#isPlaceOf(order.id, position)))
        throw new BadInput(`Cannot load an order: its place ${position} is not one of this world.`);
      this.#take(position, order);
    }
  }

  /** Whether an order with the id can be there: ids are unique, and an order of the base keeps its position. */
  #isPlaceOf(id: bigint, position: number): boolean {
    const own = this.base.positionOf(id);
    if (own !== undefined) return own === position;
    return position >= this.base.orders.length && !this.#changes?.added.has(id);
  }

  /** Drops the stored changes. Later ones are neither stored nor counted. */
  drop(): void {
    this.#memory.storage?.drop(this.#world);
    const { orders, source } = this.base;
    this.#leave();
    this.#memory = new WorldMemory();
    this.#use(new OrderBase(orders, source));
  }

  #leave(): void {
    for (const order of this.changes().values()) this.#memory.bytes -= bytesOf(order);
    this.#changes = undefined;
    if (this.base.worlds > 0 && --this.base.worlds === 0) this.#memory.bytes -= this.base.bytes;
  }

  #enter(next: OrderBase): void {
    if (!next.isFirst && next.worlds++ === 0) this.#memory.bytes += next.bytes;
    this.#use(next);
  }

  #use(next: OrderBase): void {
    this.base = next;
    this.size = next.orders.length;
    this.version++;
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
      this.#memory.bytes -= this.#bytesAt(this.size);
      orders.delete(this.size);
    }
  }

  #put(orders: Changes["orders"], position: number, order: FixtureOrder | undefined): void {
    this.#memory.bytes += bytesOf(order) - this.#bytesAt(position);
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
