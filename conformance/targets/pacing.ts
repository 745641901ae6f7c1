/** The times at which calls are sent and given up: the rate of a run, its pauses, and its time for waiting. */

/** Waits, at most until the run is stopped. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.max(0, ms));
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}

/** The failure of a call that was not sent, or whose answer was not awaited. */
export const stopped = "the run was stopped";

/**
 * The answer to a call, or a failure once the run is stopped. Each call has its own listener: a race with one promise of the
 * whole run would keep every answer in memory until its end.
 */
export function untilStopped<Value>(call: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return call;
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error(stopped));
    signal.addEventListener("abort", stop, { once: true });
    call.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Makes calls wait for their time: at the rate of the run, and not during a pause of all calls. */
export function createPace(rate: number | undefined, signal: AbortSignal | undefined) {
  let nextAt = 0;
  let heldUntil = 0;
  return {
    /** @param isTogether whether it is one of several calls that are sent together: later ones wait for all of them */
    async wait(isTogether: boolean): Promise<void> {
      const at = () => (isTogether ? heldUntil : Math.max(heldUntil, nextAt));
      while (at() > performance.now() && !signal?.aborted) await pause(at() - performance.now(), signal);
      if (rate !== undefined) nextAt = Math.max(nextAt, performance.now()) + 1000 / rate;
    },
    /** Holds all calls for a time. */
    hold(ms: number) {
      heldUntil = Math.max(heldUntil, performance.now() + ms);
    },
  };
}

/** Makes a function that spends time for a wait, and returns whether enough was left. Simultaneous waits count once. */
export function createWaitBudget(budgetMs: number): (waitMs: number) => boolean {
  let left = budgetMs;
  let waitedUntil = 0;
  return (waitMs) => {
    const now = performance.now();
    const cost = now + waitMs - Math.max(now, waitedUntil);
    if (cost > left) return false;
    left -= Math.max(0, cost);
    waitedUntil = Math.max(waitedUntil, now + waitMs);
    return true;
  };
}
