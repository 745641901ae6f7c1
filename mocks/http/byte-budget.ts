/** How many bytes all worlds of a mock keep between them. */

/** What one world keeps, and can make again. */
export interface KeptBytes {
  bytes: number;
  /** Set by each use; spares the world once when bytes have to go. */
  wasUsed: boolean;
  drop(): void;
}

export interface ByteBudget {
  /** Notes how many bytes a world keeps now. Others that were not used lately drop theirs when that is too much. */
  keep(kept: KeptBytes, bytes: number): void;
}

/** Enough for a few hundred lists of a hundred orders, and little beside what Node itself takes. */
const mostBytes = 16 * 1024 * 1024;
/** Counted for each world besides its bytes. */
const overhead = 1024;

export function createByteBudget(most = mostBytes): ByteBudget {
  const worlds = new Set<KeptBytes>();
  let total = 0;
  return {
    keep(kept, bytes) {
      total += bytes + overhead - (worlds.delete(kept) ? kept.bytes + overhead : 0);
      kept.bytes = bytes;
      worlds.add(kept);
      // A set is walked in the order of insertion, and what is put back meanwhile comes round once more.
      for (const oldest of worlds) {
        if (total <= most) return;
        if (oldest === kept) continue;
        worlds.delete(oldest);
        if (oldest.wasUsed) {
          oldest.wasUsed = false;
          worlds.add(oldest);
        } else {
          total -= oldest.bytes + overhead;
          oldest.drop();
        }
      }
    },
  };
}
