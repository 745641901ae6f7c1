/** Section 5: the key counts in the Authorization header alone. Opt-in, because a URL ends up in logs. */

import type { History } from "../evidence/history.ts";
import type { Credential } from "../evidence/read-credential.ts";
import { expectStatus } from "../model/contradiction.ts";
import { type Requirement, requirement } from "./requirement.ts";

const listsBy = (credential: Credential) => (history: History) =>
  history.calls.filter((call) => call.operation === "list" && call.isPlain && call.credential === credential);

function exposed(id: string, title: string, credential: Credential): Requirement {
  const covers = listsBy(credential);
  return requirement({
    id: `exposed-key/${id}`,
    title,
    clause: "bearer-scheme",
    optIn: "expose-key",
    parts: ["exposedKey"],
    covers,
    breaks: (history) => covers(history).flatMap((call) => expectStatus(call, [401]) ?? []),
  });
}

export const exposedKeyRequirements: readonly Requirement[] = [
  exposed("in-query", "The key in the query alone answers 401", "inQuery"),
  exposed("in-other-header", "The key in another header alone answers 401", "inHeader"),
];
