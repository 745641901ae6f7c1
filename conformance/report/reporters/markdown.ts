/** The report for a pull request or a workflow's summary page: the failures, with folded evidence. */

import { formatCurl } from "../../../base/curl.ts";
import { plural } from "../../../base/plural.ts";
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
  type ShownStatus,
  showReport,
  verdictMarks,
} from "./shown-report.ts";
import { pageWidth, shorten } from "./text.ts";

/** Bytes. A workflow's summary page ends at 1 MiB, which the steps of a job share; a comment ends at 65 536 characters. */
const most = { page: 60_000, causes: 12_000, results: 24_000, answers: 8_000, histories: 16_000 };
/** Number of bytes for headings, frames of tables and notes on omitted parts. */
const reserved = 2_000;
const shownCharacters = 300;

export function formatMarkdown(report: Report): string {
  const shown = showReport(report);
  const notPassed = shown.having("failed", "errored", "warned", "untested");
  const tested = notPassed.filter(({ outcome }) => outcome !== "untested");
  const { exploration } = shown;
  const titled = (title: string, parts: readonly string[]) => (parts.length > 0 ? [title, ...parts] : []);
  const before = [
    ...headLines(shown),
    ...fitting(shown.causes.map(causeRow), most.causes, ["cause", "causes"], (rows) =>
      table(["Cause", "Likely", "What differs", "Requirements"], rows),
    ),
    ...fitting(
      notPassed.map(resultRow),
      most.results,
      ["requirement without a pass", "requirements without a pass"],
      (rows) => table(["Outcome", "Requirement", "Clause", "Why"], rows),
    ),
  ];
  const behind = [
    ...(exploration ? ["### Explored", proseMarkdown(exploration.summary)] : []),
    ...fitting((exploration?.findings ?? []).map(historyOf), most.histories, [
      "history that broke something",
      "histories that broke something",
    ]),
    ...titled(
      "### Answers by operation and status",
      table(["Operation", "Request", "Status", "Seen", ""], shown.statuses.map(statusRow)),
    ),
    ...titled(
      "### Where the document is silent",
      fitting(shown.answers.map(answerRow), most.answers, ["answer", "answers"], (rows) =>
        table(["Question", "This server's answer", "What a client sees"], rows),
      ),
    ),
  ];
  const room = most.page - sizeOf([...before, ...behind]) - reserved;
  const proofs = tested.flatMap(proofOf);
  return `${[...before, ...fitting(proofs, room, ["exchange", "exchanges"]), ...behind].join("\n\n")}\n`;
}

function headLines(shown: ShownReport) {
  const { verdict, summary, target, kit, requests, took, startedAt, warnings, exit, reasons, since } = shown;
  const failing = exit && exit.code !== 0 ? `; exit ${exit.code}: ${escapeMarkdown(exit.reason)}` : "";
  const proxy = target.proxy === undefined ? "" : `, through the proxy ${codeSpan(target.proxy)}`;
  return [
    `## ${failing ? verdictMarks.nonconformant : verdictMarks[verdict]} ${verdict}: ${summary}${failing}`,
    `${codeSpan(shorten(target.baseUrl, shownCharacters))}, judged by ${kit.name} ${kit.version} with ${requests} requests in ${took}${proxy}, ${startedAt.slice(0, 19)}Z.`,
    ...(since ? [`**${escapeMarkdown(since.title)}**`, ...since.rows.map(sinceLine)] : []),
    ...reasons.map(
      ({ title, facts }) =>
        `> **${escapeMarkdown(title)}.** ${escapeMarkdown(shorten(facts.join("; "), shownCharacters))}`,
    ),
    ...warnings.map((warning) => `> **Note.** ${escapeMarkdown(shorten(warning, shownCharacters))}`),
  ];
}

const sinceLine = ([word, ids]: readonly [string, readonly string[]]): string =>
  `- ${word}: ${ids.map(codeSpan).join(", ")}`;

const statusRow = ({ operation, request, status, count, note }: ShownStatus): string =>
  row(codeSpan(operation), codeSpan(request), String(status), String(count), note);

/** One mistake: its title, its likely reason, the difference between the calls. */
function causeRow({ title, isNew, knownText, likely, differs, requirements }: ShownCause): string {
  const inputs = differs.map(
    ([word, text]) => `${escapeMarkdown(word)}: ${codeSpan(shorten(text, shownCharacters))}`,
  );
  return row(
    (isNew ? "**New:** " : "") + escapeMarkdown(shorten(title, shownCharacters)),
    knownText !== undefined
      ? escapeMarkdown(shorten(knownText, shownCharacters))
      : likely === undefined
        ? ""
        : codeSpan(likely),
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
function proofOf(result: ShownResult): readonly string[] {
  const { id, clauseName, clauseText, outcome, deciding, decidingNote } = result;
  if (!deciding) return [];
  const which = decidingNote === "" ? "" : `, ${decidingNote}`;
  const proof = folded(
    `${outcomeMarks[outcome]} <code>${escapeMarkdown(id)}</code>${which}`,
    `${clauseName}: ${proseMarkdown(clauseText)}`,
    fence("text", exchangeLines(deciding, pageWidth)),
    fence("sh", formatCurl(deciding.request, pageWidth).split("\n")),
  );
  return [proof];
}

function historyOf({ ids, summary, curl }: ShownFinding): string {
  const codes = ids.map((id) => `<code>${escapeMarkdown(id)}</code>`).join(", ");
  return folded(`${codes}: ${escapeMarkdown(summary)}`, fence("sh", curl.trimEnd().split("\n")));
}

const folded = (summary: string, ...content: readonly string[]) =>
  [`<details>\n<summary>${summary}</summary>`, ...content, "</details>"].join("\n\n");

/** As many pieces as fit, and the number of omitted ones: a piece that is too large does not exclude the next one. */
function fitting(
  pieces: readonly string[],
  bytes: number,
  [one, many]: readonly [one: string, many: string],
  join: (kept: readonly string[]) => readonly string[] = (kept) => kept,
): readonly string[] {
  let room = bytes;
  const kept = pieces.filter((piece) => {
    const size = sizeOf([piece]);
    if (size > room) return false;
    room -= size;
    return true;
  });
  const left = pieces.length - kept.length;
  if (left === 0) return join(kept);
  const what = plural(left, `more ${one}`, `more ${many}`);
  return [...join(kept), `_${what} left out for want of room; the json and html reports have everything._`];
}

/** Bytes of pieces and the texts between them. */
function sizeOf(pieces: readonly string[]): number {
  const encoder = new TextEncoder();
  return pieces.reduce((sum, piece) => sum + encoder.encode(piece).length + 2, 0);
}
