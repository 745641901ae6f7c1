/** The memory of the worlds of a mock, and the interface to a storage beyond the process, such as a file. */

import { formatJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";

/**
 * An error for a request whose changes could not be stored, as on a full disk, and were not made. The message is for the
 * caller of the API, and the code for its program.
 */
export class NotKept extends Error {
  override name = "NotKept";
  readonly code: string;
  constructor(message: string, code = "not_kept", cause?: Error) {
    super(message, { cause });
    this.code = code;
  }
}

/** An order that differs from the start of its world; undefined for a removed one. */
export type Change = readonly [position: number, order: FixtureOrder | undefined];

/** Every call has taken effect when it returns; one that throws `NotKept` has left the orders unchanged. */
export interface OrderStorage {
  /** The orders that worlds start from. */
  orders(): readonly FixtureOrder[];
  /** Sets other orders from which all worlds start; every world's changes are dropped. @throws {NotKept} */
  restart(orders: readonly FixtureOrder[]): void;
  /** Names of worlds with stored data. */
  worldNames(): readonly string[];
  /** Orders to which a world was reset; undefined for those of the mock. */
  ownOrders(world: string): readonly FixtureOrder[] | undefined;
  changes(world: string): readonly Change[];
  /** @throws {NotKept} */
  write(world: string, position: number, order: FixtureOrder | undefined): void;
  /** Drops a world's changes; with orders, it starts from those from now on. @throws {NotKept} */
  reset(world: string, ownOrders?: readonly FixtureOrder[]): void;
  /** Drops a world. @throws {NotKept} */
  drop(world: string): void;
}

/** A place for a storage. */
export interface StateStorage {
  /** Opens the storage of an earlier run, or else makes one from these orders. Called once. @throws {BadInput} */
  open(make: () => readonly FixtureOrder[]): OrderStorage;
}

/** Maximum number of bytes of all worlds of a mock, in addition to those for a change of every order of its start. */
export const maxWorldBytes = 256 * 1024 * 1024;
/** Bytes of a changed order without its texts, and of a removed one. */
const changedOrderBytes = 300;

/** The memory that all worlds of a mock take in addition to its start, and their storage. */
export class WorldMemory {
  readonly storage: OrderStorage | undefined;
  /** Bytes in use. */
  bytes = 0;
  readonly #maxBytes: number;
  readonly #free: () => boolean;

  /**
   * @param orders the number of orders of the start
   * @param free gives back the memory of a world that can be read again; false where there is none
   */
  constructor(orders = 0, storage?: OrderStorage, free = () => false) {
    this.#maxBytes = maxWorldBytes + orders * 2 * changedOrderBytes;
    this.storage = storage;
    this.#free = free;
  }

  /** Checks that these bytes can be added: beyond the limit a change is refused like one on a full disk. @throws {NotKept} */
  expect(bytes: number): void {
    while (bytes > 0 && this.bytes + bytes > this.#maxBytes)
      if (!this.#free())
        throw new NotKept(
          `The worlds of this mock hold ${Math.floor(this.#maxBytes / 2 ** 20)} MiB, and can hold no more. Reset some, or drop idle ones: DELETE /_mock/worlds?idle=60.`,
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
