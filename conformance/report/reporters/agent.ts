/** The report for a coding agent: the verdict, then the facts that it needs to correct the server, in few lines. */

import { plural } from "../../../base/bad-input.ts";
import { printable } from "../../../base/printable.ts";
import type { Report } from "../report.ts";
import { exampleCommand } from "./exchange-text.ts";
import { unstyled } from "./reporter.ts";
import { type ShownCause, type ShownReport, showReport } from "./shown-report.ts";
import { summaryLine } from "./terminal.ts";
import { foldedIds } from "./terminal-blocks.ts";
import { shorten } from "./text.ts";

/** Maximum number of causes that have one or two lines each; the first one is shown in full. */
const maxCauses = 7;
const maxLength = 300;

/** At most 3 lines where nothing failed, and 25 otherwise. */
export function formatAgent(report: Report): string {
  const shown = showReport(report);
  const causes = shown.openCauses;
  const [first] = causes;
  const more = causes.length - maxCauses;
  const lines = [
    summaryLine(shown, unstyled),
    ...noteLines(shown),
    ...causes
      .slice(0, maxCauses)
      .flatMap(({ title, counts, likely, requirements }, index) => [
        `${index + 1}. ${title} (${counts}: ${foldedIds(requirements, 100)})`,
        ...(likely === undefined ? [] : [`   likely: ${likely}`]),
      ]),
    ...(more > 0 ? [`and ${plural(more, "more cause")}`] : []),
    ...(first ? nextLines(first, report.target.baseUrl) : []),
  ];
  return `${lines.map((line) => shorten(printable(line), maxLength - 1)).join("\n")}\n`;
}

/** One line for results that neither failed nor passed, and for comparisons. */
function noteLines({ having, drift = [], baseline, since }: ShownReport): readonly string[] {
  const idsOf = (results: readonly { readonly id: string }[] = []) => results.map(({ id }) => id);
  const facts = {
    new: since?.new ?? [],
    gone: since?.gone ?? [],
    warned: idsOf(having("warned")),
    errored: idsOf(having("errored")),
    untested: idsOf(having("untested")),
    drifted: drift.map(({ question, before, now }) => `${question} ${before} -> ${now}`),
    "stale in the baseline": idsOf(baseline?.stale),
  };
  const listed = Object.entries(facts)
    .filter(([, ids]) => ids.length > 0)
    .map(([word, ids]) => `${ids.length} ${word}: ${foldedIds(ids, 80)}`);
  const notes = [...(since ? [since.title] : []), ...listed];
  return notes.length === 0 ? [] : [notes.join("; ")];
}

/** The first cause by one command, and the command that judges it again. */
function nextLines({ results: [first], example, atOnce }: ShownCause, baseUrl: string): readonly string[] {
  const command = example ? exampleCommand(example, atOnce).split("\n") : [];
  if (!first) return command;
  const { id, expected, received } = first;
  return [
    ...(expected ? [`expected of 1: ${expected}; received ${received ?? "nothing"}`] : []),
    ...command,
    `verify again: store-orders verify ${baseUrl} --only=${id} --reporter=terminal`,
  ];
}
