/** What all mocks on one Redis were started with, as text; and why a Redis cannot be used. */

import { formatJson } from "../../../base/json.ts";
import { type SavedSource, savedSource, sourceOf } from "../../worlds/world-parts.ts";
import type { WorldStart } from "../../worlds/world-state.ts";
import { parseOrders } from "../state-format.ts";

/** The layout of keys and texts in Redis; a newer kit that changes it counts up. */
const layout = 2;

export interface StartFacts {
  readonly text: string;
  readonly orders: string;
}

interface ReadFacts extends Pick<WorldStart, "profile" | "faults"> {
  readonly layout: number;
  readonly source: SavedSource;
  readonly shipAfter?: number;
}

export function formatStartFacts({ source, orders, ...rest }: WorldStart): StartFacts {
  const { profile, faults, shipAfter } = rest;
  const facts = { layout, source: savedSource(source), profile, faults, shipAfter };
  return { text: JSON.stringify(facts), orders: formatJson(orders) };
}

/** @param refuse throws */
export function readStartFacts(
  { text, orders: own }: StartFacts,
  refuse: (fact: string, next: string) => never,
): WorldStart {
  let facts: ReadFacts | undefined;
  try {
    facts = JSON.parse(text) as ReadFacts;
    if (facts.layout === layout) {
      const { source, profile, faults, shipAfter } = facts;
      const orders = parseOrders(own);
      return { source: sourceOf(source, orders), orders, profile, faults, shipAfter };
    }
  } catch {
    facts = undefined;
  }
  if (!Number.isInteger(facts?.layout)) return refuse(...foreign);
  return refuse(
    `it has layout ${facts?.layout}, this kit knows ${layout}`,
    "Use the kit that wrote it, or another --state-prefix.",
  );
}

const foreign = ["there is data of another program under its keys", "Name another --state-prefix."] as const;

/** Why Redis cannot be used, by the code that its answer begins with, and what to do. */
const reasons: readonly (readonly [code: RegExp, fact: string, next: string])[] = [
  [
    /^(?:NOAUTH|WRONGPASS)\b/,
    "Redis asks for another user or password",
    "Put them before the host of the address.",
  ],
  [/^READONLY\b/, "it is a replica, which takes no changes", "Name the address of its master."],
  [/^OOM\b/, "Redis is full", "Give it more memory, or name another address."],
  [/^MISCONF\b/, "Redis takes no changes, as it cannot write to its disk", "Make room there."],
  [/^(?:FOREIGN|WRONGTYPE)\b/, ...foreign],
  [/NOPERM|can't run this command/, "its user may not do what the mock needs", "Name another user."],
];

export function reasonOf(error: Error): readonly [fact: string, next: string] {
  const known = reasons.find(([code]) => code.test(error.message));
  if (known) return [known[1], known[2]];
  // Where a name has several addresses, Node says no more than a code.
  const fact = error.message || (error as NodeJS.ErrnoException).code;
  return [`Redis cannot be used (${fact})`, "Start it there, or name another address."];
}
