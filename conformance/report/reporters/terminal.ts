/** The report for a person at a terminal: failures first, the verdict as the last line. */

import { plural } from "../../../base/plural.ts";
import { printable } from "../../../base/printable.ts";
import type { Outcome, Report } from "../report.ts";
import { causeLines, foldedIds } from "./cause-lines.ts";
import { baselineLines, driftLines, joinSections, sinceLines } from "./comparison-lines.ts";
import { codeLines, failureLines } from "./failure-lines.ts";
import type { Style } from "./reporter.ts";
import {
  outcomeMarks,
  outcomesByWeight,
  type ShownReport,
  type ShownResult,
  showReport,
} from "./shown-report.ts";
import { hang, indent, pageWidth, wrapWords } from "./text.ts";

const formats = {
  passed: "green",
  failed: "red",
  warned: "yellow",
  untested: "dim",
  errored: "red",
} as const satisfies Record<Outcome, Parameters<Style>[0]>;

const verdictWords = {
  conformant: ["green", "conforms"],
  partial: ["yellow", "is tested in part"],
  nonconformant: ["red", "does not conform"],
} as const;

/** Sections of lines with an empty line between them; an empty section is left out. */
export function formatTerminal(report: Report, style: Style, { verbose = false } = {}): string {
  const shown = showReport(report);
  const titled = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [style("bold", title), ...lines];
  const notes = (outcome: Outcome) => shown.having(outcome).flatMap((result) => noteLines(result, style));
  const groups = [...Map.groupBy(shown.results, ({ group }) => group)];
  // A known failure is a line of the baseline.
  const causes = shown.causes.flatMap((cause, index) => [
    ...(cause.knownText === undefined ? ["", ...causeLines(cause, index + 1, style)] : []),
    ...(verbose ? cause.results.flatMap((result) => ["", ...fullLines(result, style)]) : []),
  ]);
  // Where a requirement failed, the causes are shown in place of these.
  const isShort = !verbose && shown.causes.length > 0;
  const sections = [
    headingLines(shown, style, verbose),
    sinceLines(shown),
    titled("Notes", shown.warnings.flatMap(paragraph)),
    titled(causesHeading(shown), causes),
    ...(verbose
      ? groups.map(([name, results]) => titled(name, resultLines(results, style)))
      : [groupLines(groups, style)]),
    ...(verbose ? [titled("Answers by operation and status", statusLines(shown, style))] : []),
    ...(isShort
      ? [shortLines(shown, style)]
      : [
          titled("Where the document is silent, this server's answers", answerLines(shown, style)),
          titled("Untested", shown.untested.flatMap(untestedLines)),
          titled("Warnings", notes("warned")),
        ]),
    titled("Errors of the kit, no verdict about the server", notes("errored")),
    titled("Explored", exploredLines(shown, style)),
    titled("Baseline", baselineLines(shown)),
    driftLines(shown),
    [summaryLine(shown, style)],
  ];
  return joinSections(sections);
}

const indented = (text: string, by: number) => indent(wrapWords(text, pageWidth - by), by);
const paragraph = (text: string) => indented(text, 2);
const markOf = (outcome: Outcome, style: Style) => style(formats[outcome], outcomeMarks[outcome]);

/** `https://host/v1 is tested in part: 38 of 41 musts passed (3 untested), 4 of 5 shoulds; 0.2 s` */
export function summaryLine({ verdict, target, facts }: ShownReport, style: Style): string {
  const [colour, words] = verdictWords[verdict];
  return `${style("bold", printable(target.baseUrl.toWellFormed()))} ${style(colour, words)}: ${facts.join("; ")}`;
}

function headingLines(
  { target, kit, requests, coverage }: ShownReport,
  style: Style,
  verbose: boolean,
): readonly string[] {
  const judge = `judged by ${kit.name} ${kit.version} with ${requests} requests`;
  const proxy = target.proxy === undefined ? [] : [style("dim", `through the proxy ${target.proxy}`)];
  const heading = [`${style("bold", printable(target.baseUrl))}  ${style("dim", judge)}`, ...proxy];
  if (!coverage || !verbose) return heading;
  const { pairs, triples, missing } = coverage;
  const model = `${pairs} pairs and ${triples} triples of the input model`;
  return [
    ...heading,
    style("dim", missing === 0 ? `100 % of ${model} met` : `${missing} of ${model} left out`),
  ];
}

/** `nonconformant: 6 failed requirements have 2 causes` */
function causesHeading({ verdict, counts, causes }: ShownReport): string {
  const have = counts.failed === 1 ? "has" : "have";
  const fresh = causes.filter(({ isNew }) => isNew).length;
  const marked = fresh > 0 ? `, ${fresh} of them new` : "";
  return `${verdict}: ${plural(counts.failed, "failed requirement")} ${have} ${plural(causes.length, "cause")}${marked}`;
}

/** `cancelOrder  404    61` */
const statusLines = ({ statuses }: ShownReport, style: Style): readonly string[] =>
  statuses.map(({ operation, status, isDocumented, count, note }, at) => {
    const name = statuses[at - 1]?.operation === operation ? "" : operation;
    const line = `  ${name.padEnd(13)}${status}${String(count).padStart(7)}`;
    return note === "" ? line : `${line}  ${style(isDocumented ? "dim" : "yellow", note)}`;
  });

/** Lines behind the causes: one each for observed answers, untested requirements and warnings. */
function shortLines({ answers, having }: ShownReport, style: Style): readonly string[] {
  const folded = (outcome: Outcome) => {
    const ids = having(outcome).map(({ id }) => id);
    return ids.length === 0 ? [] : [`${outcome.padEnd(10)}${foldedIds(ids, pageWidth - 10)}`];
  };
  const seen = answers.filter(({ answer }) => answer !== null).length;
  const observed = `observed  ${seen} of ${answers.length} answers where the document is silent`;
  return [
    ...folded("warned"),
    ...folded("untested"),
    ...(answers.length === 0 ? [] : [observed]),
    style("dim", "--verbose shows each requirement, every failure in full, and these."),
  ];
}

/** A line for each group, with the outcomes of its requirements. */
function groupLines(groups: readonly [string, readonly ShownResult[]][], style: Style): readonly string[] {
  const column = Math.max(...groups.map(([name]) => name.length)) + 2;
  return groups.map(([name, results]) => {
    const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
    const there = outcomesByWeight.filter((outcome) => count(outcome) > 0);
    const counts = there.toReversed().map((outcome) => `${count(outcome)} ${outcome}`);
    return `${markOf(there[0]!, style)} ${name.padEnd(column)}${counts.join(", ")}`;
  });
}

function fullLines(result: ShownResult, style: Style): readonly string[] {
  return [
    `${markOf(result.outcome, style)} ${style("bold", result.id)}`,
    ...paragraph(result.title),
    // Indented after styling, since a style adds characters without width.
    ...indent(failureLines(result, style, pageWidth - 2), 2),
  ];
}

/** One requirement in short: for warnings and for faults of the kit. */
function noteLines(result: ShownResult, style: Style): readonly string[] {
  const { id, title, clauseName, outcome, message } = result;
  return [
    `  ${markOf(outcome, style)} ${id}`,
    ...indented(`${title} (${clauseName}).`, 4),
    ...indented(message, 4),
  ];
}

function resultLines(results: readonly ShownResult[], style: Style): readonly string[] {
  const column = Math.max(...results.map(({ behaviour }) => behaviour.length)) + 2;
  return results.flatMap(({ behaviour, title, outcome }) => {
    const [first = "", ...rest] = hang(behaviour.padEnd(column), wrapWords(title, pageWidth - 4 - column));
    return [`  ${markOf(outcome, style)} ${first}`, ...indent(rest, 4)];
  });
}

const untestedLines = ([reason, results]: ShownReport["untested"][number]): readonly string[] => [
  ...paragraph(reason),
  ...indented(results.map(({ id }) => id).join(", "), 4),
];

function answerLines({ answers }: ShownReport, style: Style): readonly string[] {
  const column = Math.max(...answers.map(({ text }) => text.length)) + 2;
  return answers.flatMap(({ text, answer, meaning }) => {
    const answered = answer === null ? style("dim", "not seen") : style("cyan", printable(answer));
    const why = answer === null ? indented(meaning, 4).map((line) => style("dim", line)) : [];
    return [`  ${text.padEnd(column)}${answered}`, ...why];
  });
}

function exploredLines({ exploration }: ShownReport, style: Style): readonly string[] {
  if (!exploration) return [];
  const findings = exploration.findings.flatMap(({ ids, summary, curl }) => [
    ...["", `  ${style("bold", ids.join(", "))}`],
    ...paragraph(`${summary}.`),
    ...["", ...codeLines(curl, style)],
  ]);
  return [...paragraph(exploration.summary), ...findings];
}
