/**
 * Limits the number of cancelled orders, counted by the possible effects of calls, not by their right effects. Counts calls
 * with any key and any id.
 */

import { plural } from "../../base/bad-input.ts";
import { mayAct } from "../evidence/read-call.ts";
import { NoAnswer, NotSent, nothingListens, type Target } from "./target.ts";

type Send = Target["send"];

/**
 * @param most orders that may be cancelled. Requests that may act wait for each other where all of them together could
 *   cancel more; with 0 none is sent
 * @returns a target that throws NotSent for a call that could exceed the limit
 */
export function limitCancels(sendAny: Send, most: number): Send {
  let acted = 0;
  let underWay = 0;
  let changed = Promise.withResolvers<void>();
  return async (request, options) => {
    if (!mayAct(request)) return sendAny(request, options);
    while (acted < most && acted + underWay >= most) await changed.promise;
    if (acted >= most) throw new NotSent(`the run may cancel at most ${plural(most, "order")}`);
    underWay++;
    let hasActed = true;
    try {
      const answer = await sendAny(request, options);
      hasActed = isDone(answer.status);
      return answer;
    } catch (error) {
      hasActed = !(error instanceof NoAnswer && error.message === nothingListens);
      throw error;
    } finally {
      underWay--;
      if (hasActed) acted++;
      changed.resolve();
      changed = Promise.withResolvers();
    }
  };
}

/** Whether a call may have cancelled an order, by its answer. */
const isDone = (status: number): boolean => (status >= 200 && status < 300) || status >= 500;
