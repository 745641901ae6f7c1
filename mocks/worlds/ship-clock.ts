/** Ships pending orders some time after they were made (`--ship-after`). */

import { type OrderStore, ordersOf } from "../core/order-store.ts";

/** The state of a clock, as a JSON value. */
export interface SavedClock {
  /** When the orders of the start are due; null in JSON once they have shipped. */
  readonly startDue: number | null;
  /** When orders put later are due, by id in digits. */
  readonly later: readonly (readonly [id: string, due: number])[];
}

/** A clock without timers: `advance()` ships due orders. Times are milliseconds of the clock. */
export class ShipClock {
  readonly #waitMs: number;
  /** When the orders of the start are due; never, once they have shipped. */
  #startDue: number;
  /** When orders put later are due, soonest first. */
  #later = new Map<bigint, number>();

  /** @param seconds how long a pending order waits */
  constructor(seconds: number, startedAt: number) {
    this.#waitMs = seconds * 1000;
    this.#startDue = startedAt + this.#waitMs;
  }

  /** Starts the waiting time of all orders again. */
  restart(now: number): void {
    this.load({ startDue: now + this.#waitMs, later: [] });
  }

  /** Starts the waiting time of an order that was put. */
  wait(id: bigint, now: number): void {
    // Moved to the end, so that the map stays sorted by time.
    this.#later.delete(id);
    this.#later.set(id, now + this.#waitMs);
  }

  /** Ships orders that are due. Called before orders are read. */
  advance(store: OrderStore, now: number): void {
    if (now >= this.#startDue) {
      for (const { id, status } of ordersOf(store)) {
        if (status === "pending" && !this.#later.has(id)) store.ship(id);
      }
      this.#startDue = Number.POSITIVE_INFINITY;
    }
    for (const [id, due] of this.#later) {
      if (due > now) break;
      store.ship(id);
      this.#later.delete(id);
    }
  }

  save(): SavedClock {
    const later = Array.from(this.#later, ([id, due]) => [String(id), due] as const);
    return { startDue: this.#startDue, later };
  }

  load({ startDue, later }: SavedClock): void {
    this.#startDue = startDue ?? Number.POSITIVE_INFINITY;
    this.#later = new Map(later.map(([id, due]) => [BigInt(id), due]));
  }
}
