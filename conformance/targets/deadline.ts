/** The time limit of a call, without the time in which this process is blocked or the machine sleeps. */

/** The length of a tick. A tick in which this process was blocked counts once, however long it took. */
const slices = 10;

/** @param onEnd called once, after all bytes that arrived in time were read */
export function startDeadline(timeoutMs: number, onEnd: () => void) {
  let left = slices;
  let isPaused = false;
  let timer = setInterval(() => {
    if (isPaused || --left > 0) return;
    clearInterval(timer);
    // Timers come before sockets in a turn of the event loop: one more turn.
    timer = setTimeout(onEnd, 0);
  }, timeoutMs / slices);
  return {
    /** Pauses the time while this process keeps the call waiting. */
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
    },
    end: () => clearTimeout(timer),
  };
}
