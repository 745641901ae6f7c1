/** The time for a call, as this process lives it: while a machine sleeps or a long task runs here, no server is late. */

export type Deadline = ReturnType<typeof startDeadline>;

/** A tick in which this process stood still counts once, however long it took. */
const slices = 10;

/** @param onEnd called once, after what has come in time was read */
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
    /** While we are the ones who keep the call waiting. */
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
    },
    end: () => clearTimeout(timer),
  };
}
