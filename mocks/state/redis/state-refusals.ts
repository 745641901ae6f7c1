/** What a request gets whose world cannot be had, or whose change could not be kept. */

import { errorReply } from "../../http/reply.ts";

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
  [
    /^(?:FOREIGN|WRONGTYPE)\b/,
    "there is data of another program under its keys",
    "Name another --state-prefix.",
  ],
  [/NOPERM|can't run this command/, "its user may not do what the mock needs", "Name another user."],
];

export function reasonOf(error: Error): readonly [fact: string, next: string] {
  const known = reasons.find(([code]) => code.test(error.message));
  if (known) return [known[1], known[2]];
  // Where a name has several addresses, Node says no more than a code.
  const fact = error.message || (error as NodeJS.ErrnoException).code;
  return [`Redis cannot be used (${fact})`, "Start it there, or name another address."];
}

const later = { "retry-after": "1" };

export const stateUnreachable = errorReply(
  503,
  "state_unreachable",
  "The state of this mock is kept in Redis, which cannot be reached. Nothing was done: send the request again.",
  "json",
  later,
);

export const stateInDoubt = errorReply(
  503,
  "state_in_doubt",
  "The connection to Redis was lost before Redis answered. The change was made whole or not at all, and will not be made later: list the orders to see.",
  "json",
  later,
);

export function stateNotKept(reason: string) {
  return errorReply(
    503,
    "not_kept",
    `The change could not be stored and was not made: ${reason}.`,
    "json",
    later,
  );
}
