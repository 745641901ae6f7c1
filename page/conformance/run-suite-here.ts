/** Runs the suite from the page. A separate chunk, so that the judge is loaded only for a run. */

import { formatJson } from "../../base/json.ts";
import { providedOrders } from "../../conformance/calls/arrange-orders.ts";
import type { Report } from "../../conformance/report/report.ts";
import { runSuite } from "../../conformance/run-suite.ts";
import { createFetchTarget } from "../../conformance/targets/fetch-target.ts";
import { clientHeader } from "../../spec/control-protocol.ts";
import type { PageControl } from "../model/page-control.ts";

/** The control plane makes its orders in a separate world. */
export function judgeMock(
  judged: { readonly baseUrl: string; readonly apiKey: string },
  world: PageControl,
  listeners: Parameters<typeof runSuite>[1],
): Promise<Report> {
  const arrange = providedOrders("the mock", async (_url, body) => {
    // Its ids are strings, and its counts are numbers.
    const answer = await world.providerState(JSON.parse(body));
    return { status: 200, text: formatJson(answer) };
  });
  /** Calls without a key belong to no world: the mark keeps them apart from an application's. */
  const marked = (url: string, init: RequestInit) => {
    const headers = [...(init.headers as [string, string][]), [clientHeader, "judge"] as [string, string]];
    return fetch(url, { ...init, headers });
  };
  return runSuite(createFetchTarget({ ...judged, arrange, fetch: marked }), listeners);
}
