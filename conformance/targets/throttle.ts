/** Answers that ask a client to wait (429, 503): the waiting time of a run, and the end of its calls. */

import {
  type Answer,
  describeDeferral,
  headerOf,
  isDeferral,
  type OutgoingRequest,
  retryAfterOf,
} from "../evidence/exchange.ts";
import { createWaitBudget } from "./pacing.ts";

/** Wait in ms for a Retry-After that cannot be parsed. */
const defaultWaitMs = 1000;
/** Minimum wait in ms, so that `Retry-After: 0` at every try does not cause many requests. */
const minWaitMs = 100;

/** An answer after which no call is sent. */
export interface Deferral {
  readonly status: number;
  readonly why: string;
}

export function createThrottle(apiKey: string, waitBudgetMs: number) {
  const canAfford = createWaitBudget(waitBudgetMs);
  /** Calls without the key may have a limit of their own. */
  const ended: { withKey?: Deferral; withoutKey?: Deferral } = {};
  const laneOf = ({ headers }: OutgoingRequest) =>
    headers.some(([name, value]) => /^authorization$/i.test(name) && value === `Bearer ${apiKey}`)
      ? "withKey"
      : "withoutKey";
  return {
    /** Whether the run waits for as long as the server asks. Where Retry-After asks for too much, it sends nothing more. */
    mayWait(request: OutgoingRequest, answer: Answer, waitMs: number): boolean {
      const lane = laneOf(request);
      if (ended[lane]) return false;
      if (canAfford(waitMs)) return true;
      if (retryAfterOf(answer) === undefined) return false;
      const why = `the server answered ${describeDeferral(answer)}, and the run may wait ${waitBudgetMs / 1000} s in all`;
      ended[lane] = { status: answer.status, why };
      return false;
    },
    /** Why a request is not sent any more. */
    ended: (request: OutgoingRequest): Deferral | undefined => ended[laneOf(request)],
    endedWithKey: (): string | undefined => ended.withKey?.why,
  };
}

/** The wait that the server asks for, if any (RFC 9110, 10.2.3: seconds or a date). */
export function retryAfterMs(answer: Answer): number | undefined {
  const retryAfter = headerOf(answer, "retry-after");
  if (!isDeferral(answer) || retryAfter === undefined) return undefined;
  // A date is one of the server's clock, which may differ from this machine's.
  const now = Date.parse(headerOf(answer, "date") ?? "") || Date.now();
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(ms) ? defaultWaitMs : Math.max(minWaitMs, ms);
}
