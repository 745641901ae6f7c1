/** The comparison with a baseline, a profile and an earlier report: a line for each entry, answer and requirement. */

import { printable } from "../../../base/printable.ts";
import type { Report } from "../report.ts";
import { type ShownReport, showReport, untilText } from "./shown-report.ts";
import { pageWidth, shorten } from "./text.ts";

/** Empty where no baseline was given, or none of its entries belongs to this run. */
export function baselineLines({ baseline, knownCauses }: ShownReport): readonly string[] {
  if (!baseline) return [];
  const inCauses = new Set(knownCauses.flatMap(({ requirements }) => requirements));
  const row = (word: string, text: string) =>
    `  ${word.padEnd(9)}${shorten(printable(text), pageWidth - 11 - 1)}`;
  const untilOf = (id: string) => untilText(baseline.known.find((each) => each.id === id)!);
  return [
    ...knownCauses.map(({ title, requirements: [id = "", ...more] }) =>
      row("known", `${id}${more.length > 0 ? ` +${more.length}` : ""}, ${untilOf(id)} (${title})`),
    ),
    ...baseline.known
      .filter(({ id }) => !inCauses.has(id))
      .map(({ id }) => row("known", `${id}, ${untilOf(id)}`)),
    ...baseline.stale.map(({ id }) => row("stale", `${id} passes now. Remove it from the baseline.`)),
    ...(baseline.pruned ?? []).map(({ id }) =>
      row("pruned", `${id} passes now. It was removed from the file.`),
    ),
    ...baseline.expired.map(({ id, expires }) =>
      row("expired", `${id} was accepted until ${expires}; it fails the run again.`),
    ),
  ];
}

/** Empty where no profile was compared. */
export function driftLines({ drift }: Pick<Report, "drift">): readonly string[] {
  if (!drift) return [];
  if (drift.length === 0) return ["No drift: the server answers as the profile says."];
  const width = Math.max(...drift.map(({ question }) => question.length));
  return [
    "Drifted from the profile",
    ...drift.map(({ question, before, now }) =>
      printable(`  ${question.padEnd(width)}  ${before} -> ${now}`),
    ),
  ];
}

/** Empty where no earlier report was given. */
export function sinceLines({ since }: Pick<ShownReport, "since">): readonly string[] {
  if (!since) return [];
  const rows = since.rows.flatMap(([word, ids]) => ids.map((id) => printable(`  ${word.padEnd(9)}${id}`)));
  return [printable(since.title), ...rows];
}

/** All lines of the comparisons, for a terminal without a report. */
export function formatComparison(report: Report): string {
  const shown = showReport(report);
  const entries = baselineLines(shown);
  const sections = [
    sinceLines(shown),
    entries.length === 0 ? [] : ["Baseline", ...entries],
    driftLines(report),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}
