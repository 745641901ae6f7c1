/** What became of a baseline and of a profile: a line for each entry and for each answer that differs. */

import { printable } from "../../../base/printable.ts";
import type { Report } from "../report.ts";
import { type ShownReport, showReport } from "./shown-report.ts";
import { pageWidth, shorten } from "./text.ts";

/** None where no baseline was given, or no entry of it is about this run. */
export function baselineLines({ baseline, causes }: ShownReport): readonly string[] {
  if (!baseline) return [];
  const knownCauses = causes.filter(({ knownText }) => knownText !== undefined);
  const inCauses = new Set(knownCauses.flatMap(({ requirements }) => requirements));
  const row = (word: string, text: string) =>
    `  ${word.padEnd(9)}${shorten(printable(text), pageWidth - 11 - 1)}`;
  const untilText = (id: string) => {
    const { expires, reason } = baseline.known.find((each) => each.id === id)!;
    return `until ${expires}: ${reason}`;
  };
  return [
    ...knownCauses.map(({ title, requirements: [id = "", ...more] }) =>
      row("known", `${id}${more.length > 0 ? ` +${more.length}` : ""}, ${untilText(id)} (${title})`),
    ),
    ...baseline.known
      .filter(({ id }) => !inCauses.has(id))
      .map(({ id }) => row("known", `${id}, ${untilText(id)}`)),
    ...baseline.stale.map(({ id }) => row("stale", `${id} passes now. Remove it from the baseline.`)),
    ...baseline.expired.map(({ id, expires }) =>
      row("expired", `${id} was accepted until ${expires}; it fails the run again.`),
    ),
  ];
}

/** None where no profile was compared. */
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

/** Both by themselves, for a terminal that shows no report. */
export function formatComparison(report: Report): string {
  const entries = baselineLines(showReport(report));
  const sections = [entries.length === 0 ? [] : ["Baseline", ...entries], driftLines(report)];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}
