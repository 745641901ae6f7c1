/** How much of an answer is read, and how much of all answers is held at once, whatever a server sends. */

import type { Deadline } from "../deadline.ts";

const MiB = 1024 * 1024;

/** A list of a million orders is about 120 MB; an answer that is no list is an Error object, or a page of a proxy. */
export const mostBytes = { list: 160 * MiB, other: MiB };
/** From here on a body is large, and only one of these is read at a time. */
const largeBytes = 4 * MiB;

export type BodySlot = ReturnType<ReturnType<typeof createBodySlots>>;

/** One large body is read at a time; the others wait with what they have. */
export function createBodySlots() {
  let last: Promise<void> = Promise.resolve();
  return () => {
    let release: (() => void) | undefined;
    return {
      /** Waits, off the clock of the call, where the body has grown large and another one is being read. */
      async grow(bytes: number, deadline: Deadline): Promise<void> {
        if (release || bytes < largeBytes) return;
        const own = Promise.withResolvers<void>();
        release = own.resolve;
        const before = last;
        last = own.promise;
        deadline.pause();
        await before;
        deadline.resume();
      },
      release: () => release?.(),
    };
  };
}
