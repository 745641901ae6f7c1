/** Every 401 and 404 that the document gives its operations has an Error for a body (section 7, rule 1). */

import { isJsonObject } from "../../base/json.ts";
import { describeJson } from "../evidence/describe-json.ts";
import { headerOf, isJsonType, parsedBody } from "../evidence/exchange.ts";
import type { Call } from "../evidence/read-call.ts";
import type { Contradiction } from "../model/contradiction.ts";

export type ErrorFaultKind = "object" | "code" | "message" | "status" | "media-type" | "media-type-stated";

/**
 * Whether the answer is one of those: a 401 of an operation, or the 404 of an order
 * that cannot be found. A 404 for a path without a route, or an id that is none, is
 * not the document's; the body of an answer to HEAD is empty by HTTP.
 */
export function isDocumentedError({ operation, isPlain, credential, id, status, exchange }: Call): boolean {
  if (!isPlain || !exchange.answer) return false;
  if (status === 401) return (operation === "list" || operation === "cancel") && credential !== "valid";
  return status === 404 && operation === "cancel" && credential === "valid" && id?.kind === "exact";
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
    add("object", "a JSON body", `a body that is not JSON (${parsed.error})`);
    return faults;
  }
  const { json } = parsed;
  if (!isJsonObject(json)) {
    add("object", "an Error object", describeJson(json));
    return faults;
  }
  // What is no object at all is told once, and not for each field again.
  if (typeof json.code !== "string") add("code", "code to be a string", describeJson(json.code));
  if (typeof json.message !== "string") add("message", "message to be a string", describeJson(json.message));
  if (json.status !== BigInt(status!))
    add("status", `status to be the integer ${status}`, describeJson(json.status));
  return faults;
}
