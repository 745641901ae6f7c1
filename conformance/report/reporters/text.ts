/** Wraps and cuts text for reports. Text from a server is made harmless. */

import { printable } from "../../../base/printable.ts";

/** Maximum number of columns of a line. */
export const pageWidth = 100;

/** Prose, broken at spaces; a word wider than the line is cut. */
export function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of printable(text).split(" ").filter(Boolean)) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (widthOf(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = cut(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1)!;
  }
  if (line !== "") lines.push(line);
  return lines;
}

/** Verbatim text with its line breaks and a maximum number of lines; long lines are broken. */
export function cutLines(
  text: string,
  width: number,
  maxLines: number,
): { lines: readonly string[]; whole: boolean } {
  // The rest is not shown, and a body may be large.
  const shown = text.slice(0, 2 * width * maxLines);
  const lines = shown
    .split(/\r\n|\r|\n/)
    .flatMap((line) => cut(printable(line), width).map((piece) => piece.trimEnd()));
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

function cut(line: string, width: number): readonly string[] {
  const characters = [...line];
  // A column may leave no room for the next one: each line has at least one letter, so that the loop ends.
  const step = Math.max(width, 1);
  const pieces = [characters.slice(0, step).join("")];
  for (let at = step; at < characters.length; at += step)
    pieces.push(characters.slice(at, at + step).join(""));
  return pieces;
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
