/** A judge of traffic, and short functions for its calls. */

import type { Exchange, HeaderList } from "../evidence/exchange.ts";
import { TrafficJudge, type TrafficOptions } from "../judge-traffic.ts";
import { answer } from "./write-history.ts";

export const trafficKey = "Bearer the-key";
/** Orders as a list shows them. */
export const ordersOf = (...ids: number[]) => ids.map((id) => ({ id, petId: 1, quantity: 1 }));
export const errorOf = (status: number) => ({ code: "x", message: "y", status });

/** The times at which a call is sent and ends, its method and path, and the status and JSON of its answer. */
export type TimedCall = readonly [
  sentAt: number,
  endedAt: number,
  line: string,
  status: number,
  body?: object | undefined,
  headers?: HeaderList,
];

export function exchangeOf([sentAt, endedAt, line, status, body, headers]: TimedCall): Exchange {
  const [method = "", path = ""] = line.split(" ");
  return {
    request: { method, path, headers: headers ?? [["Authorization", trafficKey]] },
    answer: answer(status, body),
    ms: endedAt - sentAt,
    sentAt,
    endedAt,
  };
}

/** A judge that keeps its reported violations. */
export function createCallJudge(options: Partial<TrafficOptions> = {}) {
  const violations: string[] = [];
  const judge = new TrafficJudge({
    baseUrl: "http://test/v1",
    onViolation: ({ requirement, count }) => violations.push(`${requirement.id} ${count}`),
    ...options,
  });
  let now = 0;
  /** Adds a call after the previous one. @returns the requirements that it breaks */
  const call = (
    line: string,
    status: number,
    body?: object,
    authorization: string | undefined = trafficKey,
    more: HeaderList = [],
  ): readonly string[] => {
    const headers: HeaderList = authorization ? [["Authorization", authorization], ...more] : more;
    return judge
      .judge(exchangeOf([now++, now++, line, status, body, headers]))
      .map(({ id }) => id)
      .filter((id) => !id.startsWith("authentication/challenge"));
  };
  return { call, judge, violations };
}
