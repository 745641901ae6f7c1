/** What a check holds in its hands: ways to state an expectation, each keeping the exchange as evidence. */

import type { Json } from "../../base/json.ts";
import { type Answer, type Exchange, parsedBody } from "./exchange.ts";

/** An expectation that a server does not meet. */
export class Unmet extends Error {
  override name = "Unmet";
  readonly expected: string;
  readonly received: string;
  readonly exchange: Exchange | undefined;
  constructor(expected: string, received: string, exchange?: Exchange) {
    super(`Expected ${expected}, got ${received}.`);
    this.expected = expected;
    this.received = received;
    this.exchange = exchange;
  }
}

/** The evidence cannot tell: no verdict, with the reason. */
export class Untestable extends Error {
  override name = "Untestable";
}

export interface Judge {
  /** Keeps an exchange as evidence and gives its answer; no answer is unmet. */
  answer(exchange: Exchange): Answer;
  /** The answer's status is one of these. */
  status(exchange: Exchange, ...allowed: number[]): Answer;
  /** The body is JSON. */
  json(exchange: Exchange): Json;
  unmet(expected: string, received: string, exchange?: Exchange): never;
  untestable(reason: string): never;
}

/** A judge, and the exchanges it has looked at in the order it did. */
export function createJudge(): { judge: Judge; evidence: Set<Exchange> } {
  const evidence = new Set<Exchange>();
  const judge: Judge = {
    answer(exchange) {
      evidence.add(exchange);
      if (!exchange.answer) {
        if (exchange.withheld) throw new Untestable(`Not sent: ${exchange.failure}.`);
        if (isLost(exchange)) {
          throw new Untestable(`A cancel got no answer (${exchange.failure}), and is not sent twice.`);
        }
        throw new Unmet("an answer", exchange.failure ?? "none", exchange);
      }
      // Rate limits are not shown (section 8, rule 2): a refusal to answer now is no answer about the rule.
      if (isDeferral(exchange.answer)) {
        throw new Untestable(
          `The server put it off with ${exchange.answer.status} longer than the run waits.`,
        );
      }
      return exchange.answer;
    },
    status(exchange, ...allowed) {
      const answer = judge.answer(exchange);
      if (!allowed.includes(answer.status)) {
        throw new Unmet(`status ${allowed.join(" or ")}`, String(answer.status), exchange);
      }
      return answer;
    },
    json(exchange) {
      const parsed = parsedBody(judge.answer(exchange));
      if ("error" in parsed)
        throw new Unmet("a JSON body", `a body that is not JSON (${parsed.error})`, exchange);
      return parsed.json;
    },
    unmet(expected, received, exchange) {
      if (exchange) evidence.add(exchange);
      throw new Unmet(expected, received, exchange);
    },
    untestable(reason) {
      throw new Untestable(reason);
    },
  };
  return { judge, evidence };
}

/**
 * A cancel whose answer the network lost: whether it was done is not known, and
 * asking again would change what is to be found out. A timeout is the server's own.
 */
export function isLost({ answer, once, failure }: Exchange): boolean {
  return !answer && once === true && !failure?.startsWith("timeout");
}

/** 429, or 503 with Retry-After: try again later (RFC 6585, 4; RFC 9110, 15.6.4). */
export function isDeferral(answer: Answer): boolean {
  return (
    answer.status === 429 ||
    (answer.status === 503 && answer.headers.some(([name]) => name === "retry-after"))
  );
}
