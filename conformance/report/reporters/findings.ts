/** Findings: causes, requirements, and random histories that broke something. */

import { nameKey } from "../../../base/curl.ts";
import { clauses, formatClause } from "../../../spec/clauses.ts";
import type { OrderTimeline } from "../../causes/order-timeline.ts";
import type { Report, ReportedCause, ReportedFinding, Result } from "../report.ts";
import { type Block, codes, type Fact, type Finding, facts, paragraph, prose, table } from "./blocks.ts";
import { answerLine, exampleCommand } from "./exchange-text.ts";
import { explainedBy, isKnown, likelyText, sizeOf, untilText } from "./report-words.ts";
import { formatMs, shorten } from "./text.ts";

/** Maximum number of characters of a text of a cause. */
const maxText = 500;

/** A cause: its likely reason, the difference between the calls, and one command that shows it. */
export function findingOfCause(cause: ReportedCause, report: Report, index = 0): Finding {
  const { differs, example, atOnce, timeline } = cause;
  const results = explainedBy(cause, report);
  const [first] = results;
  const likely = likelyText(cause);
  const inputs = (all: readonly string[]) => all.map((input) => shorten(nameKey(input), 60)).join(", ");
  const rows: readonly Fact[] = [
    ...(likely === undefined ? [] : [["likely", prose(likely)] as const]),
    ...(differs
      ? [
          [differs.words[0], { code: inputs(differs.failing) }] as const,
          [differs.words[1], { code: inputs(differs.passing) }] as const,
        ]
      : []),
    ...(first ? differenceOf(first, maxText) : []),
  ];
  const title = shorten(cause.title, maxText);
  return {
    ...{ kind: "finding", outcome: "failed", label: `${index + 1}`, title, aside: sizeOf(cause) },
    blocks: [
      ...(first && isKnown(cause, report) ? knownOf(first) : []),
      ...facts(rows),
      ...(example
        ? [{ kind: "command", text: exampleCommand(example, atOnce), answer: answerLine(example) } as const]
        : []),
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

/** The expected and the received value of a broken requirement. */
const differenceOf = (
  { expected, received }: Result,
  maxLength = Number.POSITIVE_INFINITY,
): readonly Fact[] =>
  expected === null || received === null
    ? []
    : [
        ["expected", shorten(expected, maxLength)],
        ["received", shorten(received, maxLength)],
      ];

const knownOf = ({ known }: Result): readonly Block[] =>
  known ? [paragraph(`Known ${untilText(known)}`)] : [];

/** A requirement in full: the clause, the difference, the exchanges. */
export function findingOfResult(result: Result): Finding {
  const { id, title, clause, outcome, reason, evidence } = result;
  const difference = differenceOf(result);
  return {
    ...{ kind: "finding", id, outcome, title: prose(title), aside: id },
    blocks: [
      paragraph(prose(`${formatClause(clause)}: ${clauses[clause].text}`)),
      ...knownOf(result),
      ...facts(difference),
      ...(difference.length > 0 || reason === null ? [] : [paragraph(reason)]),
      { kind: "evidence", evidence },
    ],
  };
}

/** The untested requirements under each reason. */
export const findingsOfUntested = (untested: readonly Result[]): readonly Finding[] =>
  Array.from(
    Map.groupBy(untested, ({ reason }) => reason ?? "untested"),
    ([title, results]) => ({
      ...({ kind: "finding", outcome: "untested", title } as const),
      blocks: [{ kind: "requirements", results }],
    }),
  );

/** `History 58, shrunk from 20 calls to 4; played again 3 times, it failed 3 times.` */
export function findingOfHistory({
  history,
  broken,
  calls,
  callsAtFirst,
  again,
  curl,
}: ReportedFinding): Finding {
  const size = calls < callsAtFirst ? `shrunk from ${callsAtFirst} calls to ${calls}` : `${calls} calls`;
  const proof =
    again.tries === 0
      ? "not played again, for want of orders or because the run ended"
      : `played again ${again.tries} times, it failed ${again.failed} times`;
  return {
    ...{ kind: "finding", outcome: "failed", title: codes(broken.map(({ id }) => id)) },
    blocks: [paragraph(`History ${history}, ${size}; ${proof}.`), { kind: "command", text: curl }],
  };
}
