/** The report for a person at a terminal: failures first, the verdict as the last line. */

import { printable } from "../../../base/printable.ts";
import type { Outcome, Report } from "../report.ts";
import { paragraph } from "./blocks.ts";
import { describeRun, reportSections, type SectionId } from "./report-sections.ts";
import { countsText, having, tookText } from "./report-words.ts";
import { type ReporterOptions, type Style, unstyled } from "./reporter.ts";
import { blockLines, foldIds, type Layout, sectionLines } from "./terminal-blocks.ts";
import { pageWidth } from "./text.ts";

const verdictWords = {
  conformant: ["green", "conforms"],
  partial: ["yellow", "is tested in part"],
  nonconformant: ["red", "does not conform"],
} as const;

/** Minimum number of columns: a narrower screen wraps lines itself. */
const minWidth = 60;

/** Sections of a full and of a short report, and those that are left out of a short report that has causes. */
const verboseOnly: readonly SectionId[] = ["failed", "statuses", "requirements", "model"];
const shortOnly: readonly SectionId[] = ["groups"];
const replacedByCauses: readonly SectionId[] = ["warned", "untested", "silent"];
const compared: readonly SectionId[] = ["since", "baseline", "drift"];

/** Sections of lines with an empty line between them. */
export function formatTerminal(
  report: Report,
  style: Style,
  { verbose = false, columns = pageWidth }: ReporterOptions = {},
): string {
  const width = Math.max(minWidth, Math.min(columns, pageWidth));
  const layout = { width, style, isShort: !verbose };
  const hasCauses = !verbose && report.causes.length > 0;
  const hidden = [...(verbose ? shortOnly : verboseOnly), ...(hasCauses ? replacedByCauses : [])];
  const sections = reportSections(report).filter(({ id }) => !hidden.includes(id));
  return joinSections([
    blockLines(paragraph(describeRun(report)), layout),
    ...sections.flatMap((each) => [
      sectionLines(each, layout),
      ...(hasCauses && each.id === "groups" ? [replacementLines(report, layout)] : []),
    ]),
    [summaryLine(report, style)],
  ]);
}

/** The comparisons with a baseline, a profile and an earlier report, for a terminal without a report. */
export function formatComparison(report: Report): string {
  const sections = reportSections(report).filter(({ id }) => compared.includes(id));
  return joinSections(sections.map((each) => sectionLines(each, { width: pageWidth, style: unstyled })));
}

function joinSections(sections: readonly (readonly string[])[]): string {
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => `${lines.join("\n")}\n`);
  return texts.join("\n");
}

/** `https://host/v1 is tested in part: 38 of 41 musts passed (3 untested), 4 of 5 shoulds; 0.2 s` */
export function summaryLine(report: Report, style: Style): string {
  const { verdict, target, leftOut = 0, exit } = report;
  const [colour, words] = verdictWords[verdict];
  const facts = [
    countsText(report),
    ...(leftOut > 0 ? [`${leftOut} requirements left out`] : []),
    tookText(report),
    ...(exit ? [`exit ${exit.code}: ${exit.reason}`] : []),
  ];
  return `${style("bold", printable(target.baseUrl.toWellFormed()))} ${style(colour, words)}: ${facts.join("; ")}`;
}

/** Lines in place of sections: one each for warnings, untested requirements and observed answers. */
function replacementLines(report: Report, layout: Layout): readonly string[] {
  const { observations } = report;
  const folded = (outcome: Outcome) => {
    const ids = having(report, outcome).map(({ id }) => id);
    return ids.length === 0 ? [] : [[outcome, foldIds(ids)] as const];
  };
  const seen = observations.filter(({ answer }) => answer !== null).length;
  const observed = `${seen} of ${observations.length} answers where the document is silent`;
  const rows = [
    ...folded("warned"),
    ...folded("untested"),
    ...(observations.length === 0 ? [] : [["observed", observed] as const]),
  ];
  return [
    ...blockLines({ kind: "facts", rows }, layout),
    layout.style("dim", "--verbose shows each requirement, every failure in full, and these."),
  ];
}
