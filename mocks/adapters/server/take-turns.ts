/** Does work in turns with everything else that the process has to do, so that no request keeps the others waiting. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Steps } from "../../../base/steps.ts";

const turnMs = 5;

export type TakeTurns = <Value>(steps: Steps<Value>, isWanted: () => boolean) => Promise<Value>;

/**
 * Work that is done within one turn is done at once. Of longer work one at a time goes on, so that what is half
 * done fills no memory. Work that nobody waits for any more is given up, and rejects.
 */
export function createTurns(): TakeTurns {
  let last: Promise<unknown> = Promise.resolve();

  return async (steps, isWanted) => {
    const first = takeTurn(steps);
    if (first.done) return first.value;
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    try {
      await before;
      for (;;) {
        if (!isWanted()) {
          steps.return(undefined as never);
          throw new Error("Nobody waits for the answer any more.");
        }
        const turn = takeTurn(steps);
        if (turn.done) return turn.value;
        await nextTurn();
      }
    } finally {
      resolve();
    }
  };
}

function takeTurn<Value>(steps: Steps<Value>): IteratorResult<undefined, Value> {
  const end = performance.now() + turnMs;
  for (;;) {
    const step = steps.next();
    if (step.done || performance.now() >= end) return step;
  }
}
