import { stripVTControlCharacters, styleText } from "node:util";
import { describe, expect, test } from "vitest";
import {
  failedResult,
  hostileReport,
  hostileText,
  mixedReport,
  passingReport,
  sampleExchange,
  sampleReport,
  sampleResult,
} from "../../testing/sample-reports.ts";
import type { Report } from "../report.ts";
import { type Style, unstyled } from "./reporter.ts";
import { formatTerminal } from "./terminal.ts";
import { pageWidth } from "./text.ts";

const colour: Style = (format, text) =>
  format === "command" ? text : styleText(format, text, { validateStream: false });

test("a mixed report: failures first, the verdict last", () => {
  expect(formatTerminal(mixedReport, unstyled)).toMatchInlineSnapshot(`
    "http://localhost:4010/v1, 2026-03-03 10:00 UTC, 87 requests in 0.2 s, store-orders-kit 0.1.0

    2 failed requirements have 2 causes

    1 Not met: Cancelling a shipped order answers 409                              1 requirement, 1 call
      expected  status 409
      received  204
      curl -i -X DELETE \\
        -H "authorization: Bearer $STORE_ORDERS_API_KEY" \\
        -H 'accept: application/json' \\
        http://localhost:4010/v1/store/orders/12
      -> 204
      cancel-order/shipped

    2 Not met: The Error of a 404 has a code, a string                             1 requirement, 1 call
      expected  code to be a string
      received  404
      curl -i -X DELETE \\
        -H "authorization: Bearer $STORE_ORDERS_API_KEY" \\
        -H 'accept: application/json' \\
        http://localhost:4010/v1/store/orders/12
      -> 404 {
      errors/404-code

    Requirements
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

    ? No two listed orders have the same id                                              order/id-unique
      section 2: An Order's id is unique.
      TypeError: list is not iterable

    http://localhost:4010/v1 does not conform: 3 of 8 musts passed (2 failed, 1 errored, 2 untested), 0 of 1 shoulds; 0.2 s
    "
  `);
});

test("a report where all passed", () => {
  expect(formatTerminal(passingReport, unstyled)).toMatchInlineSnapshot(`
    "http://localhost:4010/v1, 2026-03-03 10:00 UTC, 87 requests in 0.2 s, store-orders-kit 0.1.0

    Requirements
      ✓ authentication  2 passed
      ✓ list-orders     1 passed

    Where the document is silent, this server's answers
      Do listed orders carry a status field?               absent  none does
      What answers a cancel whose id is no integer (abc)?  404     no such order

    http://localhost:4010/v1 conforms: 3 of 3 musts passed; 0.2 s
    "
  `);
});

const evidence = { count: 1, exchanges: [sampleExchange({ answer: null, failure: hostileText })] };
const why = ["an answer", hostileText] as const;
const silent = failedResult("list-orders/array", "The list", "list-orders", why, { evidence });
/** Whatever a server can make long, or fill with characters that steer. */
const hostile = sampleReport([...hostileReport.results, silent], hostileReport.observations);

describe.each<[string, Report]>([
  ["mixed", mixedReport],
  ["passing", passingReport],
  ["hostile", hostile],
  ["empty", sampleReport([])],
])("any report: %s", (_name, report) => {
  const text = formatTerminal(report, unstyled);
  const lines = text.split("\n");

  test("has no line wider than the page, except arguments of a command", () => {
    expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
    const wide = lines.filter((line) => [...line].length > pageWidth);
    expect(wide.filter((line) => !/^ {4}(?:\S+$|-H ')/.test(line) && line !== lines.at(-2))).toEqual([]);
  });

  test("has the same text in colour", () => {
    const coloured = formatTerminal(report, colour);
    expect(coloured).not.toBe(text);
    expect(stripVTControlCharacters(coloured)).toBe(text);
  });
});

test("a long body is cut, with its whole size; bytes behind an answer are reported", () => {
  const text = formatTerminal(hostile, unstyled, { verbose: true });
  expect(text).toContain("    … 2000000 bytes in all\n    (7 unexpected bytes after the answer)\n");
  expect(text).toContain("< no answer: <script>alert(1)</script>");
});

test.each([
  ["http://localhost:4010/v1 is tested in part: 1 of 2 musts passed (1 untested); 0.2 s", "untested"],
  ["http://localhost:4010/v1 is tested in part: 1 of 2 musts passed (1 errored); 0.2 s", "errored"],
  ["http://localhost:4010/v1 does not conform: 1 of 2 musts passed (1 failed); 0.2 s", "failed"],
] as const)("the summary: %s", (summary, outcome) => {
  const results = [
    sampleResult("list-orders/array", "The list is a JSON array", "list-orders"),
    sampleResult("list-orders/all", "All orders are listed", "list-all", { outcome, reason: "because" }),
  ];
  expect(formatTerminal(sampleReport(results), unstyled).trimEnd().split("\n").at(-1)).toBe(summary);
});
