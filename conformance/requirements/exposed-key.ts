/** Section 5: the key is valid only in the Authorization header. Opt-in, because a URL ends up in logs. */

import { refusedList } from "./authentication.ts";
import { type Requirement, rulesOf } from "./requirement.ts";

const rule = rulesOf("exposed-key");

const setting = { optIn: "expose-key", parts: ["exposedKey"] } as const;

export const exposedKeyRequirements: readonly Requirement[] = [
  rule("in-query", "The key in the query alone answers 401", "bearer-scheme", {
    ...setting,
    ...refusedList("inQuery"),
  }),
  rule("in-other-header", "The key in another header alone answers 401", "bearer-scheme", {
    ...setting,
    ...refusedList("inHeader"),
  }),
];
