/** GitHub-flavoured Markdown from plain values, which cannot become markup or a mention. */

import { printable } from "../../../base/printable.ts";

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

export const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
