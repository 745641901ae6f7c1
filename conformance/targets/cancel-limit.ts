/**
 * Holds how many orders a server may be made to cancel: counted by what it may have done, not by what it should do.
 * Counts calls with any key and any id.
 */

import { mayAct } from "../evidence/read-call.ts";
import { NoAnswer, NotSent, nothingListens, type Target } from "./target.ts";

type Send = Target["send"];

/**
 * @param most orders that may be cancelled. Requests that may act wait for each other where all of them together could
 *   cancel more; with 0 none is sent
 * @returns the same, which throws NotSent for what could go beyond
 */
export function limitCancels(sendAny: Send, most: number): Send {
  let acted = 0;
  let underWay = 0;
  let changed = Promise.withResolvers<void>();
  const end = (hasActed: boolean) => {
    underWay--;
    if (hasActed) acted++;
    changed.resolve();
    changed = Promise.withResolvers();
  };

  return async (request, options) => {
    if (!mayAct(request)) return sendAny(request, options);
    while (acted < most && acted + underWay >= most) await changed.promise;
    if (acted >= most)
      throw new NotSent(`the run may cancel at most ${most} ${most === 1 ? "order" : "orders"}`);
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
      end(hasActed);
    }
  };
}

/** Whether an order may have been cancelled, for all that an answer says. */
const isDone = (status: number): boolean => (status >= 200 && status < 300) || status >= 500;
