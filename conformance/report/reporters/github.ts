/** What a GitHub Actions step prints: annotations for what is wrong, then the summary line. */

import { formatCurl } from "../../../base/curl.ts";
import { formatClause } from "../../../spec/clauses.ts";
import type { Outcome, Report, Result } from "../report.ts";
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
  const lines = [
    ...annotations(
      "error",
      having("failed", "errored").filter(({ known }) => known === null),
    ),
    ...annotations(
      "warning",
      having("failed", "warned").filter((result) => result.outcome === "warned" || result.known !== null),
    ),
    summaryLine(report, style),
  ];
  return `${lines.join("\n")}\n`;
}

function annotations(command: "error" | "warning", results: readonly Result[]): readonly string[] {
  const rest = results.slice(mostAnnotations);
  return [
    ...results
      .slice(0, mostAnnotations)
      .map((result) => formatCommand(command, titleOf(result), messageOf(result))),
    // A notice: it has a limit of its own, so it is not the eleventh.
    ...(rest.length > 0
      ? [
          formatCommand(
            "notice",
            `${rest.length} more ${command}${rest.length === 1 ? "" : "s"}`,
            rest.map(({ id }) => id).join("\n"),
          ),
        ]
      : []),
  ];
}

function titleOf({ id, outcome }: Result): string {
  return outcome === "errored" ? `${id} (a fault of the kit, not of the server)` : id;
}

function messageOf(result: Result): string {
  const [exchange] = result.evidence.exchanges;
  return [
    `${result.title} (${formatClause(result.clause)}).`,
    resultMessage(result),
    ...(exchange ? [formatCurl(exchange.request)] : []),
  ].join("\n");
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
