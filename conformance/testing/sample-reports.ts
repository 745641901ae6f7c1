/** Small reports with each kind of outcome, for the reporters' tests. */

import type { TestableClauseId } from "../../spec/clauses.ts";
import { createReport } from "../report/create-report.ts";
import type {
  Evidence,
  ObservedAnswer,
  Report,
  ReportedExchange,
  ReportedExploration,
  ReportedFinding,
  Result,
} from "../report/report.ts";
import { sampleCause } from "./sample-cause.ts";

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

const passed = [
  sampleResult(
    "authentication/list-without-key",
    "Listing without an Authorization header answers 401",
    "list-unauthorized",
  ),
  sampleResult(
    "authentication/list-wrong-key",
    "Listing with a key that is not valid answers 401",
    "list-unauthorized",
  ),
  sampleResult("list-orders/array", "The list is a JSON array", "list-orders"),
];

const failed = [
  sampleResult("cancel-order/shipped", "Cancelling a shipped order answers 409", "cancel-shipped", {
    outcome: "failed",
    reason: "Expected status 409, got 204.",
    expected: "status 409",
    received: "204",
    evidence: { count: 3, exchanges: [sampleExchange()] },
  }),
  sampleResult("errors/404-code", "The Error of a 404 has a code, a string", "error-code", {
    outcome: "failed",
    reason: "Expected code to be a string, got 404.",
    expected: "code to be a string",
    received: "404",
    evidence: {
      count: 1,
      exchanges: [
        sampleExchange({
          answer: {
            status: 404,
            headers: [["content-type", "application/json; charset=utf-8"]],
            body: '{\n  "code": 404,\n  "message": "no such order",\n  "status": 404\n}\n',
            bodyBytes: 65,
            strayBytes: null,
          },
          ms: 12.4,
        }),
      ],
    },
  }),
];

const others = [
  sampleResult(
    "authentication/challenge",
    "A 401 carries a WWW-Authenticate challenge for Bearer",
    "rfc9110-challenge",
    {
      level: "should",
      outcome: "warned",
      reason: "Expected a WWW-Authenticate header, got none.",
      expected: "a WWW-Authenticate header",
      received: "none",
    },
  ),
  sampleResult("cancel-order/pending", "Cancelling a pending order answers 204", "cancel-pending", {
    outcome: "untested",
    reason: "It needs two pending orders that may be cancelled for good: name them with --pending-order.",
    evidence: noEvidence,
  }),
  sampleResult("cancel-order/no-body", "The 204 of a cancel has no body", "cancel-no-body", {
    outcome: "untested",
    reason: "It needs two pending orders that may be cancelled for good: name them with --pending-order.",
    evidence: noEvidence,
  }),
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

/** Every must met; nothing else tried. */
export const passingReport: Report = sampleReport(passed, observations.slice(0, 2));

/** Every outcome at least once. */
export const mixedReport: Report = sampleReport([...passed, ...others, ...failed], observations);

/** What exploration adds, every text of it what a server may have said. */
const explored = (text: string): ReportedExploration => {
  const id = "cancel-order/second-cancel";
  const step = [sampleExchange(), sampleExchange({ answer: null, failure: text })];
  const finding: ReportedFinding = {
    history: 12,
    broken: [{ id, title: "A cancelled order cannot be cancelled again", expected: text, received: text }],
    orders: { pending: ["101"], shipped: [] },
    calls: 2,
    callsAtFirst: 9,
    again: { tries: 3, failed: 3 },
    steps: [step],
    curl: `#!/bin/sh\n# ${text}\ncurl -i http://staging.test/v1\n`,
    vitest: `test("${text}", async () => {});\n`,
  };
  const counts = { histories: 40, concurrent: 20, calls: 512, callsToShrink: 96, failing: 3 };
  return { seed: 7, asked: 50, ...counts, shortfall: text, findings: [finding] };
};

/** One that explored, too. */
export const exploredReport: Report = { ...mixedReport, exploration: explored("The run was stopped.") };

/** What a server may say to break out of a report, steer who reads it or call people. */
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
    body: hostileText + "</pre>|`<b>".repeat(95_000),
    bodyBytes: 2_000_000,
    strayBytes: 7,
  },
});

/** Every place that a server, or whoever makes a report, can fill with text, filled with the worst. */
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
