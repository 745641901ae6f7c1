import type { ReportedCause, ReportedExchange } from "../report/report.ts";

/** A cause that two failures of the mixed report share, every text of it what a server may have said. */
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
