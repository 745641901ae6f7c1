/** The effects of each fault. */

import type { Profile } from "../../spec/open-questions.ts";
import { refusals } from "../http/admission.ts";
import { conflict } from "../http/cancel-order.ts";
import { joinPieces } from "../http/list-orders.ts";
import {
  type Delivery,
  emptyReply,
  errorReply,
  headerText,
  type MockReply,
  whyHeader,
} from "../http/reply.ts";
import type { World } from "../http/world.ts";
import type { FaultName, RuleOf } from "./fault-rule.ts";
import type { LaggingLists } from "./lagging-lists.ts";

/** The request that a rule has met. */
export interface FaultCall {
  readonly world: World;
  readonly id: bigint | undefined;
  /** The next draw of the rule's own chances, 0 up to 1. */
  draw(): number;
  /** The name of the rule in X-Mock-Why. @param what the fault and its effect */
  label(what: string): string;
  /** Lists from before a cancel, for later reads. */
  lagging(): LaggingLists;
  /** Number of times that the rule has played before. */
  readonly played: number;
  /** Milliseconds of the clock at which the rule heals. */
  readonly healsAt: number;
}

/**
 * The answer where a rule plays; undefined leaves it unchanged, and the rule does not count as played.
 * @param answer makes the API's own answer, or another rule's, with its effect
 */
type Play<Name extends FaultName> = (
  rule: RuleOf<Name>,
  call: FaultCall,
  answer: () => MockReply,
) => MockReply | undefined;

export const faultPlays: { readonly [Name in FaultName]: Play<Name> } = {
  delay({ ms }, { draw, label }, answer) {
    const [min, max] = typeof ms === "number" ? [ms, ms] : ms;
    const drawn = min === max ? min : min + Math.floor(draw() * (max - min + 1));
    return delayed(because(label(`delay ${drawn} ms`), answer()), drawn);
  },
  status: (rule, { world, label }) => statusReply(rule, world.profile, label(`status ${rule.status}`)),
  sequence({ steps }, { world, label, played }, answer) {
    const step = played % steps.length;
    const status = steps[step]!;
    const what = label(`sequence, step ${step + 1} of ${steps.length}`);
    return status < 300 ? because(what, answer()) : statusReply({ status }, world.profile, what);
  },
  "stale-list"({ reads }, { world, id, label, lagging, healsAt }, answer) {
    const list = lagging().wants(reads) ? world.list() : undefined;
    const reply = answer();
    // The cancel may have been refused, or never made.
    if (world.store.find(id!)?.status !== "cancelled") return undefined;
    if (list) lagging().keep(list, { label: label("stale-list"), left: reads, healsAt });
    return reply;
  },
  "reset-before": (_rule, { label }) => noAnswer("reset", label("reset-before")),
  "reset-after": (_rule, { label }, answer) => endedBy("reset", because(label("reset-after"), answer())),
  "cut-body": (_rule, { label }, answer) => endedBy("cut", because(label("cut-body"), answer())),
  "broken-json"(_rule, { label }, answer) {
    const broken = brokenJson(answer());
    return broken && because(label("broken-json"), broken);
  },
  hang: (_rule, { label }) => noAnswer("hang", label("hang")),
  "ship-first"(_rule, { world, id, label }, answer) {
    world.store.ship(id!);
    return because(label("ship-first"), answer());
  },
};

/** The reply, with the fault before its own reason. */
export function because(cause: string, reply: MockReply): MockReply {
  const why = `${cause}; ${reply.why}`;
  return { ...reply, why, headers: { ...reply.headers, [whyHeader]: headerText(why) } };
}

/** Codes of statuses that clients meet often. The document does not list any (section 7, rule 2). */
const defaultCodes: Readonly<Record<number, string>> = {
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

/** Headers that a status must have or usually has (RFC 9110, 10.2.3, 11.6.1 and 15.5.6; RFC 6585, 4). */
function headersOf(status: number, retryAfter: number | undefined): Record<string, string> {
  const seconds = retryAfter ?? (status === 429 || status === 503 ? 1 : undefined);
  return {
    ...(status === 401 && { "www-authenticate": refusals.invalid.challenge }),
    ...(status === 405 && { allow: "" }),
    ...(seconds !== undefined && { "retry-after": String(seconds) }),
  };
}

/** An answer of that status; a 409 has the body that the profile gives it. */
function statusReply(
  { status, code, message, retryAfter }: Omit<RuleOf<"status">, "fault">,
  profile: Profile,
  why: string,
): MockReply {
  const usedCode = code ?? defaultCodes[status] ?? "fault";
  const text = message ?? `A fault rule of the mock answers ${status}.`;
  const headers = headersOf(status, retryAfter);
  if (status !== 409) return errorReply(status, usedCode, text, profile.errorMediaType, headers, why);
  const reply = conflict(text, usedCode, profile, why);
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** A fault without an answer; its status is 0. */
function noAnswer(end: "reset" | "hang", why: string): MockReply {
  return { ...emptyReply(0, why), delivery: { end } };
}

function delayed(reply: MockReply, ms: number): MockReply {
  if (ms === 0) return reply;
  return { ...reply, delivery: { ...reply.delivery, delayMs: (reply.delivery?.delayMs ?? 0) + ms } };
}

function endedBy(end: NonNullable<Delivery["end"]>, reply: MockReply): MockReply {
  return { ...reply, delivery: { ...reply.delivery, end } };
}

/** The reply with the first half of its JSON text as the whole; undefined where its body is not JSON. */
function brokenJson(reply: MockReply): MockReply | undefined {
  if (!/^application\/(?:.+\+)?json\b/.test(reply.headers["content-type"] ?? "")) return undefined;
  const whole = joinPieces(reply.body);
  if (whole.length === 0) return undefined;
  // No shorter beginning of an array or an object is JSON.
  const kept = whole.subarray(0, Math.floor(whole.length / 2));
  return {
    ...reply,
    headers: { ...reply.headers, "content-length": String(kept.length) },
    body: [kept],
    orders: undefined,
  };
}
