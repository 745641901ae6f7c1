/** The report for a coding agent: the verdict, then the facts that it needs to correct the server, in few lines. */

import { plural } from "../../../base/plural.ts";
import { printable } from "../../../base/printable.ts";
import type { Report } from "../report.ts";
import { foldedIds } from "./cause-lines.ts";
import { exampleCommand } from "./failure-lines.ts";
import { unstyled } from "./reporter.ts";
import { type ShownCause, type ShownReport, showReport } from "./shown-report.ts";
import { summaryLine } from "./terminal.ts";
import { shorten } from "./text.ts";

/** Maximum number of causes that have one or two lines each; the first one is shown in full. */
const maxCauses = 7;
const maxLength = 300;

/** At most 3 lines where nothing failed, and 25 otherwise. */
export function formatAgent(report: Report): string {
  const shown = showReport(report);
  const causes = shown.openCauses;
  const lines = [
    summaryLine(shown, unstyled),
    ...noteLines(shown),
    ...causes.slice(0, maxCauses).flatMap((cause, index) => causeLines(cause, index + 1)),
    ...(causes.length > maxCauses ? [`and ${plural(causes.length - maxCauses, "more cause")}`] : []),
    ...causes.slice(0, 1).flatMap((cause) => exampleLines(cause, shown)),
  ];
  return `${lines.map((line) => shorten(printable(line), maxLength - 1)).join("\n")}\n`;
}

/** One line for results that neither failed nor passed, and for comparisons. */
function noteLines({ having, drift = [], baseline, since }: ShownReport): readonly string[] {
  const listed = (word: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [`${ids.length} ${word}: ${foldedIds(ids, 80)}`];
  const notes = [
    ...(since ? [since.title, ...listed("new", since.new), ...listed("gone", since.gone)] : []),
    ...(["warned", "errored", "untested"] as const).flatMap((outcome) => {
      const ids = having(outcome).map(({ id }) => id);
      return listed(outcome, ids);
    }),
    ...listed(
      "drifted",
      drift.map(({ question, before, now }) => `${question} ${before} -> ${now}`),
    ),
    ...listed("stale in the baseline", baseline?.stale.map(({ id }) => id) ?? []),
  ];
  return notes.length === 0 ? [] : [notes.join("; ")];
}

function causeLines({ title, counts, likely, requirements }: ShownCause, place: number): readonly string[] {
  return [
    `${place}. ${title} (${counts}: ${foldedIds(requirements, 100)})`,
    ...(likely === undefined ? [] : [`   likely: ${likely}`]),
  ];
}

/** The first cause by one command, and the command that judges it again. */
function exampleLines({ results, example, atOnce }: ShownCause, { target }: ShownReport): readonly string[] {
  const command = example ? exampleCommand(example, atOnce).split("\n") : [];
  const [first] = results;
  if (!first) return command;
  const { id, expected, received } = first;
  return [
    ...(expected ? [`expected of 1: ${expected}; received ${received ?? "nothing"}`] : []),
    ...command,
    `verify again: store-orders verify ${target.baseUrl} --only=${id} --reporter=terminal`,
  ];
}
