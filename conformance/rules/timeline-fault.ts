/** What can be wrong with the timeline of a pending order. */

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
export type TimelineFault =
  | {
      readonly kind: "refused" | "noWinner" | "again" | "twoWinners" | "missing";
      readonly found: Contradiction;
      /** Of a refusal that no call can have brought about. */
      readonly status?: number | undefined;
    }
  | {
      readonly kind: "effect";
      readonly ground: Ground;
      readonly found: Contradiction;
      /** What can have done it late. */
      readonly alternatives: readonly Ground[];
    }
  | { readonly kind: "unexplained"; readonly found: Contradiction; readonly grounds: readonly Ground[] };

export function effectFault(
  { grounds, suspects, alternatives }: Attribution,
  found: Contradiction,
): TimelineFault {
  const [ground] = grounds;
  if (ground && grounds.length === 1) return { kind: "effect", ground, found, alternatives };
  const received = `${found.received}; any of ${suspects.length} calls that must not change it may have done it`;
  return { kind: "unexplained", found: { ...found, received }, grounds };
}

/** What is known to have done the same to another order, where nothing else can have, explains what it can have done late. */
export function withFewestCauses(faults: readonly TimelineFault[]): readonly TimelineFault[] {
  const proven = new Set(
    faults.flatMap((fault) =>
      fault.kind === "effect" && fault.alternatives.length === 0 ? [fault.ground] : [],
    ),
  );
  return faults.map((fault) => {
    if (fault.kind !== "effect" || proven.has(fault.ground)) return fault;
    if (!fault.alternatives.some((ground) => proven.has(ground))) return fault;
    return { kind: "unexplained", found: fault.found, grounds: [fault.ground, ...fault.alternatives] };
  });
}

export const overlap = (one: Call, other: Call) => one.sentAt < other.endedAt && other.sentAt < one.endedAt;
