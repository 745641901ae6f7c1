/** Orders from which worlds start, and what all worlds of a mock have in common. */

import { formatJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { ScenarioName } from "../../fixtures/scenarios.ts";
import { NotKept, type OrderStorage } from "./order-storage.ts";

/** The way in which orders were made. */
export interface OrderSource {
  readonly seed: number;
  readonly count: number;
  /** Orders in place of generated ones, or the name of a scenario. */
  readonly fixtures?: readonly FixtureOrder[] | ScenarioName | undefined;
  /** Whole days by which all ship dates are moved, for `dates: "relative"`. */
  readonly movedDays?: number;
}

export const defaultSource: OrderSource = { seed: 1, count: 25 };

/** Orders from which worlds start. Never changed. */
export class OrderBase {
  readonly orders: readonly FixtureOrder[];
  readonly source: OrderSource;
  /** Number of worlds that start from it, where it is not the mock's own start. */
  worlds = 0;
  #positions: ReadonlyMap<bigint, number> | undefined;
  #bytes: number | undefined;

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
    this.#bytes ??= this.orders.reduce((sum, order) => sum + bytesOf(order), 0);
    return this.#bytes;
  }
}

/** Maximum number of bytes of all worlds of a mock, in addition to those for a change of every order of its start. */
export const maxWorldBytes = 256 * 1024 * 1024;
/** Bytes of a changed order without its texts, and of a removed one. */
const changedOrderBytes = 300;

/** The parts that all stores of a mock have in common. */
export class Stores {
  /** The start of the mock. A world on it stores and counts only its changes. */
  first: OrderBase;
  readonly storage: OrderStorage | undefined;
  /** Bytes of all worlds in addition to the first base. */
  bytes = 0;
  readonly #free: () => boolean;

  /** @param free gives back the memory of a world that can be read again; false where there is none */
  constructor(first: OrderBase, storage?: OrderStorage, free = () => false) {
    this.first = first;
    this.storage = storage;
    this.#free = free;
  }

  /** Checks that these bytes can be added: beyond the limit a change is refused like one on a full disk. @throws {NotKept} */
  expect(bytes: number): void {
    const maxBytes = maxWorldBytes + this.first.orders.length * 2 * changedOrderBytes;
    while (bytes > 0 && this.bytes + bytes > maxBytes)
      if (!this.#free())
        throw new NotKept(
          `The worlds of this mock hold ${Math.floor(maxBytes / 2 ** 20)} MiB, and can hold no more. Reset some, or drop idle ones: DELETE /_mock/worlds?idle=60.`,
        );
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
