/** The cancels in traffic that name each order, for the latest orders. */

import type { GivenOrders } from "./given-orders.ts";
import type { Call } from "./read-call.ts";
import { isBad } from "./read-credential.ts";

const maxOrders = 5000;
/** Limits for one order: its first cancels, which show its state, and its latest. */
const maxCalls = 24;

/** Maximum number of orders that are remembered after their timelines were dropped. */
const maxForgotten = 100_000;

/** @param kept orders whose timelines are never dropped */
export function createOrderTimelines(kept: readonly bigint[] = []) {
  const timelines = new Map<bigint, { readonly calls: Call[]; wasListed: boolean }>();
  const isKept = new Set(kept);
  const forgotten = new Set<bigint>();
  let isAnyForgotten = false;

  function dropOldest(): void {
    for (const order of timelines.keys()) {
      if (isKept.has(order)) continue;
      timelines.delete(order);
      if (forgotten.size < maxForgotten) forgotten.add(order);
      else isAnyForgotten = true;
      return;
    }
  }

  return {
    /** @param isListed whether a list shows the order */
    add(call: Call, order: bigint, isListed: boolean) {
      const timeline = timelines.get(order) ?? { calls: [], wasListed: false };
      const { calls } = timeline;
      // The latest orders are last.
      timelines.delete(order);
      timelines.set(order, timeline);
      timeline.wasListed ||= isListed;
      calls.push(call);
      if (calls.length > maxCalls) {
        const wins = calls.findIndex(isCancelled);
        calls.splice(wins === maxCalls / 2 ? maxCalls / 2 + 1 : maxCalls / 2, 1);
      }
      if (timelines.size > maxOrders + isKept.size) dropOldest();
    },
    /** Whether some call named the order, or may have. */
    isKnown: (order: bigint) => timelines.has(order) || isAnyForgotten || forgotten.has(order),
    /** Whether calls that named the order may have been dropped. */
    isForgotten: (order: bigint) => !timelines.has(order) && (isAnyForgotten || forgotten.has(order)),
    /** Calls that name the order, in the order in which they ended. */
    of: (order: bigint): readonly Call[] => timelines.get(order)?.calls ?? [],
    /** Whether a list showed the order before one of those calls. */
    wasListed: (order: bigint) => timelines.get(order)?.wasListed ?? false,
    /** Orders that were certainly cancelled, and orders that were refused as shipped. */
    known(): GivenOrders {
      const [pending, shipped]: [bigint[], bigint[]] = [[], []];
      for (const [order, { calls }] of timelines) {
        if (calls.some(isCancelled)) pending.push(order);
        else if (calls.some(({ status, credential }) => status === 409 && credential === "valid"))
          shipped.push(order);
      }
      return { pending, shipped };
    },
  };
}

/** Whether a cancel was accepted and carried out. */
export const isCancelled = ({ status = 0, credential }: Call): boolean =>
  status >= 200 && status < 300 && !isBad(credential);
