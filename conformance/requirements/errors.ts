/** Sections 2 and 7: every 401 and 404 that the document gives its operations has an Error as its body. */

import { isJsonObject } from "../../base/json.ts";
import type { Contradiction } from "../diagnosis/contradiction.ts";
import { describeUnread, headerOf, isJsonType, parsedBody } from "../evidence/exchange.ts";
import { describeJson } from "../evidence/order-faults.ts";
import { type Call, isKeyed } from "../evidence/read-call.ts";
import { ofEvery, type Requirement, rulesOf } from "./requirement.ts";

const rule = rulesOf("errors");

type ErrorFaultKind = "object" | "code" | "message" | "status" | "media-type" | "media-type-stated";

/**
 * Whether the answer is one of those: a 401 of an operation, or the 404 of an order that cannot be found. A 404 for a path
 * without a route, or for a text that is not an id, is not the document's; an answer to HEAD has no body.
 */
export function isDocumentedError(call: Call): boolean {
  const { operation, isPlain, credential, id, status } = call;
  if (status === 401)
    return isPlain && (operation === "list" || operation === "cancel") && credential !== "valid";
  return status === 404 && isKeyed(call, "cancel") && id?.kind === "exact";
}

/** The faults of one error's body. */
export function errorFaults({
  exchange,
  status,
}: Pick<Call, "exchange" | "status">): ReadonlyMap<ErrorFaultKind, Contradiction> {
  const faults = new Map<ErrorFaultKind, Contradiction>();
  const answer = exchange.answer!;
  const add = (kind: ErrorFaultKind, expected: string, received: string) =>
    faults.set(kind, { expected, received, exchange });
  const type = headerOf(answer, "content-type");
  if (type === undefined) add("media-type-stated", "a Content-Type header", "none");
  else if (!isJsonType(type)) add("media-type", "a JSON media type", type);
  const parsed = parsedBody(answer);
  if ("error" in parsed) {
    add("object", "a JSON body", describeUnread(parsed));
    return faults;
  }
  const { json } = parsed;
  if (!isJsonObject(json)) {
    add("object", "an Error object", describeJson(json));
    return faults;
  }
  // A body that is not an object fails once, and not for each field.
  if (typeof json.code !== "string") add("code", "code to be a string", describeJson(json.code));
  if (typeof json.message !== "string") add("message", "message to be a string", describeJson(json.message));
  if (json.status !== BigInt(status!))
    add("status", `status to be the integer ${status}`, describeJson(json.status));
  return faults;
}

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
