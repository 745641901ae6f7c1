/**
 * Where orders are kept beyond the process. The one edge between the mock and
 * a store that lasts: a file today, anything that can do these few things.
 * Every call is done when it returns; a throw leaves the orders as they were.
 */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";

/** Keeps what one world holds. */
export interface WorldKeeper {
  /** Orders this world was reset to, where they are not the mock's own. */
  ownOrders(): readonly FixtureOrder[] | undefined;
  /** What differs from the orders it starts from, by position; undefined where one was removed. */
  changes(): Iterable<readonly [position: number, order: FixtureOrder | undefined]>;
  write(position: number, order: FixtureOrder | undefined): void;
  /** Forgets the changes; with orders, the world starts from those from now on. */
  reset(ownOrders?: readonly FixtureOrder[]): void;
  /** Forgets the world. */
  drop(): void;
}

/** Keeps all worlds of a mock. */
export interface StateKeeper {
  /** The orders that worlds start from: those of an earlier run, else the given ones, kept from now on. */
  startOrders(make: () => readonly FixtureOrder[]): readonly FixtureOrder[];
  /** Other orders for all worlds to start from; every world's changes are forgotten. */
  restart(orders: readonly FixtureOrder[]): void;
  /** Worlds that hold something. */
  worldNames(): readonly string[];
  world(name: string): WorldKeeper;
}
