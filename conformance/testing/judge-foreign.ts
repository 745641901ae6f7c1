/** Complete runs on a foreign server, in this process. */

import type { Report } from "../report/report.ts";
import { runSuite, type SuiteOptions } from "../run-suite.ts";
import { createHttpTarget, type HttpTargetOptions } from "../targets/http/http-target.ts";
import { type ForeignOptions, startForeignServer } from "./foreign-server.ts";
import { fiveOrders, foreignKey } from "./verify.ts";

export type ForeignRun = SuiteOptions & Partial<HttpTargetOptions>;

export type ForeignReport = Report & {
  /** The requests that the server received. */
  readonly received: number;
  readonly connections: number;
};

/** Judges a server by its own orders, five pending ones and a shipped one by default. */
export async function judgeForeign(
  options: ForeignOptions = {},
  run: ForeignRun = {},
): Promise<ForeignReport> {
  const orders = { key: foreignKey, ...fiveOrders, ...options };
  await using server = await startForeignServer(orders);
  const { baseUrl, apiKey, arrange, timeoutMs, connections, connection, ...suite } = run;
  const target = createHttpTarget({
    ...{ timeoutMs, connections, connection },
    baseUrl: baseUrl ?? server.baseUrl,
    apiKey: apiKey ?? orders.key,
    arrange:
      arrange ?? (async () => ({ pending: orders.pending.map(BigInt), shipped: orders.shipped.map(BigInt) })),
  });
  const report = await runSuite(target, suite).finally(target.close);
  return { ...report, received: server.requests.length, connections: server.connections() };
}

/** @returns the id and the reason of each result with one of these outcomes */
export const reasonsOf = ({ results }: Report, ...outcomes: string[]): readonly string[] =>
  results
    .filter(({ outcome }) => outcomes.includes(outcome))
    .map(({ id, reason }) => (reason === null ? id : `${id}: ${reason}`));

export const idsOf = (report: Report, ...outcomes: string[]): readonly string[] =>
  report.results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);
