/** The interface to a storage of orders beyond the process, such as a file. */

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
