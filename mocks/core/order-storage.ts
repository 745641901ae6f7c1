/**
 * The interface to a storage of orders beyond the process, such as a file. Every call has taken effect when it returns; one
 * that throws `NotKept` has left the orders unchanged.
 */

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

export interface WorldStorage {
  /** Orders to which this world was reset; undefined for those of the mock. */
  ownOrders(): readonly FixtureOrder[] | undefined;
  /** Orders that differ from the start, by position; undefined for a removed one. */
  changes(): Iterable<readonly [position: number, order: FixtureOrder | undefined]>;
  /** @throws {NotKept} */
  write(position: number, order: FixtureOrder | undefined): void;
  /** Drops the changes; with orders, the world starts from those from now on. @throws {NotKept} */
  reset(ownOrders?: readonly FixtureOrder[]): void;
  /** Drops the world; called once, after all other calls. @throws {NotKept} */
  drop(): void;
}

export interface StateStorage {
  /**
   * The orders that worlds start from: those of an earlier run, or else the made ones, which are then stored.
   * Called once, before all other calls.
   */
  startOrders(make: () => readonly FixtureOrder[]): readonly FixtureOrder[];
  /** Sets other orders from which all worlds start; every world's changes are dropped. @throws {NotKept} */
  restart(orders: readonly FixtureOrder[]): void;
  /** Names of worlds with stored data. */
  worldNames(): readonly string[];
  /** The same storage for the same name, until it is dropped. */
  world(name: string): WorldStorage;
}
