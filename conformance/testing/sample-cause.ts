import type {
  ReportedCause,
  ReportedExchange,
  ReportedExploration,
  ReportedFinding,
} from "../report/report.ts";

/** A cause of two failures of the mixed report, with text of a server in every part. */
export const sampleCause = (text: string, example: ReportedExchange): ReportedCause => ({
  id: "key-open",
  title: text,
  likely: [{ id: "key-ends-with", text, answers: 191 }],
  requirements: ["cancel-order/shipped", "errors/404-code"],
  calls: { failing: 7, passing: 184 },
  differs: { words: ["let in", "refused"], failing: [text, "Bearer ***"], passing: [text, "Bearer ***%?"] },
  example,
  timeline: {
    order: "12",
    calls: [
      { what: `GET /store/orders: ${text}`, status: 200, from: 0, to: 2.5, isBlamed: false },
      { what: text, status: null, from: 2, to: 6, isBlamed: true },
    ],
  },
});

/** The part of exploration, with text of a server in every part. */
export const sampleExploration = (text: string, step: readonly ReportedExchange[]): ReportedExploration => {
  const id = "cancel-order/second-cancel";
  const finding: ReportedFinding = {
    history: 12,
    broken: [{ id, title: "A cancelled order cannot be cancelled again", expected: text, received: text }],
    orders: { pending: ["101"], shipped: [] },
    calls: 2,
    callsAtFirst: 9,
    again: { tries: 3, failed: 3 },
    steps: [step],
    curl: `#!/bin/sh\n# ${text}\ncurl -i http://staging.test/v1\n`,
  };
  const counts = { histories: 40, concurrent: 20, calls: 512, callsToShrink: 96, failing: 3 };
  return { seed: 7, asked: 50, ...counts, shortfall: text, findings: [finding] };
};
