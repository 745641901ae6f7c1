/** What traffic says of single orders: the cancels that name each, the latest orders only. */

import type { GivenOrders } from "./given-orders.ts";
import type { Call } from "./read-call.ts";
import { isBad } from "./read-credential.ts";

const mostOrders = 5000;
/** Of one order: the first ones, which tell its state, and the latest. */
const mostCalls = 24;

export function createOrderTimelines() {
  const timelines = new Map<bigint, { readonly calls: Call[]; wasListed: boolean }>();
  return {
    /** @param isListed whether a list shows the order */
    add(call: Call, order: bigint, isListed: boolean) {
      const timeline = timelines.get(order) ?? { calls: [], wasListed: false };
      const { calls } = timeline;
      // The latest orders stand last.
      timelines.delete(order);
      timelines.set(order, timeline);
      timeline.wasListed ||= isListed;
      calls.push(call);
      if (calls.length > mostCalls) {
        const wins = calls.findIndex(isCancelled);
        calls.splice(wins === mostCalls / 2 ? mostCalls / 2 + 1 : mostCalls / 2, 1);
      }
      if (timelines.size > mostOrders) timelines.delete(timelines.keys().next().value!);
    },
    /** Calls that name the order, in the order in which they ended. */
    of: (order: bigint): readonly Call[] => timelines.get(order)?.calls ?? [],
    /** Whether a list showed the order before one of those calls. */
    wasListed: (order: bigint) => timelines.get(order)?.wasListed ?? false,
    /** Orders that were cancelled for certain, and orders that were refused as shipped. */
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

/** A cancel that was let in and done. */
export const isCancelled = ({ status = 0, credential }: Call): boolean =>
  status >= 200 && status < 300 && !isBad(credential);
