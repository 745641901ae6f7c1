/** Section 5: the key counts in the Authorization header alone. Opt-in, because a URL ends up in logs. */

import type { Exchange } from "../history/exchange.ts";
import type { Judge } from "../history/judge.ts";
import { exposedKeyLists } from "../scenarios/look.ts";
import { type Requirement, requirement } from "./requirement.ts";

function expect401(exchanges: readonly Exchange[], judge: Judge): void {
  for (const exchange of exchanges) judge.status(exchange, 401);
}

export const exposedKeyRequirements: readonly Requirement[] = [
  requirement({
    id: "exposed-key/in-query",
    title: "The key in the query alone answers 401",
    clause: "bearer-scheme",
    optIn: "expose-key",
    scenes: { exposed: exposedKeyLists },
    check: ({ exposed: { inQuery } }, judge) => expect401(inQuery, judge),
  }),
  requirement({
    id: "exposed-key/in-other-header",
    title: "The key in another header alone answers 401",
    clause: "bearer-scheme",
    optIn: "expose-key",
    scenes: { exposed: exposedKeyLists },
    check: ({ exposed: { inHeader } }, judge) => expect401(inHeader, judge),
  }),
];
