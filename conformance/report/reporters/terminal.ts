/** The report for a person at a terminal: what is wrong first, the verdict as the last line. */

import { formatClause } from "../../../spec/clauses.ts";
import { openQuestions } from "../../../spec/open-questions.ts";
import type { ObservedAnswer, Outcome, Report, Result } from "../report.ts";
import { causeLines, foldedIds, resultsOf } from "./cause-lines.ts";
import { explorationLines } from "./exploration-lines.ts";
import { failureLines } from "./failure-lines.ts";
import { hang, indent, pageWidth, printable, wrapWords } from "./page.ts";
import type { Style } from "./reporter.ts";
import { groupResults, outcomeMarks, outcomesByWeight, type ResultGroup, splitId } from "./result-words.ts";
import { summaryLine } from "./summary-line.ts";

const formats = {
  passed: "green",
  failed: "red",
  warned: "yellow",
  untested: "dim",
  errored: "red",
} as const satisfies Record<Outcome, Parameters<Style>[0]>;

/** Sections of whole lines, an empty line between them; a section without lines is left out. */
export function formatTerminal(report: Report, style: Style, { verbose = false } = {}): string {
  const having = (outcome: Outcome) => report.results.filter((result) => result.outcome === outcome);
  const titled = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [style("bold", title), ...lines];
  const groups = groupResults(report.results);
  // Where something failed, its causes are what to read.
  const isShort = !verbose && report.causes.length > 0;
  const sections = [
    [headingLine(report, style)],
    titled(
      "Notes",
      (report.warnings ?? []).flatMap((warning) => indent(wrapWords(warning, pageWidth - 2), 2)),
    ),
    titled(causesHeading(report), causeSections(report, style, verbose)),
    ...(verbose
      ? groups.map(({ name, results }) => titled(name, resultLines(results, style)))
      : [groupLines(groups, style)]),
    ...(isShort
      ? [shortLines(report, style)]
      : [
          titled(
            "Where the document is silent, this server's answers",
            observationLines(report.observations, style),
          ),
          titled("Untested", untestedLines(having("untested"))),
          titled(
            "Warnings",
            having("warned").flatMap((result) => noteLines(result, style)),
          ),
        ]),
    titled(
      "Errors of the kit, no verdict about the server",
      having("errored").flatMap((result) => noteLines(result, style)),
    ),
    titled("Explored", report.exploration ? explorationLines(report.exploration, style) : []),
    [summaryLine(report, style)],
  ];
  const pages = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${pages.join("\n\n")}\n`;
}

/** What stands behind the causes: a line each for what was observed, untested and warned of. */
function shortLines({ observations, results }: Report, style: Style): readonly string[] {
  const ids = (outcome: Outcome) =>
    results.filter((result) => result.outcome === outcome).map(({ id }) => id);
  const line = (word: string, of: readonly string[]) =>
    of.length === 0 ? [] : [`${word.padEnd(10)}${foldedIds(of, pageWidth - 10)}`];
  const seen = observations.filter(({ answer }) => answer !== null).length;
  return [
    ...line("warned", ids("warned")),
    ...line("untested", ids("untested")),
    ...(observations.length === 0
      ? []
      : [`observed  ${seen} of ${observations.length} answers where the document is silent`]),
    ...[style("dim", "--verbose shows each requirement, every failure in full, and these.")],
  ];
}

/** A line for each group: how its requirements fared. */
function groupLines(groups: readonly ResultGroup[], style: Style): readonly string[] {
  const column = Math.max(...groups.map(({ name }) => name.length)) + 2;
  return groups.map(({ name, results }) => {
    const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
    const worst = outcomesByWeight.find((outcome) => count(outcome) > 0)!;
    const counts = outcomesByWeight
      .toReversed()
      .filter((outcome) => count(outcome) > 0)
      .map((outcome) => `${count(outcome)} ${outcome}`);
    return `${markOf(worst, style)} ${name.padEnd(column)}${counts.join(", ")}`;
  });
}

function headingLine({ target, kit, requests, coverage }: Report, style: Style): string {
  const judge = `judged by ${kit.name} ${kit.version} with ${requests} requests`;
  const heading = `${style("bold", printable(target.baseUrl))}  ${style("dim", judge)}`;
  return coverage ? `${heading}\n${style("dim", coverageLine(coverage))}` : heading;
}

function coverageLine({ pairs, triples, missing }: NonNullable<Report["coverage"]>): string {
  const met = `${pairs} pairs and ${triples} triples of the input model`;
  return missing === 0 ? `100 % of ${met} met` : `${missing} of ${met} left out`;
}

function markOf(outcome: Outcome, style: Style): string {
  return style(formats[outcome], outcomeMarks[outcome]);
}

/** A block for each cause; verbose ones have each failed requirement in full under it. */
function causeSections(report: Report, style: Style, verbose: boolean): readonly string[] {
  return report.causes.flatMap((cause, index) => [
    "",
    ...causeLines(cause, index + 1, report, style, pageWidth),
    ...(verbose ? resultsOf(cause, report).flatMap((result) => ["", ...fullLines(result, style)]) : []),
  ]);
}

function fullLines(result: Result, style: Style): readonly string[] {
  return [
    `${markOf(result.outcome, style)} ${style("bold", result.id)}`,
    ...indent(wrapWords(result.title, pageWidth - 2), 2),
    // Indented after styling: a style may add what is no column.
    ...indent(failureLines(result, style, pageWidth - 2), 2),
  ];
}

/** `nonconformant: 6 failed requirements have 2 causes` */
function causesHeading({ verdict, counts, causes }: Report): string {
  const failed = `${counts.failed} failed requirement${counts.failed === 1 ? " has" : "s have"}`;
  return `${verdict}: ${failed} ${causes.length} cause${causes.length === 1 ? "" : "s"}`;
}

/** One requirement in short: for warnings and for faults of the kit. */
function noteLines(
  { id, title, clause, outcome, reason, expected, received }: Result,
  style: Style,
): readonly string[] {
  const difference =
    expected === null ? (reason ?? "no reason given") : `expected ${expected}, received ${received}`;
  return [
    `  ${markOf(outcome, style)} ${id}`,
    ...indent(wrapWords(`${title} (${formatClause(clause)}).`, pageWidth - 4), 4),
    ...indent(wrapWords(difference, pageWidth - 4), 4),
  ];
}

function resultLines(results: readonly Result[], style: Style): readonly string[] {
  const column = Math.max(...results.map(({ id }) => splitId(id).behaviour.length)) + 2;
  return results.flatMap(({ id, title, outcome }) => {
    const label = splitId(id).behaviour.padEnd(column);
    const [first = "", ...rest] = hang(label, wrapWords(title, pageWidth - 4 - column));
    return [`  ${markOf(outcome, style)} ${first}`, ...indent(rest, 4)];
  });
}

/** Under each reason the requirements it kept from being tested. */
function untestedLines(results: readonly Result[]): readonly string[] {
  const groups = Map.groupBy(results, ({ reason }) => reason ?? "No reason was given.");
  return Array.from(groups).flatMap(([reason, members]) => [
    ...indent(wrapWords(reason, pageWidth - 2), 2),
    ...indent(wrapWords(members.map(({ id }) => id).join(", "), pageWidth - 4), 4),
  ]);
}

function observationLines(observations: readonly ObservedAnswer[], style: Style): readonly string[] {
  const column = Math.max(...observations.map(({ question }) => openQuestions[question].question.length)) + 2;
  return observations.flatMap(({ question, answer, reason }) => [
    `  ${openQuestions[question].question.padEnd(column)}${answer === null ? style("dim", "not seen") : style("cyan", printable(answer))}`,
    ...(answer === null && reason !== null
      ? indent(wrapWords(reason, pageWidth - 4), 4).map((line) => style("dim", line))
      : []),
  ]);
}
