/** The last line of a run: the verdict and the numbers behind it. */

import type { Outcome, Report, Result, Verdict } from "../report.ts";
import { printable } from "./page.ts";
import type { Style } from "./reporter.ts";

const verdictWords = {
  conformant: ["green", "conforms"],
  partial: ["yellow", "is tested in part"],
  nonconformant: ["red", "does not conform"],
} as const satisfies Record<Verdict, readonly [Parameters<Style>[0], string]>;

/** `https://host/v1 is tested in part: 38 of 41 musts passed (3 untested), 4 of 5 shoulds; 0.2 s` */
export function summaryLine(report: Report, style: Style): string {
  const { verdict, durationMs, target } = report;
  const { leftOut = 0, orders } = report;
  const facts = [
    summarizeCounts(report),
    ...(leftOut > 0 ? [`${leftOut} requirements left out`] : []),
    ...(orders && orders.given > 0 ? [`${orders.used} of ${orders.given} given orders used`] : []),
    formatDuration(durationMs),
  ];
  const [colour, words] = verdictWords[verdict];
  return `${style("bold", printable(target.baseUrl.toWellFormed()))} ${style(colour, words)}: ${facts.join("; ")}`;
}

/** `38 of 41 musts passed (3 untested), 4 of 5 shoulds` */
export function summarizeCounts({ results }: Report): string {
  const musts = results.filter(({ level }) => level === "must");
  const shoulds = results.filter(({ level }) => level === "should");
  const without = (["failed", "errored", "untested"] as const)
    .map((outcome) => [countOf(musts, outcome), outcome] as const)
    .filter(([count]) => count > 0)
    .map(([count, outcome]) => `${count} ${outcome}`);
  const counts = [
    `${countOf(musts, "passed")} of ${musts.length} musts passed${without.length > 0 ? ` (${without.join(", ")})` : ""}`,
    ...(shoulds.length > 0 ? [`${countOf(shoulds, "passed")} of ${shoulds.length} shoulds`] : []),
  ];
  return counts.join(", ");
}

function countOf(results: readonly Result[], wanted: Outcome): number {
  return results.filter(({ outcome }) => outcome === wanted).length;
}

export function formatDuration(ms: number): string {
  return ms < 100 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
