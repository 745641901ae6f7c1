/** How many calls are under way at once: fewer where the server cannot follow. */

export interface Gate {
  pass<T>(task: () => Promise<T>): Promise<T>;
  /** Lets half as many in at once from now on. */
  narrow(): void;
  /** The crowd is not to blame: lets as many in as at first, for good. */
  widen(): void;
  mayBeTooMany(): boolean;
  /** Whether others were inside at some time since. */
  wasCrowded(since: number): boolean;
}

/** What must be tried at once is tried by two at the least. */
const leastPlaces = 2;

/** Lets a number of tasks run at once and keeps the others waiting in order. */
export function createGate(places: number): Gate {
  let limit = places;
  let inside = 0;
  let isCleared = false;
  let crowdedUntil = Number.NEGATIVE_INFINITY;
  const waiting: (() => void)[] = [];
  return {
    async pass(task) {
      // A place that is handed on is counted by who hands it on.
      if (inside < limit) inside++;
      else await new Promise<void>((enter) => waiting.push(enter));
      if (inside > 1) crowdedUntil = performance.now();
      try {
        return await task();
      } finally {
        if (inside > 1) crowdedUntil = performance.now();
        inside--;
        while (inside < limit && waiting.length > 0) {
          inside++;
          waiting.shift()!();
        }
      }
    },
    narrow() {
      if (!isCleared) limit = Math.max(leastPlaces, Math.floor(limit / 2));
    },
    widen() {
      isCleared = true;
      limit = places;
    },
    mayBeTooMany: () => !isCleared,
    wasCrowded: (since) => crowdedUntil >= since,
  };
}
