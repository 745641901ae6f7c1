/** The report for a pull request or a workflow's summary page: the failures, with folded evidence. */

import { plural } from "../../../base/bad-input.ts";
import { printable } from "../../../base/printable.ts";
import type { Report } from "../report.ts";
import { type Block, type BlockOf, partsOf, type Section, type Text } from "./blocks.ts";
import { commandOf, evidenceTitle, exchangeLines } from "./exchange-text.ts";
import { describeRun, reportSections } from "./report-sections.ts";
import { countsText, outcomeMarks, verdictMarks } from "./report-words.ts";
import { pageWidth, shorten } from "./text.ts";

/** Bytes. A workflow's summary page ends at 1 MiB, which the steps of a job share; a comment ends at 65 536 characters. */
const maxPage = 58_000;
/** Number of bytes of sections that may be long, so that later ones have room. */
const maxSection: Readonly<Record<string, number>> = { causes: 14_000, failed: 24_000, explored: 10_000 };
/** Number of bytes for the heading of a section, and a note on parts that were left out. */
const reserved = 600;
/** Maximum number of characters of a text. */
const maxText = 300;

export function formatMarkdown(report: Report): string {
  const parts = headLines(report);
  let room = maxPage - sizeOf(parts.join("\n\n"));
  for (const section of reportSections(report).filter(({ id }) => id !== "requirements")) {
    const text = sectionMarkdown(section, Math.min(room, maxSection[section.id] ?? room));
    room -= sizeOf(text);
    parts.push(text);
  }
  return `${parts.join("\n\n")}\n`;
}

function headLines(report: Report): string[] {
  const { verdict, exit } = report;
  const failing = exit && exit.code !== 0 ? `; exit ${exit.code}: ${escapeMarkdown(exit.reason)}` : "";
  const mark = failing ? verdictMarks.nonconformant : verdictMarks[verdict];
  return [`## ${mark} ${verdict}: ${countsText(report)}${failing}`, inline(describeRun(report))];
}

/** A section with as many blocks as fit, and the number of the others: one that is too large does not exclude the next. */
function sectionMarkdown({ title, blocks }: Section, bytes: number): string {
  let room = bytes - reserved;
  const texts = blocks.map(blockMarkdown);
  const kept = texts.filter((text) => {
    const size = sizeOf(text);
    if (size > room) return false;
    room -= size;
    return true;
  });
  const left = texts.length - kept.length;
  const note = `_${plural(left, "more part")} left out for want of room; the json and html reports have everything._`;
  const heading = `### ${escapeMarkdown(shorten(title, maxText))}`;
  return [heading, ...kept, ...(left > 0 ? [note] : [])].join("\n\n");
}

/** Number of bytes of a text and of the lines after it. */
const sizeOf = (text: string): number => new TextEncoder().encode(text).length + 2;

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case "finding":
      return findingMarkdown(block);
    case "paragraph":
      return inline(block.text);
    case "requirements":
      return block.results.map(({ id }) => codeSpan(id)).join(", ");
    case "evidence": {
      const [deciding] = block.evidence.exchanges;
      if (!deciding) return "";
      return [
        `${evidenceTitle(block.evidence, 1)}:`,
        fence("text", exchangeLines(deciding, pageWidth)),
        fence("sh", commandOf(deciding).split("\n")),
      ].join("\n\n");
    }
    case "command": {
      const answer = block.answer === undefined ? [] : [`# ${block.answer}`];
      return fence("sh", [...block.text.trimEnd().split("\n"), ...answer]);
    }
    case "facts":
      return block.rows.map(([label, text]) => `- ${escapeMarkdown(label)}: ${inline(text)}`).join("\n");
    case "table":
      return tableMarkdown(block);
  }
}

function tableMarkdown({ titles, rows }: BlockOf<"table">): string {
  const lines = rows.map(({ outcome, cells: [first = "", ...others] }) => {
    const mark = outcome === undefined ? "" : `${outcomeMarks[outcome]} `;
    return row(mark + inline(first), ...others.map(inline));
  });
  return [row(...titles.map(escapeMarkdown)), row(...titles.map(() => "---")), ...lines].join("\n");
}

/** A numbered finding is open; others are folded under their title. */
function findingMarkdown({ outcome, label, title, aside = "", blocks }: BlockOf<"finding">): string {
  const content = blocks.map(blockMarkdown).filter((text) => text !== "");
  const [name, mark] = [inline(title), label ?? outcomeMarks[outcome]];
  if (label !== undefined) return [`**${mark}.** ${name} (${aside})`, ...content].join("\n\n");
  const id = aside === "" ? "" : ` <code>${escapeMarkdown(aside)}</code>`;
  return [`<details>\n<summary>${mark} ${name}${id}</summary>`, ...content, "</details>"].join("\n\n");
}

const inline = (text: Text): string =>
  partsOf(text)
    .map((part) =>
      typeof part === "string"
        ? escapeMarkdown(shorten(part, maxText))
        : codeSpan(shorten(part.code, maxText)),
    )
    .join("");

/**
 * Text in a sentence or a table's cell. References in place of backslashes, since a table reads a backslash before a bar
 * differently. The empty comment keeps GitHub from making a link, a mention or an emoji of the text.
 */
export function escapeMarkdown(text: string): string {
  return printable(text.toWellFormed())
    .replace(/[\\`*_[\]<>#|~&@$]|:(?=\/\/|[\w+-]+:)/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/(&#(?:64|35|58);|www(?=\.))/gi, "$1<!-- -->");
}

/** Code in a sentence or a table's cell. */
export function codeSpan(text: string): string {
  const line = printable(text.toWellFormed());
  if (line !== "" && line === line.trim() && !/[`|\\]/.test(line)) return `\`${line}\``;
  return `<code>${escapeMarkdown(line)}</code>`;
}

/** Unchanged lines, in a fence longer than any row of backticks in them. */
export function fence(language: string, lines: readonly string[]): string {
  const text = lines.map((line) => printable(line.toWellFormed())).join("\n");
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}

const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
