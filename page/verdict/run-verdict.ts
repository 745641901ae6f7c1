/** Runs the suite from the page. A chunk of its own: nobody loads the judge who does not ask for a verdict. */

import { formatJson, parseJson } from "../../base/json.ts";
import type { Report, Result } from "../../conformance/report/report.ts";
import { runSuite } from "../../conformance/run-suite.ts";
import { namedOrders, providedOrders } from "../../conformance/scenarios/arrange-orders.ts";
import { createFetchTarget } from "../../conformance/targets/fetch-target.ts";
import type { ProviderStateRequest } from "../../spec/control-protocol.ts";
import type { PageControl } from "../model/page-control.ts";

/** What happens while it runs. */
export interface VerdictProgress {
  /** A part of the run begins. */
  readonly onProgress: (done: number, total: number) => void;
  /** A call was made: `DELETE /store/orders/7` and what came of it. */
  readonly onCall: (line: string, status: number | undefined) => void;
  /** How a requirement stands; again when that changes. */
  readonly onResult: (result: Result) => void;
  /** The orders could not be given back. */
  readonly onTrouble: (message: string) => void;
}

interface Judged extends VerdictProgress {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Orders are made for it by the control plane, in a world that nobody else uses. */
export function judgeMock(judged: Judged, world: PageControl): Promise<Report> {
  const arrange = providedOrders("the mock", async (_url, body) => {
    const answer = await world.providerState(parseRequest(body));
    return { status: 200, text: formatJson(answer) };
  });
  return judge(judged, arrange);
}

/** @param orders ids that the run may use up */
export function judgeServer(
  judged: Judged,
  orders: { readonly pending: readonly bigint[]; readonly shipped: readonly bigint[] },
): Promise<Report> {
  return judge(judged, namedOrders(orders));
}

function judge(
  { baseUrl, apiKey, onProgress, onCall, onResult, onTrouble }: Judged,
  arrange: ReturnType<typeof namedOrders>,
): Promise<Report> {
  // An address of the page's own origin may be relative; a report's may not.
  const address = new URL(baseUrl, location.href).href;
  return runSuite(createFetchTarget({ baseUrl: address, apiKey, arrange }), {
    onProgress,
    onResult,
    onTrouble,
    onExchange: ({ request, answer }) => onCall(`${request.method} ${request.path}`, answer?.status),
  });
}

/** Counts are numbers for the control plane, and bigints for the codec. */
function parseRequest(body: string): ProviderStateRequest {
  const { params, ...request } = parseJson(body) as unknown as ProviderStateRequest;
  const count = params?.count === undefined ? {} : { count: Number(params.count) };
  return { ...request, ...(params && { params: { ...params, ...count } }) };
}
