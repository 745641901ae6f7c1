/** Text set into lines, and how much of it is shown. What came from a server is made harmless on the way. */

import { printable } from "../../../base/printable.ts";
import type { ReportedExchange } from "../report.ts";

/** Columns a line may take. */
export const pageWidth = 100;

/** A sentence of the kit's own: text and code in turn. Backticks set the code off; one without a partner is text. */
export function splitProse(text: string): readonly string[] {
  const parts = text.split("`");
  return parts.length % 2 === 0 ? [text] : parts;
}

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

/** Verbatim text: its own line breaks, long lines cut, and no more than `most` of them. */
export function cutLines(
  text: string,
  width: number,
  most: number,
): { lines: readonly string[]; whole: boolean } {
  // Past this nothing is shown, and a body may be large.
  const shown = text.slice(0, 2 * width * most);
  const lines = shown
    .split(/\r\n|\r|\n/)
    .flatMap((line) => cut(printable(line), width).map((piece) => piece.trimEnd()));
  while (lines.at(-1) === "") lines.pop();
  return { lines: lines.slice(0, most), whole: shown.length === text.length && lines.length <= most };
}

export function indent(lines: readonly string[], by: number): readonly string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(by) + line));
}

/** A first column and lines beside it. */
export function hang(label: string, lines: readonly string[]): readonly string[] {
  const [first = "", ...rest] = lines;
  return [(label + first).trimEnd(), ...indent(rest, widthOf(label))];
}

function widthOf(text: string): number {
  return [...text].length;
}

function cut(line: string, width: number): readonly string[] {
  const characters = [...line];
  // A column may leave no room for the next one; a letter a line is better than no end.
  const step = Math.max(width, 1);
  const pieces = [characters.slice(0, step).join("")];
  for (let at = step; at < characters.length; at += step)
    pieces.push(characters.slice(at, at + step).join(""));
  return pieces;
}

/** The beginning of a text; a character of two code units is not torn. */
export function cutText(text: string, most: number): { readonly text: string; readonly whole: boolean } {
  if (text.length <= most) return { text, whole: true };
  return { text: text.slice(0, most).replace(/[\uD800-\uDBFF]$/, ""), whole: false };
}

/** A text that ends with an ellipsis where it was longer. */
export function shorten(text: string, most: number): string {
  const { text: beginning, whole } = cutText(text, most);
  return whole ? beginning : `${beginning}…`;
}

/** Whether the report holds less of the body than came. */
export function isBodyCut({ body, bodyBytes }: NonNullable<ReportedExchange["answer"]>): boolean {
  return new TextEncoder().encode(body).length < bodyBytes;
}

export function formatMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** For HTML and XML: text, and values in double quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character]!);
}
