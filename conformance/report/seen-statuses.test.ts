import { expect, test } from "vitest";
import { createMock, defaultApiKey } from "../../entries/mock.ts";
import { TrafficJudge } from "../judge-traffic.ts";
import { runSuite } from "../run-suite.ts";
import { createFetchTarget } from "../targets/fetch-target.ts";
import { mixedReport } from "../testing/sample-reports.ts";
import { formatHtml } from "./reporters/html.ts";
import { formatMarkdown } from "./reporters/markdown.ts";
import { unstyled } from "./reporters/reporter.ts";
import { formatTerminal } from "./reporters/terminal.ts";

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
).entries()) {
  const request = { method, path, headers: [["authorization", "Bearer key"]] } as const;
  const answer = { status, headers: [], body: new Uint8Array() };
  traffic.judge({ request, answer, ms: 1, sentAt: index * 10, endedAt: index * 10 + 1 });
}
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
  const text = formatTerminal(report, unstyled, { verbose: true });
  expect(text).toContain("  cancelOrder  DELETE /store/orders/{orderId}  204  0  not seen\n");
  expect(text).toContain("  cancelOrder  DELETE /store/orders/{orderId}  400  1  not in the document\n");
  expect(formatTerminal(report, unstyled)).not.toContain("Answers by operation");
  const row = "`DELETE /store/orders/{orderId}` | 204 | 0 | not seen |";
  expect(formatMarkdown(report)).toContain(`| \`cancelOrder\` | ${row}`);
  expect(formatHtml(report)).toContain("{orderId}</code></td><td>204</td><td>0</td><td>not seen</td>");
});

test("a run counts its own calls, and notes that the given orders may be used up", async () => {
  const fixtures = [5001n, 5002n, 5003n].map((id) => ({ id, status: "shipped" as const }));
  const mock = createMock({ fixtures });
  const fetch = async (input: string, init: RequestInit) => mock.fetch(new Request(input, init));
  const target = createFetchTarget({ baseUrl: "http://test/v1", apiKey: defaultApiKey, fetch });
  const arrange = async () => ({ pending: [5001n, 5002n], shipped: [5003n] });
  const report = await runSuite({ ...target, arrange }, { settleMs: 0 });
  const { count } = report.statuses!.find(({ status }) => status === 200)!;
  expect(count).toBeGreaterThan(5);
  expect(report.warnings![0]).toContain("may have used them up");
});
