/** Sections 2 and 7: the bodies of a 401 and of a 404 are Error objects. */

import type { Call } from "../evidence/read-call.ts";
import { errorFaults, isDocumentedError } from "./error-faults.ts";
import { ofEvery, type Requirement, rulesOf } from "./requirement.ts";

const rule = rulesOf("errors");

/** Requirements on one status' error bodies, judged over every answer that had the status. */
function about(status: 401 | 404, part: "badKeys" | "unknown"): readonly Requirement[] {
  const kinds = [
    // Sections 2 and 7 say the same; each clause has its requirement.
    [
      "object",
      `The body of a ${status} is a JSON object`,
      status === 401 ? "error-bodies" : "error-is-object",
    ],
    ["code", `The Error of a ${status} has a code, a string`, "error-code"],
    ["message", `The Error of a ${status} has a message, a string`, "error-message"],
    ["status", `The Error of a ${status} has that status, an integer`, "error-status"],
    ["media-type", `The media type of a ${status}, where stated, is a JSON one`, "bodies-are-json"],
    ["media-type-stated", `A ${status} states its media type`, "rfc9110-content-type"],
  ] as const;
  const isOne = (call: Call) => call.status === status && isDocumentedError(call);
  return kinds.map(([kind, title, clause]) =>
    rule(`${status}-${kind}`, title, clause, {
      parts: [part],
      ...ofEvery(isOne, (call) => errorFaults(call).get(kind)),
    }),
  );
}

export const errorsRequirements: readonly Requirement[] = [
  ...about(401, "badKeys"),
  ...about(404, "unknown"),
];
