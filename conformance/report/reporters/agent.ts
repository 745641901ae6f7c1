/** The report for a coding agent: the verdict, then the facts that it needs to correct the server, in few lines. */

import { plural } from "../../../base/bad-input.ts";
import { printable } from "../../../base/printable.ts";
import type { Report, ReportedCause } from "../report.ts";
import { exampleCommand } from "./exchange-text.ts";
import { explainedBy, having, likelyText, openCauses, sinceTitle, sizeOf } from "./report-words.ts";
import { unstyled } from "./reporter.ts";
import { summaryLine } from "./terminal.ts";
import { foldIds } from "./terminal-blocks.ts";
import { shorten } from "./text.ts";

/** Maximum number of causes that have one or two lines each; the first one is shown in full. */
const maxCauses = 7;
const maxLength = 300;

/** At most 3 lines where nothing failed, and 25 otherwise. */
export function formatAgent(report: Report): string {
  const causes = openCauses(report);
  const [first] = causes;
  const more = causes.length - maxCauses;
  const lines = [
    summaryLine(report, unstyled),
    ...noteLines(report),
    ...causes.slice(0, maxCauses).flatMap((cause, index) => {
      const likely = likelyText(cause);
      return [
        `${index + 1}. ${cause.title} (${sizeOf(cause)}: ${foldIds(cause.requirements)})`,
        ...(likely === undefined ? [] : [`   likely: ${likely}`]),
      ];
    }),
    ...(more > 0 ? [`and ${plural(more, "more cause")}`] : []),
    ...(first ? nextLines(first, report) : []),
  ];
  return `${lines.map((line) => shorten(printable(line), maxLength - 1)).join("\n")}\n`;
}

/** One line for results that neither failed nor passed, and for comparisons. */
function noteLines(report: Report): readonly string[] {
  const { drift = [], baseline, since } = report;
  const idsOf = (results: readonly { readonly id: string }[] = []) => results.map(({ id }) => id);
  const facts = {
    new: since?.new ?? [],
    gone: since?.gone ?? [],
    warned: idsOf(having(report, "warned")),
    errored: idsOf(having(report, "errored")),
    untested: idsOf(having(report, "untested")),
    drifted: drift.map(({ question, before, now }) => `${question} ${before} -> ${now}`),
    "stale in the baseline": idsOf(baseline?.stale),
  };
  const listed = Object.entries(facts)
    .filter(([, ids]) => ids.length > 0)
    .map(([word, ids]) => `${ids.length} ${word}: ${foldIds(ids)}`);
  const notes = [...(since ? [sinceTitle(report)] : []), ...listed];
  return notes.length === 0 ? [] : [notes.join("; ")];
}

/** The first cause by one command, and the command that judges it again. */
function nextLines(cause: ReportedCause, report: Report): readonly string[] {
  const { example, atOnce } = cause;
  const [first] = explainedBy(cause, report);
  const command = example ? exampleCommand(example, atOnce, Number.POSITIVE_INFINITY).split("\n") : [];
  if (!first) return command;
  const { id, expected, received } = first;
  return [
    ...(expected ? [`expected of 1: ${expected}; received ${received ?? "nothing"}`] : []),
    ...command,
    `verify again: store-orders verify ${report.target.baseUrl} --only=${id} --reporter=terminal`,
  ];
}
