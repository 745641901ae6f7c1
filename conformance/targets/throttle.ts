/** Answers that ask a client to wait: how long a run does so, and when it sends nothing more. */

import {
  type Answer,
  headerOf,
  isDeferral,
  type OutgoingRequest,
  retryAfterOf,
} from "../evidence/exchange.ts";
import { createWaitBudget, type Pace } from "./pacing.ts";

const defaultWaitBudgetMs = 30_000;
/** Wait in ms for a Retry-After that cannot be parsed. */
const defaultWaitMs = 1000;
/** `Retry-After: 0` at every try must not become a flood. */
const minWaitMs = 100;

/** An answer after which nothing more is sent. */
interface Deferral {
  readonly status: number;
  readonly why: string;
}

export function createThrottle(apiKey: string, pace: Pace, waitBudgetMs = defaultWaitBudgetMs) {
  const mayWait = createWaitBudget(waitBudgetMs);
  /** Calls without the key may have a limit of their own. */
  const ended: { withKey?: Deferral; withoutKey?: Deferral } = {};
  const laneOf = ({ headers }: OutgoingRequest) =>
    headers.some(([name, value]) => /^authorization$/i.test(name) && value === `Bearer ${apiKey}`)
      ? "withKey"
      : "withoutKey";
  const inWords = (answer: Answer): string => {
    const after = retryAfterOf(answer);
    const until = after === undefined ? "" : ` with Retry-After: ${after}`;
    return `the server answered ${answer.status}${until}, and the run may wait ${waitBudgetMs / 1000} s in all`;
  };
  return {
    mayWait,
    /** Holds all calls until the time that the server asks for, or for good if that is too late for the run. */
    heed(request: OutgoingRequest, answer: Answer): void {
      const waitMs = retryAfterOf(answer) === undefined ? undefined : deferralMs(answer);
      if (waitMs === undefined) return;
      if (mayWait(waitMs)) pace.hold(waitMs);
      else ended[laneOf(request)] ??= { status: answer.status, why: inWords(answer) };
    },
    /** Why a request is not sent any more. */
    ended: (request: OutgoingRequest): Deferral | undefined => ended[laneOf(request)],
    endedWithKey: (): string | undefined => ended.withKey?.why,
  };
}

/** How long the server asks to wait, if it does (RFC 9110, 10.2.3: seconds or a date). */
export function deferralMs(answer: Answer): number | undefined {
  if (!isDeferral(answer)) return undefined;
  const retryAfter = headerOf(answer, "retry-after") ?? "";
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? defaultWaitMs : Math.max(minWaitMs, ms);
}
