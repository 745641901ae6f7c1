/** Waits that end when the run is stopped. */

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
