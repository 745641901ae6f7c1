/** What can be wrong with the story of a pending order. */

import type { Call } from "../history/read-call.ts";
import type { Ground } from "./acts.ts";
import type { Attribution } from "./attribute-effect.ts";
import type { Contradiction } from "./contradiction.ts";

/**
 * refused: a cancel of a pending order was not answered 204. noWinner: so were
 * all of several at once. again: a cancelled order was cancelled once more.
 * twoWinners: so it was by one of several calls at once. missing: not listed
 * though pending. effect: a call that must not act did; unexplained: one of them.
 */
export type StoryFault =
  | {
      readonly kind: "refused" | "noWinner" | "again" | "twoWinners" | "missing";
      readonly found: Contradiction;
      /** Of a refusal that no call can have brought about. */
      readonly status?: number | undefined;
    }
  | { readonly kind: "effect"; readonly ground: Ground; readonly found: Contradiction }
  | { readonly kind: "unexplained"; readonly found: Contradiction; readonly grounds: readonly Ground[] };

export function effectFault({ grounds, suspects }: Attribution, found: Contradiction): StoryFault {
  const [ground] = grounds;
  if (ground && grounds.length === 1) return { kind: "effect", ground, found };
  const received = `${found.received}, after ${suspects.length} calls that must not act on it`;
  return { kind: "unexplained", found: { ...found, received }, grounds };
}

export const overlap = (one: Call, other: Call) => one.sentAt < other.endedAt && other.sentAt < one.endedAt;
