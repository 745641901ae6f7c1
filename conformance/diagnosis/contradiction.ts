/** Contradictions between a history and the document, with the exchange to blame. */

import {
  type Answer,
  describeDeferral,
  type Exchange,
  type HeaderList,
  headerOf,
  isDeferral,
  isLost,
} from "../evidence/exchange.ts";
import { type Call, isBad } from "../evidence/read-call.ts";
import { isOtherRefusal, mayBeDueToHeader } from "../evidence/special-headers.ts";

export interface Contradiction {
  readonly expected: string;
  readonly received: string;
  /** The call that contradicts the document, or after which the effect must have happened. */
  readonly exchange: Exchange;
  /** Exchanges that show it. */
  readonly witnesses?: readonly Exchange[];
}

/**
 * The reason why a call is not evidence about any rule; undefined when it is. A call without an answer is evidence: it
 * should have one.
 */
export function inconclusiveReason({ exchange, isLockedOut, failsAlways }: Call): string | undefined {
  const { answer, failure, notSent } = exchange;
  if (notSent) return `Not sent: ${failure}.`;
  if (isLockedOut)
    return `After calls with bad keys the server refused the valid key, too, with ${answer?.status}: a lock-out.`;
  // Without Retry-After it may also be a throttle, which only a repeated call could show.
  if (answer?.status === 503 && exchange.once)
    return "The server answered 503 to a cancel, which is not sent again: it may have taken effect.";
  if (isLost(exchange))
    return `A cancel got ${answer ? `the ${answer.status} of a gateway` : `no answer (${failure})`}. It is not sent again: it may have taken effect.`;
  if (failsAlways && !failsAlways())
    return `A gateway answered ${answer?.status} twice, and other calls of the kind reached the server, or too few were made to show it.`;
  // Rate limits are not shown (section 8, rule 2): a refusal to answer now is not an answer about the rule.
  if (answer && (isDeferral(answer) || exchange.deferred))
    return `The server answered ${statusText(answer)} for longer than the run waits.`;
  return undefined;
}

/** Whether an answer is not evidence about the server's rules: one of a throttle, a gateway, or a lock-out. */
export const isUnrelatedAnswer = (call: Call): boolean =>
  call.exchange.answer !== undefined && inconclusiveReason(call) !== undefined;

/** A status with its details: the target of a redirect, the time until a retry. */
function statusText(answer: Answer): string {
  const location = headerOf(answer, "location");
  return location !== undefined && answer.status >= 300 && answer.status < 400
    ? `${answer.status} to ${location.slice(0, 200)}`
    : describeDeferral(answer);
}

/** The contradiction of a call that was answered only at the target of a redirect to its own path. */
export function expectNoRedirect({ exchange }: Call, expected: string): Contradiction | undefined {
  const { redirectedFrom } = exchange;
  if (!redirectedFrom?.answer) return undefined;
  return { expected, received: statusText(redirectedFrom.answer), exchange: redirectedFrom };
}

/**
 * Whether a server may have refused a call for headers that the operation lacks: it answered no list with the key and the
 * same headers. The document does not show that answer.
 */
export function isRefusedForHeaders({ addedHeaders, status = 0, exchange }: Call): boolean {
  if (addedHeaders === undefined || !isOtherRefusal(status)) return false;
  const isKnown = ([name]: HeaderList[number]) => addedHeaders.has(name) || name === "authorization";
  return !exchange.request.headers.every(isKnown);
}

/**
 * Whether a call of a run states the media type of content that it lacks, and was refused: some parsers refuse empty content
 * before a handler sees the call, with whatever status.
 */
const isRefusedAsContent = ({ addedHeaders, status = 0, exchange }: Call): boolean =>
  addedHeaders !== undefined &&
  status >= 400 &&
  status < 500 &&
  headerOf(exchange.request, "content-type") !== undefined;

/** Whether a right server may give this answer because of a query or a header that the operation lacks. */
function isAlsoRight(call: Call): boolean {
  const { exchange, status, operation, query, isSpecial, credential } = call;
  if (isRefusedForHeaders(call) || isRefusedAsContent(call)) return true;
  if (!isSpecial) return false;
  // The answer to a cancel with a query is not shown; the order must stay.
  const isFailure = status === undefined || status >= 500;
  if (isFailure) return operation === "cancel" && query !== undefined && !isBad(credential);
  // For example to the same address without the query.
  const isRedirect = status >= 300 && status < 400;
  if (query !== undefined && isRedirect && !isBad(credential)) return true;
  // A server may refuse these before it checks the key.
  return isOtherRefusal(status) && (query !== undefined || mayBeDueToHeader(exchange));
}

/** The contradiction of a call whose status is not right; undefined for a call that is not evidence. */
export function expectAnswer(
  call: Call,
  expected: string,
  isRight: (status: number) => boolean,
): Contradiction | undefined {
  const { exchange } = call;
  if (inconclusiveReason(call) !== undefined || isAlsoRight(call)) return undefined;
  if (!exchange.answer) return { expected: "an answer", received: exchange.failure ?? "none", exchange };
  if (isRight(exchange.answer.status)) return undefined;
  return { expected, received: statusText(exchange.answer), exchange };
}

/** The contradiction of a call that has none of these statuses. */
export const expectStatus = (call: Call, allowed: readonly number[]): Contradiction | undefined =>
  expectAnswer(call, `status ${allowed.join(" or ")}`, (status) => allowed.includes(status));

export const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;
