/** Limits of a run, as guards of its gate: of cancels, and of calls that a server does not answer. */

import { plural } from "../../base/bad-input.ts";
import { type Exchange, isEndless, isKeptWaiting, mayHaveActed } from "../evidence/exchange.ts";
import { type GivenOrders, givenState } from "../evidence/given-orders.ts";
import { isBad, mayAct, type ReadRequest } from "../evidence/read-call.ts";
import { nothingListens } from "../targets/target.ts";
import type { Guard } from "./gate.ts";

/**
 * Limits the number of cancelled orders, counted by the possible effects of calls with any key and any id.
 * @param maxCancels orders that may be cancelled. Requests wait for each other where they could cancel more together
 */
export function createCancelLimit(maxCancels: number): Guard {
  const refusal = `the run may cancel at most ${plural(maxCancels, "order")}`;
  let acted = 0;
  let underWay = 0;
  let changed = Promise.withResolvers<void>();
  return {
    async admit({ request }) {
      if (!mayAct(request)) return {};
      while (acted < maxCancels && acted + underWay >= maxCancels) await changed.promise;
      if (acted >= maxCancels) return { refusal };
      let own = 1;
      underWay++;
      return {
        // A try after one that may have acted may cancel another order.
        whyNot(hadUnclearTry) {
          if (!hadUnclearTry) return undefined;
          if (acted + underWay >= maxCancels) return refusal;
          own++;
          underWay++;
          return undefined;
        },
        settle(exchange) {
          underWay -= own;
          const wasSent = exchange.hadUnclearTry === true || exchange.failure !== nothingListens;
          if (mayHaveActed(exchange) && wasSent) acted += own;
          changed.resolve();
          changed = Promise.withResolvers();
        },
      };
    },
  };
}

/** Maximum number of timeouts in a row. Lower than the concurrency limit, so that one batch of them is enough to give up. */
const maxInRow = 4;
/** The same for all calls without a valid key together. */
const maxWithoutKey = 6;
/** Maximum number of calls of a run without an answer, which limits the time of waiting for them. */
const maxUnanswered = 40;
/** Weight of an answer without end: it takes the most time, and is not caused by load. */
const endlessWeight = 2;

/**
 * After a number of timeouts in a row, no more calls of a kind are sent; after half as many where answers begin and do
 * not end. Cancels of pending orders are sent until too many calls of the run have had no answer.
 */
export function createTimeoutGuard(given: () => GivenOrders): Guard {
  const inRow = new Map<string, { readonly weight: number; readonly why: string }>();
  let unanswered = 0;

  function settle(kinds: readonly string[], exchange: Exchange): void {
    const isWithoutEnd = isEndless(exchange);
    const isUnanswered = isWithoutEnd || isKeptWaiting(exchange);
    if (isUnanswered) unanswered++;
    const why = isWithoutEnd ? "were answered without end" : "were not answered in time";
    for (const kind of kinds) {
      const before = inRow.get(kind)?.weight ?? 0;
      inRow.set(kind, { weight: isUnanswered ? before + (isWithoutEnd ? endlessWeight : 1) : 0, why });
    }
  }

  return {
    admit({ request, read, settings }) {
      const kinds = kindsOf(read, given());
      const isRepeatable = settings.repeatable ?? request.method !== "DELETE";
      return {
        whyNot() {
          if (unanswered >= maxUnanswered) return `${unanswered} calls of the run were not answered in time`;
          if (!isRepeatable) return undefined;
          const kind = kinds.find((each) => (inRow.get(each)?.weight ?? 0) >= maxOf(each));
          return kind && `calls of this kind in a row ${inRow.get(kind)!.why}`;
        },
        settle(exchange) {
          if (!exchange.notSent) settle(kinds, exchange);
        },
      };
    },
  };
}

const withoutKey = "without a valid key";
/** The number of calls of a kind that may time out in a row. */
const maxOf = (kind: string): number => (kind === withoutKey ? maxWithoutKey : maxInRow);

/**
 * The kinds of a call that a server may treat in the same way: by operation, key and order; more finely by query and size of
 * the id; and all calls without a valid key.
 */
function kindsOf(read: ReadRequest, given: GivenOrders): readonly string[] {
  const { operation, credential, isPlain, id, query } = read;
  const isGiven = givenState(given, id?.value) !== undefined;
  const kind = [operation, isBad(credential), isPlain, isGiven].join();
  const isLarge = id?.value !== undefined && BigInt.asIntN(54, id.value) !== id.value;
  const finer = [kind, query !== undefined, id?.kind, isLarge].join();
  return [kind, finer, ...(isBad(credential) ? [withoutKey] : [])];
}
