/**
 * How much the worlds of a mock hold of their own, in bytes. What would go past the bound is refused
 * as a full disk's change is: not made, and answered with 503.
 */

import { formatJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { NotKept, type WorldStorage } from "../core/order-storage.ts";
import type { OrderStore } from "../core/order-store.ts";

/** Of all worlds of a mock together, besides what changing every order of the start world takes. */
export const mostWorldBytes = 256 * 1024 * 1024;
/** What the parts of a world come to that hold nothing yet. */
const emptyWorldBytes = 2000;
const changedOrderBytes = 300;

/** Room for all worlds of a mock. */
export class WorldsRoom {
  readonly #most: number;
  #taken = 0;
  /** Orders that worlds start from; several may share them. */
  readonly #shared = new Map<readonly FixtureOrder[], { readonly bytes: number; worlds: number }>();

  /** @param startOrders how many orders the start world has: each can be changed */
  constructor(startOrders: number) {
    this.#most = mostWorldBytes + startOrders * 2 * changedOrderBytes;
  }

  /** @param bytes less than none are free again @throws {NotKept} where there is no such room */
  take(bytes: number): void {
    if (bytes > 0 && this.#taken + bytes > this.#most)
      throw new NotKept(
        `The worlds of this mock hold ${Math.floor(this.#most / 2 ** 20)} MiB, and can hold no more. Reset some, or drop idle ones: DELETE /_mock/worlds?idle=60.`,
      );
    this.#taken += bytes;
  }

  /** @throws {NotKept} */
  takeOrders(orders: readonly FixtureOrder[]): void {
    const shared = this.#shared.get(orders) ?? { bytes: sumOf(orders), worlds: 0 };
    if (shared.worlds === 0) this.take(shared.bytes);
    shared.worlds++;
    this.#shared.set(orders, shared);
  }

  freeOrders(orders: readonly FixtureOrder[]): void {
    const shared = this.#shared.get(orders);
    if (!shared || --shared.worlds > 0) return;
    this.take(-shared.bytes);
    this.#shared.delete(orders);
  }
}

/**
 * Keeps count of what one world holds, and tells of each change of an order. Stands before what keeps
 * the orders beyond the process, if anything does.
 */
export class WorldMemory implements WorldStorage {
  readonly #room: WorldsRoom;
  readonly #storage: WorldStorage | undefined;
  readonly #onChange: (id: bigint) => void;
  /** Of the world that is kept; set once it is there. */
  store: OrderStore | undefined;
  #bytes = 0;
  #ruleBytes = 0;
  #ownOrders: readonly FixtureOrder[] | undefined;
  #isDropped = false;

  /** @throws {NotKept} where there is no room for another world */
  constructor(room: WorldsRoom, storage: WorldStorage | undefined, onChange: (id: bigint) => void) {
    this.#room = room;
    this.#storage = storage;
    this.#onChange = onChange;
    room.take(emptyWorldBytes);
  }

  ownOrders(): readonly FixtureOrder[] | undefined {
    const orders = this.#storage?.ownOrders();
    if (orders) this.#startFrom(orders);
    return orders;
  }

  changes(): ReturnType<WorldStorage["changes"]> {
    const changes = [...(this.#storage?.changes() ?? [])];
    for (const [, order] of changes) this.#take(bytesOfOrder(order));
    return changes;
  }

  write(position: number, order: FixtureOrder | undefined): void {
    const changes = this.store?.changes();
    const before = changes?.has(position) ? bytesOfOrder(changes.get(position)) : 0;
    const more = bytesOfOrder(order) - before;
    this.#take(more);
    try {
      this.#storage?.write(position, order);
    } catch (error) {
      this.#take(-more);
      throw error;
    }
    const id = order?.id ?? this.store?.at(position)?.id;
    if (id !== undefined) this.#onChange(id);
  }

  reset(ownOrders?: readonly FixtureOrder[]): void {
    const before = this.#ownOrders;
    this.#startFrom(ownOrders);
    try {
      this.#storage?.reset(ownOrders);
    } catch (error) {
      this.#startFrom(before);
      throw error;
    }
    this.#take(-this.#bytes);
  }

  /** Makes room for a world's own rules, in place of those it had. @throws {NotKept} */
  holdRules(rules: unknown): void {
    const bytes = 2 * formatJson(rules).length;
    if (!this.#isDropped) this.#room.take(bytes - this.#ruleBytes);
    this.#ruleBytes = bytes;
  }

  drop(): void {
    this.#storage?.drop();
    if (this.#isDropped) return;
    this.#startFrom(undefined);
    this.#room.take(-(this.#bytes + this.#ruleBytes + emptyWorldBytes));
    this.#isDropped = true;
  }

  #take(bytes: number): void {
    if (this.#isDropped) return;
    this.#room.take(bytes);
    this.#bytes += bytes;
  }

  #startFrom(orders: readonly FixtureOrder[] | undefined): void {
    if (this.#isDropped || orders === this.#ownOrders) return;
    if (orders) this.#room.takeOrders(orders);
    if (this.#ownOrders) this.#room.freeOrders(this.#ownOrders);
    this.#ownOrders = orders;
  }
}

const sumOf = (orders: readonly FixtureOrder[]) =>
  orders.reduce((sum, order) => sum + bytesOfOrder(order), 0);

/** An order that was removed leaves a note of that. */
function bytesOfOrder(order: FixtureOrder | undefined): number {
  let bytes = changedOrderBytes;
  for (const name in order) {
    const value = order[name];
    if (typeof value === "string") bytes += 2 * value.length;
    else if (typeof value === "object" && value !== null) bytes += 4 * formatJson(value).length;
  }
  return bytes;
}
