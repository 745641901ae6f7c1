import { expect, test } from "vitest";
import { createMock, defaultApiKey } from "../../entries/mock.ts";
import type { Exchange } from "../evidence/exchange.ts";
import { TrafficJudge } from "../judge-traffic.ts";
import { runSuite } from "../run-suite.ts";
import { createFetchTarget } from "../targets/fetch-target.ts";
import { mixedReport } from "../testing/sample-reports.ts";
import { formatHtml } from "./reporters/html.ts";
import { formatMarkdown } from "./reporters/markdown.ts";
import { formatTerminal } from "./reporters/terminal.ts";

const exchange = (method: string, path: string, status: number, at: number): Exchange => ({
  request: { method, path, headers: [["authorization", "Bearer key"]] },
  answer: { status, headers: [], body: new Uint8Array() },
  ms: 1,
  sentAt: at,
  endedAt: at + 1,
});
const traffic = new TrafficJudge({ baseUrl: "http://test/v1", apiKeys: ["key"] });
for (const [index, [method, path, status]] of (
  [
    ["GET", "/store/orders", 401],
    ["GET", "/store/orders", 500],
    ["GET", "/store/orders?page=2", 418],
    ["DELETE", "/store/orders/7", 409],
    ["DELETE", "/store/orders/7", 409],
    ["DELETE", "/store/orders/x", 400],
    ["GET", "/health", 299],
  ] as const
).entries())
  traffic.judge(exchange(method, path, status, index * 10));
const statuses = traffic.report().statuses!;

test("each status is counted, whether it is in the document or not", () => {
  const rows = statuses.map(({ operation, status, isDocumented, count }) =>
    [operation, status, count, isDocumented ? "" : "not in the document"].join(" ").trim(),
  );
  expect(rows).toEqual([
    "listOrders 200 0",
    "listOrders 401 1",
    "listOrders 418 1 not in the document",
    "listOrders 500 1 not in the document",
    "cancelOrder 204 0",
    "cancelOrder 401 0",
    "cancelOrder 404 0",
    "cancelOrder 409 2",
    "cancelOrder 400 1 not in the document",
  ]);
});

test("a report shows the table in the terminal with --verbose, in HTML and in Markdown", () => {
  const report = { ...mixedReport, statuses };
  const plain = (_format: string, text: string) => text;
  const text = formatTerminal(report, plain, { verbose: true });
  expect(text).toContain("  cancelOrder  DELETE /store/orders/{orderId}  204  0  not seen\n");
  expect(text).toContain("  cancelOrder  DELETE /store/orders/{orderId}  400  1  not in the document\n");
  expect(formatTerminal(report, plain)).not.toContain("Answers by operation");
  expect(formatMarkdown(report)).toContain(
    "| `cancelOrder` | `DELETE /store/orders/{orderId}` | 204 | 0 | not seen |",
  );
  expect(formatHtml(report)).toMatch(
    /<code>DELETE \/store\/orders\/\{orderId\}<\/code><\/td><td>204<\/td><td>0<\/td><td><span class="aside">not seen</,
  );
});

test("a run counts its own calls, and notes that the given orders may be used up", async () => {
  const fixtures = [5001n, 5002n, 5003n].map((id) => ({ id, status: "shipped" as const }));
  const mock = createMock({ fixtures });
  const target = createFetchTarget({
    baseUrl: "http://test/v1",
    apiKey: defaultApiKey,
    fetch: async (input, init) => mock.fetch(new Request(input, init)),
  });
  const arrange = async () => ({ pending: [5001n, 5002n], shipped: [5003n] });
  const report = await runSuite({ ...target, arrange }, { settleMs: 0 });
  const { count } = report.statuses!.find(({ status }) => status === 200)!;
  expect(count).toBeGreaterThan(5);
  expect(report.warnings![0]).toContain("may have used them up");
});
