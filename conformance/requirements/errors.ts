/** Sections 2 and 7: the bodies of a 401 and of a 404 are Error objects. */

import type { TestableClauseId } from "../../spec/clauses.ts";
import type { Part } from "../evidence/parts.ts";
import type { Call } from "../evidence/read-call.ts";
import { type ErrorFaultKind, errorFaults, isDocumentedError } from "./error-faults.ts";
import { ofEvery, type Requirement, requirement } from "./requirement.ts";

/** Requirements on one status' error bodies, judged over every answer that had the status. */
function errorRequirements(status: 401 | 404, parts: readonly Part[]): readonly Requirement[] {
  const isOne = (call: Call) => call.status === status && isDocumentedError(call);
  const about = (kind: ErrorFaultKind, title: string, clause: TestableClauseId) =>
    requirement({
      id: `errors/${status}-${kind}`,
      title,
      clause,
      parts,
      ...ofEvery(isOne, (call) => errorFaults(call).get(kind)),
    });
  return [
    // Sections 2 and 7 say the same; each clause has its requirement.
    about(
      "object",
      `The body of a ${status} is a JSON object`,
      status === 401 ? "error-bodies" : "error-is-object",
    ),
    about("code", `The Error of a ${status} has a code, a string`, "error-code"),
    about("message", `The Error of a ${status} has a message, a string`, "error-message"),
    about("status", `The Error of a ${status} has that status, an integer`, "error-status"),
    about("media-type", `The media type of a ${status}, where stated, is a JSON one`, "bodies-are-json"),
    about("media-type-stated", `A ${status} states its media type`, "rfc9110-content-type"),
  ];
}

export const errorsRequirements: readonly Requirement[] = [
  ...errorRequirements(401, ["badKeys"]),
  ...errorRequirements(404, ["unknown"]),
];
