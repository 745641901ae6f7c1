/** The output of a GitHub Actions step: annotations for failures, then the summary line. */

import { printable } from "../../../base/printable.ts";
import type { Report, ReportedCause, Result } from "../report.ts";
import type { Finding } from "./blocks.ts";
import { findingOfCause, findingOfResult } from "./findings.ts";
import { having, knownCauses, openCauses, otherReasons, sinceRows, sinceTitle } from "./report-words.ts";
import { type Style, unstyled } from "./reporter.ts";
import { summaryLine } from "./terminal.ts";
import { blockLines } from "./terminal-blocks.ts";
import { anyWidth, shorten } from "./text.ts";

/** Maximum number of characters of an annotation. */
const maxMessage = 2000;

/**
 * Formats annotations and the summary line. The whole report belongs on the step's summary page: formatMarkdown, appended to
 * the file that GITHUB_STEP_SUMMARY names.
 */
export function formatGithub(report: Report, style: Style, { withoutVerdict = false } = {}): string {
  const annotate =
    (command: "error" | "warning" | "notice") =>
    ({ title, message }: Note) => {
      const text = escapeData(shorten(message, maxMessage));
      return `${style("command", `::${command}`)} title=${escapeProperty(title)}::${text}`;
    };
  const causeNote = (cause: ReportedCause): Note => ({
    title: cause.title,
    message: linesOf(findingOfCause(cause, report), true),
  });
  const errors = [
    ...otherReasons(report).map(({ title, facts }) => ({ title, message: facts.join("\n") })),
    ...openCauses(report).map(causeNote),
    ...having(report, "errored").map(resultNote),
  ];
  const warnings = [
    ...(report.warnings ?? []).map((message) => ({ title: "Note", message })),
    ...knownCauses(report).map(causeNote),
    ...having(report, "warned").map(resultNote),
  ];
  const lines = [
    ...(report.since ? [sinceNote(report)] : []).map(annotate("notice")),
    ...errors.map(annotate("error")),
    ...warnings.map(annotate("warning")),
    ...(withoutVerdict ? [] : [summaryLine(report, style)]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** The text of an annotation. */
interface Note {
  readonly title: string;
  readonly message: string;
}

const sinceNote = (report: Report): Note => ({
  title: sinceTitle(report),
  message: sinceRows(report)
    .map(([word, ids]) => `${word}: ${ids.join(", ")}`)
    .join("\n"),
});

/** A finding as lines of any length. */
const linesOf = ({ blocks }: Finding, isShort = false): string =>
  blocks.flatMap((block) => blockLines(block, { width: anyWidth, style: unstyled, isShort })).join("\n");

const resultNote = (result: Result): Note => ({
  title: result.outcome === "errored" ? `${result.id} (a fault of the kit, not of the server)` : result.id,
  message: `${result.title}.\n${linesOf(findingOfResult(result))}`,
});

/** A message with its line breaks; all other control characters are shown as pictures. */
function escapeData(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => printable(line.toWellFormed()).replaceAll("%", "%25"))
    .join("%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
