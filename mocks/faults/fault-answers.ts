/** The answers that faults give in place of the API's own. */

import type { Profile } from "../../spec/open-questions.ts";
import { challenges } from "../http/authenticate.ts";
import { conflict } from "../http/cancel-order.ts";
import {
  type Delivery,
  emptyReply,
  errorReply,
  headerText,
  type MockReply,
  whyHeader,
} from "../http/reply.ts";
import type { World } from "../http/world.ts";
import type { StatusFault } from "./fault-rule.ts";
import { type CallFacts, labelOf, type StandingRule } from "./fault-standing.ts";

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
    ...(status === 401 && { "www-authenticate": challenges.invalid }),
    ...(status === 405 && { allow: "" }),
    ...(seconds !== undefined && { "retry-after": String(seconds) }),
  };
}

/** An answer of that status; a 409 has the body that the profile gives it. */
export function statusReply(
  { status, code, message, retryAfter }: Omit<StatusFault, "fault">,
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

/**
 * The answer as the rule decides it. The rule counts as matched, unless it had
 * no body to break.
 * @param answer the API's own; what it does has happened when it returns
 */
export function decidedReply(
  standing: StandingRule,
  { profile, store }: World,
  { id }: CallFacts,
  answer: () => MockReply,
): MockReply {
  const { rule } = standing;
  const label = labelOf(rule, rule.fault === "status" ? `status ${rule.status}` : rule.fault);
  if (rule.fault === "broken-json") {
    const reply = answer();
    const broken = withBrokenJson(reply);
    if (broken) standing.left--;
    return broken ? becauseOf(label, broken) : reply;
  }
  standing.left--;
  switch (rule.fault) {
    case "status":
      return statusReply(rule, profile, label);
    case "reset-before":
      return noAnswer("reset", label);
    case "hang":
      return noAnswer("hang", label);
    case "ship-first":
      // A match has a pending order.
      store.ship(id!);
      return becauseOf(label, answer());
    case "reset-after":
      return delivered(becauseOf(label, answer()), { end: "reset" });
    case "cut-body":
      return delivered(becauseOf(label, answer()), { end: "cut" });
    // These two leave the answer to be decided.
    case "delay":
    case "stale-list":
      return answer();
  }
}

/** No answer at all; its status is 0, since none is sent. */
function noAnswer(end: "reset" | "hang", why: string): MockReply {
  return { ...emptyReply(0, why), delivery: { end } };
}

/** The reply, handed over in another way. */
export function delivered(reply: MockReply, delivery: Delivery): MockReply {
  return { ...reply, delivery: { ...reply.delivery, ...delivery } };
}

/** The reply, with what was done to it before its own reason. */
export function becauseOf(cause: string, reply: MockReply): MockReply {
  const why = `${cause}; ${reply.why}`;
  return { ...reply, why, headers: { ...reply.headers, [whyHeader]: headerText(why) } };
}

/** The reply with the first half of its JSON text as the whole; undefined where its body is none. */
function withBrokenJson(reply: MockReply): MockReply | undefined {
  if (!/^application\/(?:.+\+)?json\b/.test(reply.headers["content-type"] ?? "")) return undefined;
  const length = reply.body.reduce((sum, piece) => sum + piece.length, 0);
  if (length === 0) return undefined;
  // An array or an object has no proper beginning that is JSON, too.
  const kept = Math.floor(length / 2);
  const body: Uint8Array[] = [];
  let left = kept;
  for (const piece of reply.body) {
    if (left === 0) break;
    const part = piece.subarray(0, left);
    body.push(part);
    left -= part.length;
  }
  return { ...reply, headers: { ...reply.headers, "content-length": String(kept) }, body };
}
