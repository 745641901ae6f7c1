/**
 * The memory of the worlds of a mock in addition to their common base, in bytes. A change beyond the limit is refused like
 * one on a full disk: not made, and answered with 503.
 */

import { formatJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { NotKept, type WorldStorage } from "../core/order-storage.ts";
import type { OrderStore } from "../core/order-store.ts";

type Orders = readonly FixtureOrder[];

/**
 * Maximum number of bytes of all worlds of a mock together, in addition to those for changes of every order of the start
 * world.
 */
export const maxWorldBytes = 256 * 1024 * 1024;
const changedOrderBytes = 300;

export class WorldsRoom {
  readonly #most: number;
  #taken = 0;
  /** Custom orders from which worlds start, each with the number of worlds. */
  readonly #starts = new Map<Orders, number>();

  /** @param startOrders the number of orders of the start world, each of which can be changed */
  constructor(startOrders: number) {
    this.#most = maxWorldBytes + startOrders * 2 * changedOrderBytes;
  }

  /** @throws {NotKept} where the limit would be exceeded */
  expect(bytes: number): void {
    if (bytes > 0 && this.#taken + bytes > this.#most)
      throw new NotKept(
        `The worlds of this mock hold ${Math.floor(this.#most / 2 ** 20)} MiB, and can hold no more. Reset some, or drop idle ones: DELETE /_mock/worlds?idle=60.`,
      );
  }

  expectStart(orders: Orders): void {
    if (!this.#starts.has(orders)) this.expect(sumOf(orders));
  }

  take(bytes: number): void {
    this.#taken += bytes;
  }

  /** @param worlds the change of the number of worlds that start from these orders */
  countStart(orders: Orders, worlds: number): void {
    const before = this.#starts.get(orders) ?? 0;
    if (before === 0) this.take(sumOf(orders));
    this.#starts.set(orders, before + worlds);
    if (before + worlds > 0) return;
    this.take(-sumOf(orders));
    this.#starts.delete(orders);
  }
}

/**
 * Counts the bytes of one world, and emits each change of an order. Wraps the storage of orders beyond the process, if
 * there is one.
 */
export class WorldMemory implements WorldStorage {
  #room: WorldsRoom;
  #storage: WorldStorage | undefined;
  readonly #onChange: (id: bigint) => void;
  /** The store of the world; set once it exists. */
  store: OrderStore | undefined;
  #bytes = 0;
  #ownOrders: Orders | undefined;

  constructor(room: WorldsRoom, storage: WorldStorage | undefined, onChange: (id: bigint) => void) {
    this.#room = room;
    this.#storage = storage;
    this.#onChange = onChange;
  }

  ownOrders(): Orders | undefined {
    const orders = this.#storage?.ownOrders();
    this.#startFrom(orders);
    return orders;
  }

  changes(): ReturnType<WorldStorage["changes"]> {
    const changes = [...(this.#storage?.changes() ?? [])];
    for (const [, order] of changes) this.#take(bytesOf(order));
    return changes;
  }

  write(position: number, order: FixtureOrder | undefined): void {
    const changes = this.store?.changes();
    const more = bytesOf(order) - (changes?.has(position) ? bytesOf(changes.get(position)) : 0);
    this.#room.expect(more);
    this.#storage?.write(position, order);
    this.#take(more);
    const id = order?.id ?? this.store?.at(position)?.id;
    if (id !== undefined) this.#onChange(id);
  }

  reset(ownOrders?: Orders): void {
    if (ownOrders) this.#room.expectStart(ownOrders);
    this.#storage?.reset(ownOrders);
    this.#startFrom(ownOrders);
  }

  drop(): void {
    this.#storage?.drop();
    this.#startFrom(undefined);
    // Later changes are neither stored nor counted.
    this.#storage = undefined;
    this.#room = new WorldsRoom(0);
  }

  #take(bytes: number): void {
    this.#room.take(bytes);
    this.#bytes += bytes;
  }

  /** Number of bytes of a world without a change. */
  #startFrom(orders: Orders | undefined): void {
    this.#take(-this.#bytes);
    if (orders) this.#room.countStart(orders, 1);
    if (this.#ownOrders) this.#room.countStart(this.#ownOrders, -1);
    this.#ownOrders = orders;
  }
}

/** Number of bytes of the entry for a removed order. */
function bytesOf(order: FixtureOrder | undefined): number {
  let bytes = changedOrderBytes;
  for (const name in order) {
    const value = order[name];
    if (typeof value === "string") bytes += 2 * value.length;
    else if (typeof value === "object" && value !== null) bytes += 4 * formatJson(value).length;
  }
  return bytes;
}

const sumOf = (orders: Orders) => orders.reduce((sum, order) => sum + bytesOf(order), 0);
