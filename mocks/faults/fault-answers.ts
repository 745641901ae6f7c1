/** The answers that faults give in place of the API's own. */

import type { Profile } from "../../spec/open-questions.ts";
import { refusals } from "../http/admission.ts";
import { conflict } from "../http/cancel-order.ts";
import { joinPieces } from "../http/list-orders.ts";
import { type Delivery, emptyReply, errorReply, type MockReply } from "../http/reply.ts";
import type { RuleOf } from "./fault-rule.ts";

/** Codes of statuses that clients meet often. The document does not list any (section 7, rule 2). */
const usualCodes: Readonly<Record<number, string>> = {
  400: "bad_request",
  401: "api_key_invalid",
  403: "forbidden",
  404: "order_not_found",
  409: "order_shipped",
  429: "too_many_requests",
  500: "internal_error",
  502: "bad_gateway",
  503: "service_unavailable",
  504: "gateway_timeout",
};

/** Headers a status must or usually does come with (RFC 9110, 10.2.3, 11.6.1 and 15.5.6; RFC 6585, 4). */
function headersOf(status: number, retryAfter: number | undefined): Record<string, string> {
  const seconds = retryAfter ?? (status === 429 || status === 503 ? 1 : undefined);
  return {
    ...(status === 401 && { "www-authenticate": refusals.invalid.challenge }),
    ...(status === 405 && { allow: "" }),
    ...(seconds !== undefined && { "retry-after": String(seconds) }),
  };
}

/** An answer of that status; a 409 has the body that the profile gives it. */
export function statusReply(
  { status, code, message, retryAfter }: Omit<RuleOf<"status">, "fault">,
  profile: Profile,
  why: string,
): MockReply {
  const usedCode = code ?? usualCodes[status] ?? "fault";
  const text = message ?? `The mock was told to answer ${status}.`;
  const headers = headersOf(status, retryAfter);
  if (status !== 409) return errorReply(status, usedCode, text, profile.errorMediaType, headers, why);
  const reply = conflict(text, usedCode, profile, why);
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** No answer at all; its status is 0, since none is sent. */
export function noAnswer(end: "reset" | "hang", why: string): MockReply {
  return { ...emptyReply(0, why), delivery: { end } };
}

export function delayed(reply: MockReply, ms: number): MockReply {
  if (ms === 0) return reply;
  return { ...reply, delivery: { ...reply.delivery, delayMs: (reply.delivery?.delayMs ?? 0) + ms } };
}

export function endedBy(end: NonNullable<Delivery["end"]>, reply: MockReply): MockReply {
  return { ...reply, delivery: { ...reply.delivery, end } };
}

/** The reply with the first half of its JSON text as the whole; undefined where its body is none. */
export function brokenJson(reply: MockReply): MockReply | undefined {
  if (!/^application\/(?:.+\+)?json\b/.test(reply.headers["content-type"] ?? "")) return undefined;
  const whole = joinPieces(reply.body);
  if (whole.length === 0) return undefined;
  // An array or an object has no proper beginning that is JSON, too.
  const kept = whole.subarray(0, Math.floor(whole.length / 2));
  return {
    ...reply,
    headers: { ...reply.headers, "content-length": String(kept.length) },
    body: [kept],
    orders: undefined,
  };
}
