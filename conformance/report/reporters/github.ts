/** The output of a GitHub Actions step: annotations for failures, then the summary line. */

import { plural } from "../../../base/bad-input.ts";
import { printable } from "../../../base/printable.ts";
import type { Report, ReportedCause, Result } from "../report.ts";
import type { Finding } from "./blocks.ts";
import { causeOf, findingOf } from "./findings.ts";
import { having, knownCauses, openCauses, otherReasons, sinceRows, sinceTitle } from "./report-words.ts";
import { type Style, unstyled } from "./reporter.ts";
import { summaryLine } from "./terminal.ts";
import { blockLines } from "./terminal-blocks.ts";
import { shorten } from "./text.ts";

/** The limit of GitHub, which shows ten errors and ten warnings of a step and drops the others. */
const maxAnnotations = 10;
const shownCharacters = 2000;

/**
 * Formats annotations and the summary line. The whole report belongs on the step's summary page: formatMarkdown, appended to
 * the file that GITHUB_STEP_SUMMARY names.
 */
export function formatGithub(report: Report, style: Style, { withoutVerdict = false } = {}): string {
  const noteOfCause = (cause: ReportedCause): Note => ({
    title: cause.title,
    message: linesOf(causeOf(cause, report), true),
    ids: cause.requirements,
  });
  const lines = [
    ...annotations(style, "notice", report.since ? [sinceNote(report)] : []),
    ...annotations(style, "error", [
      ...otherReasons(report).map(({ title, facts }) => ({ title, message: facts.join("\n"), ids: [] })),
      ...openCauses(report).map(noteOfCause),
      ...having(report, "errored").map(resultNote),
    ]),
    ...annotations(style, "warning", [
      ...(report.warnings ?? []).map((message) => ({ title: "Note", message, ids: [] })),
      ...knownCauses(report).map(noteOfCause),
      ...having(report, "warned").map(resultNote),
    ]),
    ...(withoutVerdict ? [] : [summaryLine(report, style)]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** The text of an annotation, and its requirements. */
interface Note {
  readonly title: string;
  readonly message: string;
  readonly ids: readonly string[];
}

const sinceNote = (report: Report): Note => ({
  title: sinceTitle(report),
  message: sinceRows(report)
    .map(([word, ids]) => `${word}: ${ids.join(", ")}`)
    .join("\n"),
  ids: [],
});

function annotations(
  style: Style,
  command: "error" | "warning" | "notice",
  notes: readonly Note[],
): readonly string[] {
  const rest = notes.slice(maxAnnotations);
  const commands = notes
    .slice(0, maxAnnotations)
    .map(({ title, message }) => formatCommand(style, command, title, message));
  if (rest.length === 0) return commands;
  const title = plural(rest.length, `more ${command}`);
  // A notice, which has a separate limit.
  return [...commands, formatCommand(style, "notice", title, rest.flatMap(({ ids }) => ids).join("\n"))];
}

/** A finding as lines of any length. */
const linesOf = ({ blocks }: Finding, isShort = false): string =>
  blocks
    .flatMap((block) => blockLines(block, { width: Number.POSITIVE_INFINITY, style: unstyled, isShort }))
    .join("\n");

const resultNote = (result: Result): Note => ({
  title: result.outcome === "errored" ? `${result.id} (a fault of the kit, not of the server)` : result.id,
  message: `${result.title}.\n${linesOf(findingOf(result))}`,
  ids: [result.id],
});

function formatCommand(style: Style, command: string, title: string, message: string): string {
  const name = style("command", `::${command}`);
  return `${name} title=${escapeProperty(title)}::${escapeData(shorten(message, shownCharacters))}`;
}

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
