/** Section 5: the key counts in the Authorization header alone. Opt-in, because a URL ends up in logs. */

import type { Credential } from "../evidence/read-credential.ts";
import { expectStatus } from "../model/contradiction.ts";
import { ofEvery, type Requirement, requirement } from "./requirement.ts";

function exposed(id: string, title: string, credential: Credential): Requirement {
  return requirement({
    id: `exposed-key/${id}`,
    title,
    clause: "bearer-scheme",
    optIn: "expose-key",
    parts: ["exposedKey"],
    ...ofEvery(
      (call) => call.operation === "list" && call.isPlain && call.credential === credential,
      (call) => expectStatus(call, [401]),
    ),
  });
}

export const exposedKeyRequirements: readonly Requirement[] = [
  exposed("in-query", "The key in the query alone answers 401", "inQuery"),
  exposed("in-other-header", "The key in another header alone answers 401", "inHeader"),
];
