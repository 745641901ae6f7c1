/** The comparison with a baseline, a profile and an earlier report: a line for each entry, answer and requirement. */

import { printable } from "../../../base/printable.ts";
import type { Report } from "../report.ts";
import { type ShownReport, showReport, untilText } from "./shown-report.ts";
import { pageWidth, shorten } from "./text.ts";

/** Empty where no baseline was given, or none of its entries belongs to this run. */
export function baselineLines({ baseline, knownCauses }: ShownReport): readonly string[] {
  if (!baseline) return [];
  const { known, stale, pruned = [], expired } = baseline;
  const inCauses = new Set(knownCauses.flatMap(({ requirements }) => requirements));
  const rows = {
    known: [
      ...knownCauses.map(({ title, requirements: [id = "", ...more] }) => {
        const others = more.length > 0 ? ` +${more.length}` : "";
        return `${id}${others}, ${untilText(known.find((each) => each.id === id)!)} (${title})`;
      }),
      ...known.filter(({ id }) => !inCauses.has(id)).map((each) => `${each.id}, ${untilText(each)}`),
    ],
    stale: stale.map(({ id }) => `${id} passes now. Remove it from the baseline.`),
    pruned: pruned.map(({ id }) => `${id} passes now. It was removed from the file.`),
    expired: expired.map(({ id, expires }) => `${id} was accepted until ${expires}; it fails the run again.`),
  };
  return Object.entries(rows).flatMap(([word, texts]) =>
    texts.map((text) => `  ${word.padEnd(9)}${shorten(printable(text), pageWidth - 11 - 1)}`),
  );
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
  const baseline = entries.length === 0 ? [] : ["Baseline", ...entries];
  return joinSections([sinceLines(shown), baseline, driftLines(report)]);
}

/** A text with an empty line between sections; an empty section is left out. */
export function joinSections(sections: readonly (readonly string[])[]): string {
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => `${lines.join("\n")}\n`);
  return texts.join("\n");
}
