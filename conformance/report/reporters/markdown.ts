/** The report for a pull request or a workflow's summary page: what is wrong, and the proof folded under it. */

import { formatCurl } from "../../../base/curl.ts";
import type { Report } from "../report.ts";
import { exchangeLines } from "./failure-lines.ts";
import { codeSpan, escapeMarkdown, fence, proseMarkdown, row, table } from "./markdown-text.ts";
import {
  outcomeMarks,
  type ShownAnswer,
  type ShownCause,
  type ShownFinding,
  type ShownReport,
  type ShownResult,
  showReport,
  verdictMarks,
} from "./shown-report.ts";
import { pageWidth, shorten } from "./text.ts";

/** Bytes. A workflow's summary page ends at 1 MiB, which the steps of a job share; a comment ends at 65 536 characters. */
const most = { page: 60_000, causes: 12_000, results: 24_000, answers: 8_000, histories: 16_000 };
/** For headings, table frames and what is said of things left out. */
const reserved = 2_000;
const shownCharacters = 300;

export function formatMarkdown(report: Report): string {
  const shown = showReport(report);
  const notPassed = shown.having("failed", "errored", "warned", "untested");
  const tested = notPassed.filter(({ outcome }) => outcome !== "untested");
  const { exploration } = shown;
  const head = headLines(shown);
  const causes = takeFitting(shown.causes.map(causeRow), most.causes);
  const results = takeFitting(notPassed.map(resultRow), most.results);
  const answers = takeFitting(shown.answers.map(answerRow), most.answers);
  const histories = takeFitting((exploration?.findings ?? []).map(historyOf), most.histories);
  const spent = sizeOf([...head, ...causes.kept, ...results.kept, ...answers.kept, ...histories.kept]);
  const proofs = takeFitting(
    tested.filter(({ evidence }) => evidence.exchanges.length > 0).map(proofOf),
    most.page - spent - reserved,
  );
  const parts = [
    ...head,
    ...table(["Cause", "Likely", "What differs", "Requirements"], causes.kept),
    ...leftOut(causes.left, "cause", "causes"),
    ...table(["Outcome", "Requirement", "Clause", "Why"], results.kept),
    ...leftOut(results.left, "requirement without a pass", "requirements without a pass"),
    ...proofs.kept,
    ...leftOut(proofs.left, "exchange", "exchanges"),
    ...(exploration ? ["### Explored", proseMarkdown(exploration.summary)] : []),
    ...histories.kept,
    ...leftOut(histories.left, "history that broke something", "histories that broke something"),
    ...(answers.kept.length > 0 ? ["### Where the document is silent"] : []),
    ...table(["Question", "This server's answer", "What a client sees"], answers.kept),
    ...leftOut(answers.left, "answer", "answers"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function headLines({ verdict, counts, target, kit, requests, took, startedAt, warnings }: ShownReport) {
  return [
    `## ${verdictMarks[verdict]} ${verdict}: ${counts}`,
    `${codeSpan(shorten(target.baseUrl, shownCharacters))}, judged by ${kit.name} ${kit.version} with ${requests} requests in ${took}, ${startedAt.slice(0, 19)}Z.`,
    ...warnings.map((warning) => `> **Note.** ${escapeMarkdown(shorten(warning, shownCharacters))}`),
  ];
}

/** One mistake: what is wrong, what is likely, what tells the calls apart. */
function causeRow({ title, likely, differs, requirements }: ShownCause): string {
  const inputs = differs.map(
    ([word, text]) => `${escapeMarkdown(word)}: ${codeSpan(shorten(text, shownCharacters))}`,
  );
  return row(
    escapeMarkdown(shorten(title, shownCharacters)),
    likely === undefined ? "" : codeSpan(likely),
    inputs.join("<br>"),
    requirements.map(codeSpan).join("<br>"),
  );
}

function resultRow({ id, title, clauseName, outcome, message }: ShownResult): string {
  return row(
    `${outcomeMarks[outcome]} ${outcome}`,
    `${proseMarkdown(title)}<br>${codeSpan(id)}`,
    clauseName,
    escapeMarkdown(shorten(message, shownCharacters)),
  );
}

function answerRow({ text, answer, meaning }: ShownAnswer): string {
  return row(
    proseMarkdown(text),
    answer === null ? "not seen" : codeSpan(shorten(answer, shownCharacters)),
    answer === null ? escapeMarkdown(shorten(meaning, shownCharacters)) : proseMarkdown(meaning),
  );
}

/** The exchange that decided, and the command that repeats it. A report puts that exchange first. */
function proofOf({ id, clauseName, clauseText, outcome, evidence }: ShownResult): string {
  const exchange = evidence.exchanges[0]!;
  const which = evidence.count > 1 ? `, the deciding one of ${evidence.count} exchanges` : "";
  return folded(
    `${outcomeMarks[outcome]} <code>${escapeMarkdown(id)}</code>${which}`,
    `${clauseName}: ${proseMarkdown(clauseText)}`,
    fence("text", exchangeLines(exchange, pageWidth)),
    fence("sh", formatCurl(exchange.request, pageWidth).split("\n")),
  );
}

function historyOf({ ids, summary, curl, vitest }: ShownFinding): string {
  const codes = ids.map((id) => `<code>${escapeMarkdown(id)}</code>`).join(", ");
  return folded(
    `${codes}: ${escapeMarkdown(summary)}`,
    fence("sh", curl.trimEnd().split("\n")),
    fence("ts", vitest.trimEnd().split("\n")),
  );
}

const folded = (summary: string, ...content: readonly string[]) =>
  [`<details>\n<summary>${summary}</summary>`, ...content, "</details>"].join("\n\n");

/** As many as there is room for: one that is too large does not keep the next one out. */
function takeFitting(pieces: readonly string[], bytes: number): { kept: readonly string[]; left: number } {
  let room = bytes;
  const kept = pieces.filter((piece) => {
    const size = sizeOf([piece]);
    if (size > room) return false;
    room -= size;
    return true;
  });
  return { kept, left: pieces.length - kept.length };
}

/** Bytes, with what stands between two pieces. */
function sizeOf(pieces: readonly string[]): number {
  const encoder = new TextEncoder();
  return pieces.reduce((sum, piece) => sum + encoder.encode(piece).length + 2, 0);
}

function leftOut(count: number, one: string, many: string): readonly string[] {
  if (count === 0) return [];
  return [
    `_${count} more ${count === 1 ? one : many} left out for want of room; the json and html reports have everything._`,
  ];
}
