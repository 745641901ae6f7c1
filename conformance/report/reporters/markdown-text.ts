/** GitHub-flavoured Markdown from plain values; nothing in them can break out of its place or call anybody. */

import { printable } from "../../../base/printable.ts";
import { splitProse } from "./text.ts";

/**
 * Text in a sentence or a table's cell. References instead of backslashes, because a
 * table takes a backslash before a bar in its own way. The empty comment keeps GitHub
 * from making a link, a mention or an emoji of what is left.
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

/** A sentence of the kit's own, in which backticks set off what is code. */
export const proseMarkdown = (text: string): string =>
  splitProse(text)
    .map((part, place) => (place % 2 === 1 ? codeSpan(part) : escapeMarkdown(part)))
    .join("");

/** Lines as they are, in a fence longer than any run of backticks in them. */
export function fence(language: string, lines: readonly string[]): string {
  const text = lines.map((line) => printable(line.toWellFormed())).join("\n");
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}

export const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** Nothing where there are no rows. */
export function table(titles: readonly string[], rows: readonly string[]): readonly string[] {
  if (rows.length === 0) return [];
  return [[row(...titles), row(...titles.map(() => "---")), ...rows].join("\n")];
}
