/** Findings: causes, requirements, and random histories that broke something. */

import { clauses } from "../../../spec/clauses.ts";
import type { OrderTimeline } from "../../causes/order-timeline.ts";
import type { ReportedFinding } from "../report.ts";
import { type Block, codes, type Fact, type Finding, facts, paragraph, table } from "./blocks.ts";
import type { ShownCause, ShownResult } from "./shown-report.ts";
import { formatMs, shorten } from "./text.ts";

/** A cause: its likely reason, the difference between the calls, and one command that shows it. */
export function causeOf(cause: ShownCause, index = 0): Finding {
  const { title, counts, likely, differs, knownText, results, example, atOnce, timeline } = cause;
  return {
    ...{ kind: "finding", outcome: "failed", label: `${index + 1}`, title, aside: counts },
    blocks: [
      ...(knownText === undefined ? [] : [paragraph({ strong: knownText })]),
      ...facts([
        ...(likely === undefined ? [] : [["likely", { prose: likely }] as const]),
        ...differs.map(([word, code]): Fact => [word, { code }]),
        ...results.slice(0, 1).flatMap(differenceOf),
      ]),
      ...(example ? [{ kind: "example", exchange: example, atOnce } as const] : []),
      { kind: "requirements", results },
      ...(timeline ? timelineOf(timeline) : []),
    ],
  };
}

/** Calls about one order over time, with a bar for each, so that overlaps are visible, and a mark on the one to blame. */
function timelineOf({ order, calls }: OrderTimeline): readonly Block[] {
  // Each instant is a step: on a linear scale a pause would hide the other calls.
  const instants = [...new Set(calls.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  const barOf = (from: number, to: number) =>
    instants.map((instant) => (instant >= from && instant <= to ? "█" : "·")).join("");
  const rows = calls.map(({ what, status, from, to, isBlamed }) => ({
    outcome: isBlamed ? ("failed" as const) : undefined,
    cells: [formatMs(from), { code: barOf(from, to) }, `${status ?? "no answer"}`, shorten(what, 56)],
  }));
  return table(["From", "Time", "Status", `Call about order ${order}`], rows);
}

/** The expected and the received value, for a result that has either. */
const differenceOf = ({ expected, received }: ShownResult): readonly Fact[] =>
  expected === null && received === null
    ? []
    : [
        ["expected", expected ?? "nothing"],
        ["received", received ?? "nothing"],
      ];

/** A requirement in full: the clause, the difference, the exchanges. */
export function findingOf(result: ShownResult): Finding {
  const { id, title, clause, clauseName, outcome, reason, knownText, evidence } = result;
  const difference = differenceOf(result);
  return {
    ...{ kind: "finding", id, outcome, title: { prose: title }, aside: id },
    blocks: [
      paragraph({ prose: `${clauseName}: ${clauses[clause].text}` }),
      ...(knownText === undefined ? [] : [paragraph({ strong: knownText })]),
      ...(difference.length > 0 ? facts(difference) : [paragraph(reason ?? "No reason was given.")]),
      { kind: "evidence", evidence },
    ],
  };
}

/** The untested requirements under each reason. */
export const untestedOf = (untested: readonly ShownResult[]): readonly Finding[] =>
  Array.from(
    Map.groupBy(untested, ({ message }) => message),
    ([title, results]) => ({
      ...({ kind: "finding", outcome: "untested", title } as const),
      blocks: [{ kind: "requirements", results }],
    }),
  );

/** `History 58, shrunk from 20 calls to 4; played again 3 times, it failed 3 times.` */
export function historyOf({ history, broken, calls, callsAtFirst, again, curl }: ReportedFinding): Finding {
  const size = calls < callsAtFirst ? `shrunk from ${callsAtFirst} calls to ${calls}` : `${calls} calls`;
  const proof =
    again.tries === 0
      ? "not played again, for want of orders or because the run ended"
      : `played again ${again.tries} times, it failed ${again.failed} times`;
  return {
    ...{ kind: "finding", outcome: "failed", title: codes(broken.map(({ id }) => id)) },
    blocks: [paragraph(`History ${history}, ${size}; ${proof}.`), { kind: "script", text: curl }],
  };
}
