/** Small reports with each kind of outcome, for the reporters' tests. */

import type { TestableClauseId } from "../../spec/clauses.ts";
import { createReport } from "../report/create-report.ts";
import type { Evidence, ObservedAnswer, Report, ReportedExchange, Result } from "../report/report.ts";
import { sampleCause, sampleExploration } from "./sample-cause.ts";

const baseUrl = "http://localhost:4010/v1";
const noEvidence: Evidence = { count: 0, exchanges: [] };

export function sampleExchange(changes: Partial<ReportedExchange> = {}): ReportedExchange {
  return {
    request: {
      method: "DELETE",
      url: `${baseUrl}/store/orders/12`,
      headers: [
        ["authorization", "Bearer ***"],
        ["accept", "application/json"],
      ],
    },
    answer: {
      status: 204,
      headers: [["date", "Tue, 03 Mar 2026 10:00:00 GMT"]],
      body: "",
      bodyBytes: 0,
      strayBytes: 0,
    },
    failure: null,
    ms: 2.25,
    ...changes,
  };
}

export function sampleResult(
  id: string,
  title: string,
  clause: TestableClauseId,
  changes: Partial<Result> = {},
): Result {
  return {
    id,
    title,
    clause,
    level: "must",
    outcome: "passed",
    reason: null,
    expected: null,
    received: null,
    known: null,
    cause: null,
    evidence: { count: 1, exchanges: [sampleExchange()] },
    ...changes,
  };
}

/** A result that failed with these values. */
export const failedResult = (
  id: string,
  title: string,
  clause: TestableClauseId,
  [expected, received]: readonly [expected: string, received: string],
  changes: Partial<Result> = {},
): Result =>
  sampleResult(id, title, clause, {
    outcome: "failed",
    reason: `Expected ${expected}, got ${received}.`,
    expected,
    received,
    ...changes,
  });

export function sampleReport(
  results: readonly Result[],
  observations: readonly ObservedAnswer[] = [],
): Report {
  return createReport({
    target: { baseUrl },
    startedAt: "2026-03-03T10:00:00.125Z",
    durationMs: 234,
    requests: 87,
    results,
    observations,
  });
}

const passed = (
  [
    [
      "authentication/list-without-key",
      "Listing without an Authorization header answers 401",
      "list-unauthorized",
    ],
    [
      "authentication/list-wrong-key",
      "Listing with a key that is not valid answers 401",
      "list-unauthorized",
    ],
    ["list-orders/array", "The list is a JSON array", "list-orders"],
  ] as const
).map(([id, title, clause]) => sampleResult(id, title, clause));

const wrongError = sampleExchange({
  answer: {
    status: 404,
    headers: [["content-type", "application/json; charset=utf-8"]],
    body: '{\n  "code": 404,\n  "message": "no such order",\n  "status": 404\n}\n',
    bodyBytes: 65,
    strayBytes: null,
  },
  ms: 12.4,
});
const failed = [
  failedResult(
    "cancel-order/shipped",
    "Cancelling a shipped order answers 409",
    "cancel-shipped",
    ["status 409", "204"],
    { evidence: { count: 3, exchanges: [sampleExchange()] } },
  ),
  failedResult(
    "errors/404-code",
    "The Error of a 404 has a code, a string",
    "error-code",
    ["code to be a string", "404"],
    { evidence: { count: 1, exchanges: [wrongError] } },
  ),
];

const needsOrders = {
  outcome: "untested",
  reason: "It needs two pending orders that may be cancelled for good: name them with --pending-order.",
  evidence: noEvidence,
} as const;
const others = [
  failedResult(
    "authentication/challenge",
    "A 401 carries a WWW-Authenticate challenge for Bearer",
    "rfc9110-challenge",
    ["a WWW-Authenticate header", "none"],
    { level: "should", outcome: "warned" },
  ),
  sampleResult(
    "cancel-order/pending",
    "Cancelling a pending order answers 204",
    "cancel-pending",
    needsOrders,
  ),
  sampleResult("cancel-order/no-body", "The 204 of a cancel has no body", "cancel-no-body", needsOrders),
  sampleResult("order/id-unique", "No two listed orders have the same id", "order-id-unique", {
    outcome: "errored",
    reason: "TypeError: list is not iterable",
    evidence: noEvidence,
  }),
];

const observations: readonly ObservedAnswer[] = [
  { question: "statusField", answer: "absent", reason: null, evidence: noEvidence },
  {
    question: "malformedId",
    answer: "404",
    reason: null,
    evidence: { count: 1, exchanges: [sampleExchange()] },
  },
  { question: "repeatedCancel", answer: null, reason: "No order was cancelled.", evidence: noEvidence },
];

/** A report with every must passed, and nothing else tested. */
export const passingReport: Report = sampleReport(passed, observations.slice(0, 2));

/** A report with every outcome at least once. */
export const mixedReport: Report = sampleReport([...passed, ...others, ...failed], observations);

const explored = (text: string) =>
  sampleExploration(text, [sampleExchange(), sampleExchange({ answer: null, failure: text })]);

/** A report with exploration. */
export const exploredReport: Report = { ...mixedReport, exploration: explored("The run was stopped.") };

/** Text by which a server may break out of a report, control its reader's terminal or mention people. */
export const hostileText = [
  "<script>alert(1)</script></style></title></pre></details><img src=http://evil.test/x onerror=alert(1)>",
  '" onmouseover="alert(1) \' <!-- --> ]]> &lt; &amp; {{x}} $x^2$',
  "| a | b \\| c ``` ```` `x` **b** _i_ ~~s~~ [l](http://evil.test) ![i](http://evil.test) www.evil.test",
  "@everyone #1 :tada: \u0000\u001B[31m\u0007\u202Eevil\u2066\u2028\u0085\uD800\uFFFE 100% ::error::boo, %0A%25",
  "::error title=x::injected",
  "```",
  "</details>",
].join("\r\n");

const hostileExchange = sampleExchange({
  request: {
    method: "GET",
    url: `${baseUrl}/${hostileText}`,
    headers: [["x-hostile", hostileText]],
  },
  answer: {
    status: 500,
    headers: [
      ["content-type", hostileText],
      ["x-empty", ""],
    ],
    body: hostileText + "</pre>|`<b>".repeat(120),
    bodyBytes: 2_000_000,
    strayBytes: 7,
  },
});

/** A report with hostile text in every place that a server, or the maker of a report, can fill. */
export const hostileReport: Report = {
  ...sampleReport(
    mixedReport.results.map((result) => ({
      ...result,
      title: `${result.title} ${hostileText}`,
      ...(result.outcome === "passed" ? {} : { reason: hostileText }),
      ...(result.expected === null ? {} : { expected: hostileText, received: hostileText }),
      evidence: {
        count: 9,
        exchanges: [
          hostileExchange,
          sampleExchange({ answer: null, failure: hostileText }),
          sampleExchange({ ms: 1234.5 }),
        ],
      },
    })),
    mixedReport.observations.map((seen) => ({
      ...seen,
      ...(seen.answer === null ? { reason: hostileText } : { answer: hostileText }),
      evidence: { count: 1, exchanges: [hostileExchange] },
    })),
  ),
  target: { baseUrl: `http://${hostileText}` },
  causes: [sampleCause(hostileText, hostileExchange), ...mixedReport.causes],
  exploration: explored(hostileText),
};
