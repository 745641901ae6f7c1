/** The time for a call, as this process lives it: while a machine sleeps or a long task runs here, no server is late. */

export interface Deadline {
  /** While we are the ones who keep the call waiting. */
  pause(): void;
  resume(): void;
  end(): void;
}

const sliceMs = 250;
/** A timer that is later than this was kept from running: the rest is not counted. */
const mostAtOnceMs = 1000;

/** @param onEnd called once, after what has come in time was read */
export function startDeadline(timeoutMs: number, onEnd: () => void): Deadline {
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
    pause() {
      clearTimeout(timer);
      spend();
    },
    resume,
    end: () => clearTimeout(timer),
  };
}
