/** Runs the whole suite on a mock that listens on a port, with orders from its provider states. */

import { providedOrders } from "../../conformance/calls/arrange-orders.ts";
import type { Report } from "../../conformance/report/report.ts";
import { allRequirements } from "../../conformance/requirements/all-requirements.ts";
import { runSuite } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { sendOnce } from "../../conformance/targets/http/send-once.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { controlPaths } from "../../spec/control-protocol.ts";

/** @param world default: the start world */
export async function judgeMockAt(baseUrl: string, apiKey = defaultApiKey, world?: string): Promise<Report> {
  const query = world === undefined ? "" : `?world=${world}`;
  const providerStatesUrl = new URL(controlPaths.providerStates + query, baseUrl).href;
  const timeoutMs = 10_000;
  const headers = { "content-type": "application/json" };
  const target = createHttpTarget({
    baseUrl,
    apiKey: world === undefined ? apiKey : `${apiKey}~${world}`,
    arrange: providedOrders(providerStatesUrl, (url, body) =>
      sendOnce({ url, method: "POST", headers, body }, timeoutMs),
    ),
    timeoutMs,
  });
  return runSuite(target, { requirements: allRequirements, observe: true, settleMs: 0 }).finally(
    target.close,
  );
}

/** Results that neither passed nor have an allowed outcome, with the reason. */
export const otherResults = ({ results }: Report, ...allowed: readonly string[]): readonly string[] =>
  results.flatMap(({ id, outcome, reason }) =>
    ["passed", ...allowed].includes(outcome) ? [] : [`${outcome} ${id}: ${reason}`],
  );
