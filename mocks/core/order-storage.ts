/**
 * Where orders are kept beyond the process. The one edge between the mock and
 * a store that lasts: a file today, anything that can do these few things.
 * Every call is done when it returns; one that throws `NotKept` has left the
 * orders as they were.
 */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";

/** Something could not be kept, as on a full disk, and so was not done. The message is for the caller of the API. */
export class NotKept extends Error {
  override name = "NotKept";
}

export interface WorldStorage {
  /** Orders this world was reset to, where they are not the mock's own. */
  ownOrders(): readonly FixtureOrder[] | undefined;
  /** Orders that differ from the start, by position; undefined for a removed one. */
  changes(): Iterable<readonly [position: number, order: FixtureOrder | undefined]>;
  /** @throws {NotKept} */
  write(position: number, order: FixtureOrder | undefined): void;
  /** Forgets the changes; with orders, the world starts from those from now on. @throws {NotKept} */
  reset(ownOrders?: readonly FixtureOrder[]): void;
  /** Forgets the world; called once, after everything else. @throws {NotKept} */
  drop(): void;
}

export interface StateStorage {
  /**
   * The orders that worlds start from: those of an earlier run, else the given ones, kept from now on.
   * Called once, before anything else.
   */
  startOrders(make: () => readonly FixtureOrder[]): readonly FixtureOrder[];
  /** Other orders for all worlds to start from; every world's changes are forgotten. @throws {NotKept} */
  restart(orders: readonly FixtureOrder[]): void;
  /** Worlds that hold something. */
  worldNames(): readonly string[];
  /** The same storage for the same name, until it is dropped. */
  world(name: string): WorldStorage;
}
