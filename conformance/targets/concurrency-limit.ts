/** The number of simultaneous calls: few at first, more while answers stay fast, fewer where they become slow. */

/** The first and minimum number: a server that cannot answer two calls at once is rare. */
const minPlaces = 2;
/** An answer is slow where it takes longer than the fastest of its kind by this factor, and by this time. */
const lateFactor = 3;
const lateMs = 100;
/** Weight of the latest answer in the mean of its kind. */
const latestShare = 0.3;

/** Lets a number of tasks run at once and keeps the others waiting in order. */
export function createConcurrencyLimit(places: number) {
  let least = Math.min(minPlaces, places);
  let limit = least;
  /** The present maximum, after which the server refused calls. */
  let most = places;
  let grows = 1;
  let inside = 0;
  let concurrentUntil = Number.NEGATIVE_INFINITY;
  const waiting: (() => void)[] = [];
  const times = new Map<string, { fastest: number; mean: number }>();

  const letIn = () => {
    while (inside < Math.floor(limit) && waiting.length > 0) {
      inside++;
      waiting.shift()!();
    }
  };
  const halve = () => {
    limit = Math.max(least, Math.floor(limit / 2));
    // From here on it increases by one for each round of calls.
    grows = 0;
    times.clear();
  };

  return {
    /**
     * @param turn now: one of several calls that must be sent together; next: before the waiting ones. Default: after them
     */
    async run<T>(task: () => Promise<T>, turn?: "now" | "next"): Promise<T> {
      // A place that is passed to the next call stays counted.
      if (turn === "now" || inside < Math.floor(limit)) inside++;
      else
        await new Promise<void>((enter) => (turn === "next" ? waiting.unshift(enter) : waiting.push(enter)));
      if (inside > 1) concurrentUntil = performance.now();
      try {
        return await task();
      } finally {
        if (inside > 1) concurrentUntil = performance.now();
        inside--;
        letIn();
      }
    },
    /** Notes the time of an answer. @param kind calls that take about the same time */
    took(kind: string, ms: number) {
      const { fastest, mean } = times.get(kind) ?? { fastest: ms, mean: ms };
      const now = { fastest: Math.min(fastest, ms), mean: mean + latestShare * (ms - mean) };
      times.set(kind, now);
      if (now.mean > Math.max(lateFactor * now.fastest, now.fastest + lateMs)) halve();
      else if (waiting.length > 0) limit = Math.min(most, limit + (grows || 1 / limit));
      letIn();
    },
    /** Halves the number of simultaneous calls from now on. */
    halve() {
      halve();
      most = Math.floor(limit);
    },
    /** Allows the maximum number permanently, since simultaneous calls are not the reason. */
    lift() {
      least = places;
      limit = places;
      most = places;
      letIn();
    },
    mayBeTooMany: () => least < places,
    /** Whether other calls were under way at some time since. */
    wasConcurrent: (since: number) => inside > 1 || concurrentUntil >= since,
  };
}
