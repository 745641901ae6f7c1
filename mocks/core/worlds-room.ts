/**
 * The memory of the worlds of a mock in addition to their common base, in bytes. A change beyond the limit is refused like
 * one on a full disk: not made, and answered with 503.
 */

import { formatJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { NotKept } from "./order-storage.ts";

type Orders = readonly FixtureOrder[];

/** Maximum number of bytes of all worlds of a mock, in addition to those for a change of every order of the start world. */
export const maxWorldBytes = 256 * 1024 * 1024;
/** Bytes of a changed order without its texts, and of a removed one. */
const changedOrderBytes = 300;

export class WorldsRoom {
  readonly #maxBytes: number;
  readonly #free: () => boolean;
  #taken = 0;
  /** Custom orders from which worlds start, each with the number of worlds. */
  readonly #starts = new Map<Orders, number>();

  /**
   * @param startOrders the number of orders of the start world, each of which can be changed
   * @param free gives back the memory of a world that can be read again; false where there is none
   */
  constructor(startOrders: number, free: () => boolean) {
    this.#maxBytes = maxWorldBytes + startOrders * 2 * changedOrderBytes;
    this.#free = free;
  }

  /** Checks that these bytes can be added. @throws {NotKept} */
  expect(bytes: number): void {
    if (bytes <= 0) return;
    while (this.#taken + bytes > this.#maxBytes)
      if (!this.#free())
        throw new NotKept(
          `The worlds of this mock hold ${Math.floor(this.#maxBytes / 2 ** 20)} MiB, and can hold no more. Reset some, or drop idle ones: DELETE /_mock/worlds?idle=60.`,
        );
  }

  expectStart(orders: Orders): void {
    if (!this.#starts.has(orders)) this.expect(sumOf(orders));
  }

  take(bytes: number): void {
    this.#taken += bytes;
  }

  /** @param worlds the change of the number of worlds that start from these orders */
  countStart(orders: Orders, worlds: 1 | -1): void {
    const before = this.#starts.get(orders) ?? 0;
    this.#starts.set(orders, before + worlds);
    if (before === 0) this.take(sumOf(orders));
    if (before + worlds > 0) return;
    this.take(-sumOf(orders));
    this.#starts.delete(orders);
  }
}

/** @param order undefined for a removed one */
export function bytesOf(order: FixtureOrder | undefined): number {
  let bytes = changedOrderBytes;
  for (const name in order) {
    const value = order[name];
    if (typeof value === "string") bytes += 2 * value.length;
    else if (typeof value === "object" && value !== null) bytes += 4 * formatJson(value).length;
  }
  return bytes;
}

const sumOf = (orders: Orders) => orders.reduce((sum, order) => sum + bytesOf(order), 0);
