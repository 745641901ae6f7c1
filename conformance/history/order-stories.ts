/** What traffic says of single orders: the cancels that name each, the latest orders only. */

import type { Call } from "./read-call.ts";
import { isBad } from "./read-credential.ts";

export interface OrderStories {
  add(call: Call, order: bigint): void;
  /** Calls that name the order, in the order in which they ended. */
  of(order: bigint): readonly Call[];
  /** Orders that were cancelled for certain, and orders that were refused as shipped. */
  known(): { readonly pending: readonly bigint[]; readonly shipped: readonly bigint[] };
}

const mostOrders = 5000;
/** Of one order: the first ones, which tell its state, and the latest. */
const mostCalls = 24;

export function createOrderStories(): OrderStories {
  const stories = new Map<bigint, Call[]>();
  return {
    add(call, order) {
      const calls = stories.get(order) ?? [];
      // The latest orders stand last.
      stories.delete(order);
      stories.set(order, calls);
      calls.push(call);
      if (calls.length > mostCalls) {
        const wins = calls.findIndex(isCancelled);
        calls.splice(wins === mostCalls / 2 ? mostCalls / 2 + 1 : mostCalls / 2, 1);
      }
      if (stories.size > mostOrders) stories.delete(stories.keys().next().value!);
    },
    of: (order) => stories.get(order) ?? [],
    known() {
      const [pending, shipped]: [bigint[], bigint[]] = [[], []];
      for (const [order, calls] of stories) {
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
