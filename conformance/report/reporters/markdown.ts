/** The report for a pull request or a workflow's summary page: what is wrong, and the proof folded under it. */

import { formatCurl } from "../../../base/curl.ts";
import { clauses, formatClause } from "../../../spec/clauses.ts";
import { openQuestions } from "../../../spec/open-questions.ts";
import type { ObservedAnswer, Report, ReportedCause, ReportedFinding, Result } from "../report.ts";
import { differsTexts } from "./cause-lines.ts";
import { explorationSummary, findingSummary } from "./exploration-lines.ts";
import { exchangeLines } from "./failure-lines.ts";
import { codeSpan, escapeMarkdown, fence, proseMarkdown, table } from "./markdown-text.ts";
import { pageWidth, shorten } from "./page.ts";
import { outcomeMarks, outcomesByWeight, outcomeWords, resultMessage, verdictMarks } from "./result-words.ts";
import { formatDuration, summarizeCounts } from "./summary-line.ts";

/** Bytes. A workflow's summary page ends at 1 MiB, which the steps of a job share; a comment ends at 65 536 characters. */
const most = 60_000;
const mostForTable = 24_000;
const mostForCauses = 12_000;
const mostForAnswers = 8_000;
const mostForHistories = 16_000;
const shownCharacters = 300;

export function formatMarkdown(report: Report): string {
  const toDo = outcomesByWeight
    .filter((outcome) => outcome !== "passed")
    .flatMap((outcome) => report.results.filter((result) => result.outcome === outcome));
  const head = headLines(report);
  const rows = takeFitting(toDo.map(resultRow), mostForTable);
  const answers = takeFitting(report.observations.map(answerRow), mostForAnswers);
  const proven = toDo.filter(
    ({ outcome, evidence }) => outcome !== "untested" && evidence.exchanges.length > 0,
  );
  const histories = takeFitting((report.exploration?.findings ?? []).map(historyOf), mostForHistories);
  const causes = takeFitting(report.causes.map(causeRow), mostForCauses);
  const spent = sizeOf([
    ...head,
    ...causes.kept.flat(),
    ...rows.kept.flat(),
    ...answers.kept.flat(),
    ...histories.kept.flat(),
  ]);
  // The rest is for headings, table frames and what is said of things left out.
  const proofs = takeFitting(
    proven.map((result) => [proofOf(result)]),
    most - spent - 2_000,
  );
  const parts = [
    ...head,
    ...(causes.kept.length > 0
      ? [table(["Cause", "Likely", "What differs", "Requirements"], causes.kept)]
      : []),
    ...leftOut(causes.left, "cause", "causes"),
    ...(rows.kept.length > 0 ? [table(["Outcome", "Requirement", "Clause", "Why"], rows.kept)] : []),
    ...leftOut(rows.left, "requirement without a pass", "requirements without a pass"),
    ...proofs.kept.flat(),
    ...leftOut(proofs.left, "exchange", "exchanges"),
    ...(report.exploration ? ["### Explored", proseMarkdown(explorationSummary(report.exploration))] : []),
    ...histories.kept.flat(),
    ...leftOut(histories.left, "history that broke something", "histories that broke something"),
    ...(answers.kept.length > 0
      ? [
          "### Where the document is silent",
          table(["Question", "This server's answer", "What a client sees"], answers.kept),
        ]
      : []),
    ...leftOut(answers.left, "answer", "answers"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function headLines(report: Report): readonly string[] {
  const { verdict, target, kit, requests, durationMs, startedAt, warnings = [] } = report;
  return [
    `## ${verdictMarks[verdict]} ${verdict}: ${summarizeCounts(report)}`,
    `${codeSpan(shorten(target.baseUrl, shownCharacters))}, judged by ${kit.name} ${kit.version} with ${requests} requests in ${formatDuration(durationMs)}, ${startedAt.slice(0, 19)}Z.`,
    ...warnings.map((warning) => `> **Note.** ${escapeMarkdown(shorten(warning, shownCharacters))}`),
  ];
}

/** One mistake: what is wrong, what is likely, what tells the calls apart. */
function causeRow(cause: ReportedCause): readonly string[] {
  const { title, likely, requirements } = cause;
  const answers = Math.min(...likely.map((each) => each.answers));
  const inputs = differsTexts(cause).map(
    ([word, text]) => `${escapeMarkdown(word)}: ${codeSpan(shorten(text, shownCharacters))}`,
  );
  return [
    escapeMarkdown(shorten(title, shownCharacters)),
    likely.length === 0
      ? ""
      : `${likely.map(({ text }) => codeSpan(text)).join(", or ")} (${answers} of ${answers} answers)`,
    inputs.join("<br>"),
    requirements.map(codeSpan).join("<br>"),
  ];
}

function resultRow(result: Result): readonly string[] {
  const { id, title, clause, outcome } = result;
  return [
    `${outcomeMarks[outcome]} ${outcomeWords[outcome].toLowerCase()}`,
    `${proseMarkdown(title)}<br>${codeSpan(id)}`,
    formatClause(clause),
    escapeMarkdown(shorten(resultMessage(result), shownCharacters)),
  ];
}

function answerRow({ question, answer, reason }: ObservedAnswer): readonly string[] {
  const meanings: Readonly<Record<string, string>> = openQuestions[question].answers;
  return [
    proseMarkdown(openQuestions[question].question),
    answer === null ? "not seen" : codeSpan(shorten(answer, shownCharacters)),
    answer === null
      ? escapeMarkdown(shorten(reason ?? "No reason was given.", shownCharacters))
      : proseMarkdown(meanings[answer] ?? "an answer this kit does not know"),
  ];
}

/** The exchange that decided, and the command that repeats it. A report puts that exchange first. */
function proofOf({ id, clause, outcome, evidence }: Result): string {
  const exchange = evidence.exchanges[0]!;
  const which = evidence.count > 1 ? `, the deciding one of ${evidence.count} exchanges` : "";
  return [
    `<details>\n<summary>${outcomeMarks[outcome]} <code>${escapeMarkdown(id)}</code>${which}</summary>`,
    `${formatClause(clause)}: ${proseMarkdown(clauses[clause].text)}`,
    fence("text", exchangeLines(exchange, pageWidth)),
    fence("sh", formatCurl(exchange.request, pageWidth).split("\n")),
    "</details>",
  ].join("\n\n");
}

function historyOf(finding: ReportedFinding): readonly string[] {
  const ids = finding.broken.map(({ id }) => `<code>${escapeMarkdown(id)}</code>`).join(", ");
  return [
    `<details>\n<summary>${ids}: ${escapeMarkdown(findingSummary(finding))}</summary>`,
    fence("sh", finding.curl.trimEnd().split("\n")),
    fence("ts", finding.vitest.trimEnd().split("\n")),
    "</details>",
  ];
}

/** As many as there is room for: one that is too large does not keep the next one out. */
function takeFitting<T extends readonly string[]>(
  pieces: readonly T[],
  bytes: number,
): { kept: T[]; left: number } {
  let room = bytes;
  const kept = pieces.filter((piece) => {
    const size = sizeOf(piece);
    if (size > room) return false;
    room -= size;
    return true;
  });
  return { kept, left: pieces.length - kept.length };
}

/** Bytes, with what stands between two pieces. */
function sizeOf(pieces: readonly string[]): number {
  const encoder = new TextEncoder();
  return pieces.reduce((sum, piece) => sum + encoder.encode(piece).length + 4, 0);
}

function leftOut(count: number, one: string, many: string): readonly string[] {
  if (count === 0) return [];
  return [
    `_${count} more ${count === 1 ? one : many} left out for want of room; the json and html reports have everything._`,
  ];
}
