/** What a GitHub Actions step prints: annotations for what is wrong, then the summary line. */

import { formatCurl } from "../../../base/curl.ts";
import { formatClause } from "../../../spec/clauses.ts";
import type { Outcome, Report, ReportedCause, Result } from "../report.ts";
import { likelyText, resultsOf } from "./cause-lines.ts";
import { printable, shorten } from "./page.ts";
import type { Style } from "./reporter.ts";
import { resultMessage } from "./result-words.ts";
import { summaryLine } from "./summary-line.ts";

/** GitHub shows ten errors and ten warnings of a step and drops the others without a word. */
const mostAnnotations = 10;
const shownCharacters = 2000;

/**
 * The report's whole text belongs on the step's summary page, which is a file:
 * formatMarkdown of markdown.ts, appended to the file that GITHUB_STEP_SUMMARY names.
 */
export function formatGithub(report: Report, style: Style): string {
  const having = (...wanted: readonly Outcome[]) =>
    wanted.flatMap((outcome) => report.results.filter((result) => result.outcome === outcome));
  const isKnown = (cause: ReportedCause) => resultsOf(cause, report).every(({ known }) => known !== null);
  const causes = (known: boolean) =>
    report.causes.filter((cause) => isKnown(cause) === known).map((cause) => causeNote(cause, report));
  const notes = (report.warnings ?? []).map((message) => ({ title: "Note", message, ids: [] }));
  const lines = [
    ...annotations("error", [...causes(false), ...having("errored").map(resultNote)]),
    ...annotations("warning", [...notes, ...causes(true), ...having("warned").map(resultNote)]),
    summaryLine(report, style),
  ];
  return `${lines.join("\n")}\n`;
}

/** What an annotation says, and of which requirements. */
interface Note {
  readonly title: string;
  readonly message: string;
  readonly ids: readonly string[];
}

function annotations(command: "error" | "warning", notes: readonly Note[]): readonly string[] {
  const rest = notes.slice(mostAnnotations);
  return [
    ...notes.slice(0, mostAnnotations).map(({ title, message }) => formatCommand(command, title, message)),
    ...(rest.length > 0
      ? [
          // A notice: it has a limit of its own, so it is not the eleventh.
          formatCommand(
            "notice",
            `${rest.length} more ${command}${rest.length === 1 ? "" : "s"}`,
            rest.flatMap(({ ids }) => ids).join("\n"),
          ),
        ]
      : []),
  ];
}

/** One mistake: what is wrong, what is likely, what fails by it, and a command that shows it. */
function causeNote(cause: ReportedCause, report: Report): Note {
  const results = resultsOf(cause, report);
  const likely = likelyText(cause);
  const message = [
    ...(likely === undefined ? [] : [`Likely: ${likely}.`]),
    ...results.map((result) => `${result.id}: ${resultMessage(result)}`),
    ...(cause.example ? [formatCurl(cause.example.request)] : []),
  ].join("\n");
  return { title: cause.title, message, ids: cause.requirements };
}

function resultNote(result: Result): Note {
  const [exchange] = result.evidence.exchanges;
  const message = [
    `${result.title} (${formatClause(result.clause)}).`,
    resultMessage(result),
    ...(exchange ? [formatCurl(exchange.request)] : []),
  ].join("\n");
  const title =
    result.outcome === "errored" ? `${result.id} (a fault of the kit, not of the server)` : result.id;
  return { title, message, ids: [result.id] };
}

function formatCommand(command: string, title: string, message: string): string {
  return `::${command} title=${escapeProperty(title)}::${escapeData(shorten(message, shownCharacters))}`;
}

/** The line breaks of a message are its own; of all else that steers only the picture is left. */
function escapeData(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => printable(line.toWellFormed()).replaceAll("%", "%25"))
    .join("%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
