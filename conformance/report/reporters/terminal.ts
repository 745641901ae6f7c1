/** The report for a person at a terminal, whose eyes rest on its end: what is wrong, and the verdict. */

import { formatClause } from "../../../spec/clauses.ts";
import { openQuestions } from "../../../spec/open-questions.ts";
import type { ObservedAnswer, Outcome, Report, Result } from "../report.ts";
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

/** Sections of whole lines, an empty line between them; a section without lines is left out. What is wrong comes last. */
export function formatTerminal(report: Report, style: Style, { verbose = false } = {}): string {
  const having = (outcome: Outcome) => report.results.filter((result) => result.outcome === outcome);
  const titled = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [style("bold", title), ...lines];
  const groups = groupResults(report.results);
  const sections = [
    [headingLine(report, style)],
    ...(verbose
      ? groups.map(({ name, results }) => titled(name, resultLines(results, style)))
      : [groupLines(groups, style)]),
    titled(
      "Where the document is silent, this server's answers",
      observationLines(report.observations, style),
    ),
    titled("Untested", untestedLines(having("untested"))),
    titled(
      "Warnings",
      having("warned").flatMap((result) => noteLines(result, style)),
    ),
    titled(
      "Errors of the kit, no verdict about the server",
      having("errored").flatMap((result) => noteLines(result, style)),
    ),
    titled("Explored", report.exploration ? explorationLines(report.exploration, style) : []),
    titled(
      "Failed",
      groupByCause(having("failed")).flatMap((cause) => ["", ...causeLines(cause, style)]),
    ),
    titled(
      "Beware",
      (report.warnings ?? []).flatMap((warning) => indent(wrapWords(warning, pageWidth - 2), 2)),
    ),
    [summaryLine(report, style)],
  ];
  const pages = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${pages.join("\n\n")}\n`;
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

/** Failures that have one cause: the same difference, wherever it shows. */
interface FailureCause {
  /** The one to look at. */
  readonly first: Result;
  /** Those that fail for the same reason. */
  readonly others: readonly Result[];
}

/** So many failures with one difference are one cause; two may be chance. */
const leastShared = 3;

/** In the order in which they first appear. A 403 in place of each 401 is one cause. */
export function groupByCause(failed: readonly Result[]): readonly FailureCause[] {
  const bySymptom = Map.groupBy(failed, ({ expected, received, id }) =>
    expected === null ? id : `${expected}\n${received}`,
  );
  return [...bySymptom.values()].flatMap((results) =>
    results.length >= leastShared
      ? [{ first: results[0]!, others: results.slice(1) }]
      : results.map((first) => ({ first, others: [] })),
  );
}

function causeLines({ first, others }: FailureCause, style: Style): readonly string[] {
  const alike = others.map(({ id }) => id).join(", ");
  return [
    `${markOf(first.outcome, style)} ${style("bold", first.id)}`,
    ...indent(wrapWords(first.title, pageWidth - 2), 2),
    // Indented after styling: a style may add what is no column.
    ...indent(failureLines(first, style, pageWidth - 2), 2),
    ...(others.length === 0
      ? []
      : [
          "",
          ...indent(wrapWords(`The same difference fails ${others.length} more: ${alike}`, pageWidth - 2), 2),
        ]),
  ];
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
