/** Ships pending orders some time after they were made (`--ship-after`). */

import { type OrderStore, ordersOf } from "../core/order-store.ts";

export interface ShipClock {
  /** Every order there is starts waiting anew. */
  restart(now: number): void;
  /** An order was put, and waits from now. */
  wait(id: bigint, now: number): void;
  /** Ships what is due. Nothing runs by itself: call it before orders are looked at. */
  advance(store: OrderStore, now: number): void;
  save(): SavedClock;
  load(saved: SavedClock): void;
}

/** As JSON can carry it. */
export interface SavedClock {
  /** When the orders of the start are due; left out once they have shipped. */
  readonly startDue?: number;
  /** When orders put later are due, by id in digits. */
  readonly later?: readonly (readonly [id: string, due: number])[];
}

/**
 * @param seconds how long a pending order waits
 * @param startedAt milliseconds of the clock, as every `now`
 */
export function createShipClock(seconds: number, startedAt: number): ShipClock {
  const waitMs = seconds * 1000;
  /** When the orders of the start are due; never, once they have shipped. */
  let startDue = startedAt + waitMs;
  /** When orders put later are due, soonest first; most worlds have none. */
  let later: Map<bigint, number> | undefined;
  let nextDue = startDue;

  return {
    restart(now) {
      startDue = now + waitMs;
      nextDue = startDue;
      later = undefined;
    },
    wait(id, now) {
      later ??= new Map();
      // Anew at the end: the order of insertion is the order of times.
      later.delete(id);
      later.set(id, now + waitMs);
      nextDue = Math.min(nextDue, now + waitMs);
    },
    advance(store, now) {
      if (now < nextDue) return;
      if (now >= startDue) {
        for (const { id, status } of ordersOf(store)) {
          if (status === "pending" && !later?.has(id)) store.ship(id);
        }
        startDue = Number.POSITIVE_INFINITY;
      }
      nextDue = startDue;
      for (const [id, due] of later ?? []) {
        if (due > now) {
          nextDue = Math.min(nextDue, due);
          break;
        }
        store.ship(id);
        later?.delete(id);
      }
    },
    save: () => ({
      ...(Number.isFinite(startDue) && { startDue }),
      ...(later && later.size > 0 && { later: Array.from(later, ([id, due]) => [String(id), due] as const) }),
    }),
    load(saved) {
      startDue = saved.startDue ?? Number.POSITIVE_INFINITY;
      later = saved.later && new Map(saved.later.map(([id, due]) => [BigInt(id), due]));
      nextDue = Math.min(startDue, ...(saved.later ?? []).slice(0, 1).map(([, due]) => due));
    },
  };
}
