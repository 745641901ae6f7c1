/** Ways to wait that end as soon as nobody waits any more, and leave no listener behind. */

/** @param start begins to wait for something, and returns how to stop that */
function until(left: AbortSignal, start: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    let isOver = left.aborted;
    let stop = () => {};
    const done = () => {
      isOver = true;
      stop();
      left.removeEventListener("abort", done);
      resolve();
    };
    if (isOver) return resolve();
    left.addEventListener("abort", done);
    stop = start(done);
    // It may have been there already.
    if (isOver) stop();
  });
}

export const delayed = (ms: number, left: AbortSignal): Promise<void> =>
  until(left, (done) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  });

/** Resolves when the work is over. */
export const over = (work: Promise<unknown>, left: AbortSignal): Promise<void> =>
  until(left, (done) => {
    void work.then(done);
    return () => {};
  });

/** Resolves when the page has been out of sight for so long. */
export const hiddenFor = (ms: number, left: AbortSignal): Promise<void> =>
  until(left, (done) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(done, ms);
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  });

/** Resolves when the page can be seen. */
export const seen = (left: AbortSignal): Promise<void> =>
  until(left, (done) => {
    const look = () => {
      if (!document.hidden) done();
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => document.removeEventListener("visibilitychange", look);
  });
