/** What traffic says of single orders: the cancels that name each, the latest orders only. */

import type { Call } from "./read-call.ts";
import { isBad } from "./read-credential.ts";

export interface OrderStories {
  /** @param isListed whether a list shows the order */
  add(call: Call, order: bigint, isListed: boolean): void;
  /** Calls that name the order, in the order in which they ended. */
  of(order: bigint): readonly Call[];
  /** Whether a list showed the order before one of those calls. */
  wasListed(order: bigint): boolean;
  /** Orders that were cancelled for certain, and orders that were refused as shipped. */
  known(): { readonly pending: readonly bigint[]; readonly shipped: readonly bigint[] };
}

const mostOrders = 5000;
/** Of one order: the first ones, which tell its state, and the latest. */
const mostCalls = 24;

export function createOrderStories(): OrderStories {
  const stories = new Map<bigint, { readonly calls: Call[]; wasListed: boolean }>();
  return {
    add(call, order, isListed) {
      const story = stories.get(order) ?? { calls: [], wasListed: false };
      const { calls } = story;
      // The latest orders stand last.
      stories.delete(order);
      stories.set(order, story);
      story.wasListed ||= isListed;
      calls.push(call);
      if (calls.length > mostCalls) {
        const wins = calls.findIndex(isCancelled);
        calls.splice(wins === mostCalls / 2 ? mostCalls / 2 + 1 : mostCalls / 2, 1);
      }
      if (stories.size > mostOrders) stories.delete(stories.keys().next().value!);
    },
    of: (order) => stories.get(order)?.calls ?? [],
    wasListed: (order) => stories.get(order)?.wasListed ?? false,
    known() {
      const [pending, shipped]: [bigint[], bigint[]] = [[], []];
      for (const [order, { calls }] of stories) {
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
