/** A usual client's traffic with a server in process, judged as the proxy judges what passes it. */

import type { Exchange } from "../../conformance/evidence/exchange.ts";
import { TrafficJudge, type TrafficOptions } from "../../conformance/judge-traffic.ts";
import type { Report } from "../../conformance/report/report.ts";
import type { Mock } from "../../mocks/mock.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { versionPrefix } from "../../spec/wire.ts";
import type { Handle } from "../broken/broken-server.ts";
import { supplyOrders } from "../runner/judge-variant.ts";
import { type ClientCall, defaultCalls } from "./usual-client.ts";

/** @param headers headers that the client sends with each call */
export function judgeClient(
  mock: Mock,
  build: (mock: Mock) => Handle,
  options: Partial<TrafficOptions> = {},
  headers: Readonly<Record<string, string>> = {},
): Report {
  const handle = build(mock);
  const orders = supplyOrders(mock, "plenty");
  const judge = new TrafficJudge({ baseUrl: "http://selftest.invalid/v1", ...options });
  let now = 0;
  for (const step of defaultCalls(orders)) {
    const sentAt = now++;
    now += step.length;
    const endedAt = now;
    const exchanges = step.map((call) => exchangeOf(call, handle, headers, sentAt, endedAt));
    const open = exchanges.map(({ request }) => judge.begin(sentAt, request));
    for (const [index, exchange] of exchanges.entries()) judge.judge(exchange, open[index]);
    now++;
  }
  return judge.report();
}

const keys: Readonly<Record<ClientCall["key"], string | undefined>> = {
  right: `Bearer ${defaultApiKey}`,
  wrong: "Bearer a-key-of-last-year",
  none: undefined,
};

function exchangeOf(
  { method, path, key }: ClientCall,
  handle: Handle,
  more: Readonly<Record<string, string>>,
  sentAt: number,
  endedAt: number,
): Exchange {
  const authorization = keys[key];
  const headers = { ...more, ...(authorization !== undefined && { authorization }) };
  const reply = handle({
    method,
    target: versionPrefix + path,
    headers: { host: "selftest.invalid", ...headers },
  });
  const body = new Uint8Array(Buffer.concat(reply.body));
  return {
    request: { method, path, headers: Object.entries(headers) },
    answer: { status: reply.status, headers: Object.entries(reply.headers), body },
    ms: 1,
    sentAt,
    endedAt,
  };
}
