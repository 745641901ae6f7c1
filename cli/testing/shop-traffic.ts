/** Traffic for recordings: random calls to right servers, and few to a mock or a wrong server. */

import fc from "fast-check";
import type { Exchange } from "../../conformance/evidence/exchange.ts";
import { type RightTraffic, rightTrafficOf } from "../../conformance/testing/right-traffic.ts";
import { createMock } from "../../mocks/mock.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import type { Build } from "../../selftest/broken/broken-server.ts";

/** Draws a number from 0 up to 1. */
export type Draw = () => number;
export const pick = <T>(draw: Draw, values: readonly T[]): T => values[Math.floor(draw() * values.length)]!;

export interface Served {
  readonly method: string;
  /** Below the base address. */
  readonly path: string;
  readonly authorization: string | undefined;
  /** Milliseconds since the traffic began. */
  readonly sentAt: number;
  readonly endedAt: number;
  /** Time for which a browser may have delayed it, because another read of the address was under way. */
  readonly queuedMs: number;
  readonly status: number;
  /** JSON; empty where there is none. */
  readonly body: string;
}

const recorded = rightTrafficOf(["list", "query", "cancel", "refetch", "keyless", "unknown"]);

/** Calls that overlap as they like, to a right server. */
export function drawTraffic(draw: Draw): {
  readonly traffic: RightTraffic;
  readonly served: readonly Served[];
} {
  const [traffic] = fc.sample(recorded, { seed: Math.floor(draw() * 2 ** 31), numRuns: 1 });
  const { exchanges, moments } = traffic!;
  const served = exchanges.map((exchange): Served => {
    const { request, answer, sentAt, endedAt } = exchange;
    const isEarlier = (other: Exchange) =>
      other.request.path === request.path && other.sentAt < sentAt && other.endedAt < moments.get(exchange)!;
    const waits = exchanges.filter(isEarlier).map((other) => other.endedAt - sentAt);
    return {
      method: request.method,
      path: request.path,
      authorization: request.headers[0]?.[1],
      sentAt,
      endedAt,
      queuedMs: request.method === "GET" ? Math.max(0, ...waits) : 0,
      status: answer!.status,
      body: new TextDecoder().decode(answer!.body),
    };
  });
  return { traffic: traffic!, served };
}

/** One call after the other, so far apart that the coarsest clock distinguishes them. */
export function serveSlowly(build: Build): readonly Served[] {
  const states = [1001, 1002, 1003, 1004, 1005].map((id) => ({ id, status: "pending" as const }));
  const handle = build(createMock({ fixtures: [...states, { id: 1006, status: "shipped" }] }));
  const right = `Bearer ${defaultApiKey}`;
  const calls: readonly (readonly [method: string, path: string, authorization?: string])[] = [
    ["GET", "", right],
    ["GET", "?limit=2", right],
    ["GET", "", right],
    ["GET", ""],
    ["DELETE", "/1002"],
    ["DELETE", "/1001", right],
    ["DELETE", "/1001", right],
    ["GET", "", right],
    ["DELETE", "/1006", right],
    ["GET", "", right],
  ];
  return calls.map(([method, rest, authorization], at) => {
    const path = `/store/orders${rest}`;
    const headers = authorization === undefined ? {} : { authorization };
    const { status, body } = handle({ method, target: `/v1${path}`, headers });
    const sentAt = 5000 * at + 0.25;
    const text = Buffer.concat(body).toString();
    return { method, path, authorization, sentAt, endedAt: sentAt + 80, queuedMs: 0, status, body: text };
  });
}
