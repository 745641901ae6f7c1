import { expect, test } from "vitest";
import { sampleCause } from "../../testing/sample-cause.ts";
import { mixedReport, sampleExchange } from "../../testing/sample-reports.ts";
import { createReport } from "../create-report.ts";
import { formatGithub } from "./github.ts";
import { formatHtml } from "./html.ts";
import { formatJunit } from "./junit.ts";
import { formatMarkdown } from "./markdown.ts";
import type { Style } from "./reporter.ts";
import { formatTerminal } from "./terminal.ts";

const plain: Style = (_format, text) => text;

/** The mixed report with both its failures explained. */
const explainedReport = createReport({
  ...mixedReport,
  causes: [sampleCause("Keys are compared by their end", sampleExchange())],
});

test("the terminal has a block for the cause, with the key by its name", () => {
  const text = formatTerminal(explainedReport, plain);
  expect(text.slice(text.indexOf("nonconformant:"))).toMatchInlineSnapshot(`
    "nonconformant: 2 failed requirements have 1 cause

    1 Keys are compared by their end                                             2 requirements, 7 calls
      likely    Keys are compared by their end (191 of 191 answers)
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

    ! authentication  2 passed, 1 warned
    ✓ list-orders     1 passed
    ✗ cancel-order    2 untested, 1 failed
    ? order           1 errored
    ✗ errors          1 failed

    warned    authentication/challenge
    untested  cancel-order/pending, cancel-order/no-body
    observed  2 of 3 answers where the document is silent
    --verbose shows each requirement, every failure in full, and these.

    Errors of the kit, no verdict about the server
      ? order/id-unique
        No two listed orders have the same id (section 2).
        TypeError: list is not iterable

    http://localhost:4010/v1 does not conform: 3 of 8 musts passed (2 failed, 1 errored, 2 untested), 0 of 1 shoulds; 0.2 s
    "
  `);
});

test.each([
  ["html", formatHtml(explainedReport)],
  ["markdown", formatMarkdown(explainedReport)],
  ["junit", formatJunit(explainedReport)],
  ["github", formatGithub(explainedReport, plain)],
])("the cause comes before what fails by it: %s", (_name, text) => {
  const place = text.indexOf("Keys are compared by their end");
  expect(place).toBeGreaterThan(0);
  expect(place).toBeLessThan(text.lastIndexOf("status 409"));
  expect(text).toContain("191 of 191 answers");
});

test("one annotation for one cause", () => {
  const errors = formatGithub(explainedReport, plain).match(/^::error .*$/gm)!;
  // The other is a fault of the kit.
  expect(errors).toHaveLength(2);
  expect(errors[0]).toMatch(/^::error title=Keys are compared by their end::Likely/);
  expect(errors[0]).toContain("errors/404-code");
});

test("html draws the calls about an order over time, and marks the one to blame", () => {
  const page = formatHtml(explainedReport);
  expect(page.match(/<rect x=/g)).toHaveLength(2);
  expect(page.match(/<g class="failed">/g)).toHaveLength(1);
  expect(page).toContain('aria-label="Calls about order 12 in the order of time"');
});
