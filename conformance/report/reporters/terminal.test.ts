import { stripVTControlCharacters, styleText } from "node:util";
import { describe, expect, test } from "vitest";
import {
  mixedReport,
  passingReport,
  sampleExchange,
  sampleReport,
  sampleResult,
} from "../../testing/sample-reports.ts";
import type { Report } from "../report.ts";
import type { Style } from "./reporter.ts";
import { formatTerminal } from "./terminal.ts";
import { pageWidth } from "./text.ts";

const plain: Style = (_format, text) => text;
const coloured: Style = (format, text) => styleText(format, text, { validateStream: false });

test("a mixed report: failures first, the verdict last", () => {
  expect(formatTerminal(mixedReport, plain)).toMatchInlineSnapshot(`
    "http://localhost:4010/v1  judged by store-orders-kit 0.1.0 with 87 requests

    nonconformant: 2 failed requirements have 2 causes

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

test("a report where all passed", () => {
  expect(formatTerminal(passingReport, plain)).toMatchInlineSnapshot(`
    "http://localhost:4010/v1  judged by store-orders-kit 0.1.0 with 87 requests

    ✓ authentication  2 passed
    ✓ list-orders     1 passed

    Where the document is silent, this server's answers
      Do listed orders carry a \`status\` field?               absent
      What answers a cancel whose id is no integer (\`abc\`)?  404

    http://localhost:4010/v1 conforms: 3 of 3 musts passed; 0.2 s
    "
  `);
});

const words = "a rather long tale ".repeat(12);
const noise = "\u001B[31m\u202Ex\u0085\u0007\r\n";
/** Whatever a server and a user can make long, steered or empty. */
const oddReport = sampleReport(
  [
    sampleResult(`list-orders/${"very-".repeat(14)}long`, words + noise, "list-all", {
      outcome: "failed",
      reason: words + noise,
      expected: words,
      received: noise.repeat(40),
      evidence: {
        count: 1,
        exchanges: [
          sampleExchange({
            request: {
              method: "DELETE",
              url: `http://localhost/${"x".repeat(300)}${noise}`,
              headers: [["authorization", "Bearer "]],
            },
            answer: {
              status: 500,
              headers: [
                ["x-noise", noise.repeat(100)],
                ["x-empty", ""],
              ],
              body: `  \n\n${noise.repeat(200)}${"y".repeat(5000)}`,
              bodyBytes: 90_000,
              strayBytes: 4,
            },
          }),
        ],
      },
    }),
    sampleResult("list-orders/array", "The list is a JSON array", "list-orders", {
      outcome: "failed",
      reason: "Expected an answer, got none.",
      expected: "an answer",
      received: words,
      evidence: { count: 1, exchanges: [sampleExchange({ answer: null, failure: words + noise })] },
    }),
    sampleResult("list-orders/warned", words, "rfc9110-safe", {
      level: "should",
      outcome: "warned",
      reason: words + noise,
    }),
    sampleResult("list-orders/untested", words, "list-no-pages", {
      outcome: "untested",
      reason: words + noise,
    }),
    sampleResult("list-orders/errored", words, "list-no-filter", {
      outcome: "errored",
      reason: words + noise,
    }),
  ],
  [{ question: "paddedId", answer: null, reason: words + noise, evidence: { count: 0, exchanges: [] } }],
);

describe.each<[string, Report]>([
  ["mixed", mixedReport],
  ["passing", passingReport],
  ["odd", oddReport],
  ["empty", sampleReport([])],
])("any report: %s", (_name, report) => {
  const text = formatTerminal(report, plain);
  const lines = text.split("\n");

  test("has no trailing space and ends with its last line", () => {
    expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
    expect(text).toMatch(/[^\n]\n$/);
  });

  test("keeps to the page, all but the arguments of a command", () => {
    const wide = lines.filter((line) => [...line].length > pageWidth);
    expect(wide.filter((line) => !/^ {4}\S+$/.test(line) && line !== lines.at(-2))).toEqual([]);
  });

  test("has no control character of its own or of the server's", () => {
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  test("says the same in colour", () => {
    const dressed = formatTerminal(report, coloured);
    expect(dressed).not.toBe(text);
    expect(stripVTControlCharacters(dressed)).toBe(text);
  });
});

test("a long body is cut, with its whole size; bytes behind an answer are told", () => {
  const text = formatTerminal(oddReport, plain, { verbose: true });
  expect(text).toContain(
    "    … 90000 bytes in all\n    (4 more bytes behind the answer, where none may be)\n",
  );
  expect(text).toContain("< no answer: a rather long tale");
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
  expect(formatTerminal(sampleReport(results), plain).trimEnd().split("\n").at(-1)).toBe(summary);
});
