/** Wraps and cuts text for reports. Text from a server is made harmless. */

import { printable } from "../../../base/printable.ts";

/** Maximum number of columns of a line. */
export const pageWidth = 100;

/** A width, or a number of lines, that no text has. */
export const anyWidth = 1_000_000;

/** Prose, broken at spaces; a word wider than the line is cut. */
export function wrapWords(text: string, width: number): readonly string[] {
  // A column may leave no room for the next one: each line has at least one letter.
  const most = Math.max(width, 1);
  const wholeWords = `[^ ].{0,${most - 1}}(?= |$)`;
  const partOfWord = `[^ ]{1,${most}}`;
  const line = new RegExp(`${wholeWords}|${partOfWord}`, "gsu");
  return printable(text).replace(/ +/g, " ").trimEnd().match(line) ?? [];
}

/** Verbatim text with its line breaks and a maximum number of lines; long lines are broken. */
export function cutLines(
  text: string,
  width: number,
  maxLines: number,
): { lines: readonly string[]; whole: boolean } {
  // The rest is not shown, and a body may be large.
  const shown = text.slice(0, 2 * width * maxLines);
  const piece = new RegExp(`.{1,${width}}`, "gsu");
  const lines = shown
    .split(/\r\n|\r|\n/)
    .flatMap((line) => printable(line).match(piece) ?? "")
    .map((each) => each.trimEnd());
  while (lines.at(-1) === "") lines.pop();
  return { lines: lines.slice(0, maxLines), whole: shown.length === text.length && lines.length <= maxLines };
}

export function indent(lines: readonly string[], by: number): readonly string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(by) + line));
}

/** A first column and lines beside it. @param styleLabel styles the label, without its blanks */
export function hang(
  label: string,
  lines: readonly string[],
  styleLabel = (word: string) => word,
): readonly string[] {
  const word = label.trimEnd();
  const [first = "", ...rest] = lines;
  const behind = (label.slice(word.length) + first).trimEnd();
  return [styleLabel(word) + behind, ...indent(rest, widthOf(label))];
}

export function widthOf(text: string): number {
  return [...text].length;
}

/** The text, cut with an ellipsis where it is longer; a character of two code units is not split. */
export const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "")}…`;

export function formatMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Escapes for HTML and XML, for text and for values in double quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character]!);
}
