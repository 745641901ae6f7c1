/** The time for a call, as this process lives it: while a machine sleeps or a long task runs here, no server is late. */

export type Deadline = ReturnType<typeof startDeadline>;

const longestSliceMs = 250;
/** So many slices at least: one in which this process stood still never takes all the time there is. */
const slices = 8;

/** @param onEnd called once, after what has come in time was read */
export function startDeadline(timeoutMs: number, onEnd: () => void) {
  const sliceMs = Math.min(longestSliceMs, timeoutMs / slices);
  /** A timer that is later than this was kept from running: the rest is not counted. */
  const mostAtOnceMs = 2 * sliceMs;
  let left = timeoutMs;
  let since = 0;
  let timer: ReturnType<typeof setTimeout>;
  const spend = () => {
    const now = performance.now();
    left -= Math.min(now - since, mostAtOnceMs);
    since = now;
  };
  const tick = () => {
    spend();
    // Timers come before sockets in a turn of the event loop: one more turn.
    timer = left > 0 ? setTimeout(tick, Math.min(left, sliceMs)) : setTimeout(onEnd, 0);
  };
  const resume = () => {
    since = performance.now();
    timer = setTimeout(tick, Math.min(left, sliceMs));
  };
  resume();
  return {
    /** While we are the ones who keep the call waiting. */
    pause() {
      clearTimeout(timer);
      spend();
    },
    resume,
    end: () => clearTimeout(timer),
  };
}
