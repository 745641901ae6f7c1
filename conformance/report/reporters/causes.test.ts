import { expect, test } from "vitest";
import { sampleCause } from "../../testing/sample-cause.ts";
import { mixedReport, sampleExchange } from "../../testing/sample-reports.ts";
import { createReport } from "../create-report.ts";
import { exampleCommand } from "./exchange-text.ts";
import { formatGithub } from "./github.ts";
import { formatHtml } from "./html.ts";
import { formatJunit } from "./junit.ts";
import { formatMarkdown } from "./markdown.ts";
import { unstyled } from "./reporter.ts";
import { formatTerminal } from "./terminal.ts";

/** The mixed report with both its failures explained. */
const explainedReport = createReport({
  ...mixedReport,
  causes: [sampleCause("Keys are compared by their end", sampleExchange())],
});

test("the terminal has a block for the cause, with the key by its name", () => {
  const text = formatTerminal(explainedReport, unstyled);
  expect(
    text.slice(text.indexOf("2 failed requirements"), text.indexOf("Requirements")),
  ).toMatchInlineSnapshot(`
    "2 failed requirements have 1 cause

    1 Keys are compared by their end                                             2 requirements, 7 calls
      likely    Keys are compared by their end (fits 191 answers)
      let in    Keys are compared by their end, Bearer $KEY
      refused   Keys are compared by their end, Bearer \${KEY%?}
      expected  status 409
      received  204
      curl -i -X DELETE \\
        -H "authorization: Bearer $STORE_ORDERS_API_KEY" \\
        -H 'accept: application/json' \\
        http://localhost:4010/v1/store/orders/12
      -> 204
      cancel-order/shipped, errors/404-code

    "
  `);
});

test.each([
  ["html", formatHtml(explainedReport)],
  ["markdown", formatMarkdown(explainedReport)],
  ["junit", formatJunit(explainedReport)],
  ["github", formatGithub(explainedReport, unstyled)],
])("a cause comes before the requirements that fail for it: %s", (_name, text) => {
  const place = text.indexOf("Keys are compared by their end");
  expect(place).toBeGreaterThan(0);
  expect(place).toBeLessThan(text.lastIndexOf("status 409"));
  expect(text).toContain("fits 191 answers");
});

test("one annotation for one cause", () => {
  const errors = formatGithub(explainedReport, unstyled).match(/^::error .*$/gm)!;
  // The other is a fault of the kit.
  expect(errors).toHaveLength(2);
  expect(errors[0]).toMatch(/^::error title=Keys are compared by their end::likely /);
  expect(errors[0]).toContain("errors/404-code");
});

test("the calls about an order are drawn over time, with a mark on the one to blame", () => {
  const lines = formatTerminal(explainedReport, unstyled, { verbose: true }).split("\n");
  expect(lines.filter((line) => line.includes("█"))).toEqual([
    "    0.0 ms  ███·  200        GET /store/orders: Keys are compared by their end",
    "  ✗ 2.0 ms  ·███  no answer  Keys are compared by their end",
  ]);
  for (const text of [formatHtml(explainedReport), formatMarkdown(explainedReport)]) {
    expect(text).toContain("Call about order 12");
    expect(text).toMatch(/✗.*2\.0 ms.*·███.*no answer/);
  }
});

test("a race is shown by curls that run at once, in each reporter that shows a command", () => {
  expect(exampleCommand(sampleExchange(), 3, 1000)).toBe(
    [
      "# With an order that is pending:",
      "for call in 1 2 3; do",
      `  curl -s -o /dev/null -w '%{http_code}\\n' -X DELETE -H "authorization: Bearer $STORE_ORDERS_API_KEY" -H 'accept: application/json' http://localhost:4010/v1/store/orders/12 &`,
      "done; wait",
    ].join("\n"),
  );
  const cause = { ...sampleCause("Two win", sampleExchange()), atOnce: 5 };
  const report = createReport({ ...mixedReport, causes: [cause] });
  const texts = [formatTerminal(report, unstyled), formatGithub(report, unstyled), formatHtml(report)];
  for (const text of texts) expect(text).toMatch(/for call in 1 2 3 4 5; do.*(?:&|&amp;).*done; wait/s);
});
