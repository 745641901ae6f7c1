import { expect, test } from "vitest";
import { createMock, defaultApiKey } from "../../entries/mock.ts";
import { TrafficJudge } from "../judge-traffic.ts";
import { runSuite } from "../run-suite.ts";
import { createFetchTarget } from "../targets/fetch-target.ts";
import { formatHtml } from "./reporters/html.ts";
import { formatMarkdown } from "./reporters/markdown.ts";
import { formatTerminal } from "./reporters/terminal.ts";

const exchange = (method: string, path: string, status: number, at: number) => ({
  request: { method, path, headers: [["authorization", "Bearer key"]] as const },
  answer: { status, headers: [], body: new Uint8Array() },
  sentAt: at,
  endedAt: at + 1,
});

test("traffic shows each status of the document, and those that it does not have", () => {
  const judge = new TrafficJudge({ baseUrl: "http://test/v1", apiKeys: ["key"] });
  for (const [at, [method, path, status]] of (
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
    judge.judge(exchange(method, path, status, at * 10) as never);
  const rows = judge
    .report()
    .statuses!.map(({ operation, status, isDocumented, count }) =>
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

test("a run's report shows the table in the terminal with --verbose, in HTML and in Markdown", async () => {
  const mock = createMock({ profile: { malformedId: "400" } });
  const target = createFetchTarget({
    baseUrl: "http://test/v1",
    apiKey: defaultApiKey,
    fetch: async (input, init) => mock.fetch(new Request(input, init)),
  });
  const report = await runSuite(target, { settleMs: 0 });
  const count = (operation: string, status: number) =>
    report.statuses!.find((row) => row.operation === operation && row.status === status)?.count;
  expect(count("listOrders", 200)).toBeGreaterThan(5);
  expect(count("cancelOrder", 409)).toBe(0);
  const plain = (_format: string, text: string) => text;
  const lines = formatTerminal(report, plain, { verbose: true }).split("\n");
  const rows = lines.slice(lines.indexOf("Answers by operation and status") + 1);
  expect(rows.slice(0, report.statuses!.length)).toEqual([
    expect.stringMatching(/^ {2}listOrders {3}GET \/store\/orders {15}200 +\d+$/),
    expect.stringMatching(/^ {2}listOrders .* 401 +\d+$/),
    "  cancelOrder  DELETE /store/orders/{orderId}  204  0   not seen",
    expect.stringMatching(/^ {2}cancelOrder .* 401 +\d+$/),
    expect.stringMatching(/^ {2}cancelOrder .* 404 +\d+$/),
    "  cancelOrder  DELETE /store/orders/{orderId}  409  0   not seen",
    expect.stringMatching(/^ {2}cancelOrder .* 400 +\d+ {2}not in the document$/),
  ]);
  expect(formatTerminal(report, plain)).not.toContain("Answers by operation");
  expect(formatMarkdown(report)).toContain(
    "| `cancelOrder` | `DELETE /store/orders/{orderId}` | 409 | 0 | not seen |",
  );
  expect(formatHtml(report)).toMatch(
    /<code>DELETE \/store\/orders\/\{orderId\}<\/code><\/td><td>409<\/td><td>0<\/td><td><span class="aside">not seen</,
  );
});
