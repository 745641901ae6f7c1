/** How much of an answer is read, and how much of all answers is held at once, whatever a server sends. */

const MiB = 1024 * 1024;

/** A list of a million orders is about 120 MB. */
export const mostBodyBytes = 160 * MiB;
/** Of an answer that is no list: an Error object, a page of a proxy. */
export const mostOtherBytes = MiB;
/** Of all header lines of an answer together, names included. */
export const mostHeaderBytes = 256 * 1024;
export const mostHeaders = 1000;
/** 1xx before an answer. */
export const mostInterims = 100;
/** Content codings one on top of the other. */
export const mostCodings = 3;

/** From here on a body is large, and only one of these is read at a time. */
const largeBytes = 4 * MiB;

/** Of all bodies of a run together: some sixty lists of a million orders. What comes then is read no further. */
export const mostRunBytes = 8 * 1024 * MiB;

export interface BodySlot {
  /** A promise to wait for, where the body has grown large and another one is being read. */
  grow(bytes: number): Promise<void> | undefined;
  /** @returns whether the run may read so many bytes more */
  spend(bytes: number): boolean;
  release(): void;
}

/** One large body is read at a time; the others wait with what they have. */
export function createBodySlots(): () => BodySlot {
  let isTaken = false;
  let left = mostRunBytes;
  const waiting: (() => void)[] = [];
  return () => {
    let holds = false;
    return {
      grow(bytes) {
        if (holds || bytes < largeBytes) return undefined;
        holds = true;
        if (!isTaken) {
          isTaken = true;
          return undefined;
        }
        return new Promise((enter) => waiting.push(enter));
      },
      spend(bytes) {
        left -= bytes;
        return left >= 0;
      },
      release() {
        if (!holds) return;
        holds = false;
        const next = waiting.shift();
        if (next) next();
        else isTaken = false;
      },
    };
  };
}
