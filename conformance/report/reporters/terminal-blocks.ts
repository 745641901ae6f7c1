/** Blocks as lines of a terminal. */

import { printable } from "../../../base/printable.ts";
import type { Outcome } from "../report.ts";
import { type Block, type BlockOf, partsOf, type Section, type Text } from "./blocks.ts";
import { commandOf, evidenceTitle, exchangeLines } from "./exchange-text.ts";
import { outcomeMarks } from "./report-words.ts";
import type { Style } from "./reporter.ts";
import { hang, indent, shorten, widthOf, wrapWords } from "./text.ts";

export interface Layout {
  readonly width: number;
  readonly style: Style;
  /** Whether exchanges are left out, and long texts of findings are cut. */
  readonly isShort?: boolean;
  readonly maxLines?: number | undefined;
}

/** Maximum number of lines of a text in a short report. */
const maxTextLines = 3;
/** Minimum width of a table's last column, if its texts are longer. */
const minLastColumn = 30;
/** Minimum width of labels, so that the facts of most findings are in line. */
const minLabel = 7;

type Format = Parameters<Style>[0];

const outcomeFormats = {
  passed: "green",
  failed: "red",
  warned: "yellow",
  untested: "dim",
  errored: "red",
} as const satisfies Record<Outcome, Format>;

const labelFormats: Readonly<Record<string, Format>> = {
  expected: "green",
  received: "red",
  likely: "yellow",
};

export function sectionLines({ title, blocks }: Section, layout: Layout): readonly string[] {
  const heading = wrapWords(title, layout.width).map((line) => layout.style("bold", line));
  const inner = narrowed(layout);
  const content = blocks.map((block) =>
    block.kind === "finding" ? ["", ...findingLines(block, layout)] : indent(blockLines(block, inner), 2),
  );
  return [...heading, ...content.flat()];
}

const narrowed = (layout: Layout): Layout => ({ ...layout, width: layout.width - 2 });

export function blockLines(block: Block, layout: Layout): readonly string[] {
  const { width, style, isShort } = layout;
  switch (block.kind) {
    case "finding":
      return findingLines(block, layout);
    case "paragraph":
      return textLines(block.text, layout);
    case "facts":
      return factLines(block, layout);
    case "table":
      return tableLines(block, layout);
    case "requirements": {
      const ids = block.results.map(({ id }) => id);
      return isShort ? [style("dim", foldedIds(ids, width))] : wrapWords(ids.join(", "), width);
    }
    case "evidence": {
      const [deciding] = block.evidence.exchanges;
      if (isShort || !deciding) return [];
      return [
        "",
        style("dim", `${evidenceTitle(block.evidence, 1)}:`),
        ...exchangeLines(deciding, width),
        "",
        ...codeLines(commandOf(deciding), style),
      ];
    }
    case "command": {
      const answer = block.answer === undefined ? [] : [shorten(block.answer, width - 1)];
      return [...codeLines(block.text, style), ...answer];
    }
  }
}

/** The title, with the fact beside it at the end of its last line where that fits. Tables are left out of a short report. */
function findingLines(finding: BlockOf<"finding">, layout: Layout): readonly string[] {
  const { outcome, label, title, aside = "", blocks } = finding;
  const { style, isShort } = layout;
  const mark = label ?? outcomeMarks[outcome];
  const width = layout.width - mark.length - 1;
  const maxLines = isShort ? maxTextLines : undefined;
  const lines = wrapWords(plainOf(title), width).slice(0, maxLines);
  const titled = lines.map((line) => style("bold", line));
  const room = width - widthOf(lines.at(-1) ?? "") - widthOf(aside);
  const fact = aside === "" ? [] : [style("dim", aside)];
  const last = [titled.pop() ?? "", ...fact];
  const head = [...titled, ...(room >= 2 ? [last.join(" ".repeat(room))] : last)];
  const shown = blocks.filter(({ kind }) => !isShort || kind !== "table");
  const content = shown.flatMap((block) => blockLines(block, { ...narrowed(layout), maxLines }));
  const [first = "", ...rest] = head;
  return [`${style(outcomeFormats[outcome], mark)} ${first}`, ...indent([...rest, ...content], 2)];
}

function factLines({ rows }: BlockOf<"facts">, layout: Layout): readonly string[] {
  const column = Math.max(minLabel, ...rows.map(([label]) => label.length)) + 2;
  return rows.flatMap(([label, text]) => {
    const lines = wrapWords(plainOf(text), layout.width - column).slice(0, layout.maxLines);
    return hang(label.padEnd(column), lines, (word) => layout.style(labelFormats[label] ?? "dim", word));
  });
}

/** The lines of a table. A last column that has no room is put under the others, or left out of a short report. */
function tableLines({ rows }: BlockOf<"table">, { width, style, isShort }: Layout): readonly string[] {
  const widths = (rows[0]?.cells ?? []).map((_, at) =>
    Math.max(...rows.map(({ cells }) => widthOf(plainOf(cells[at]!)))),
  );
  const margin = rows.some(({ outcome }) => outcome) ? 2 : 0;
  /** The width of all columns but the last, with two blanks behind each. */
  const beside = widths.slice(0, -1).reduce((sum, each) => sum + each + 2, margin);
  const hasRoom = width - beside >= Math.min(minLastColumn, widths.at(-1) ?? 0);
  return rows.flatMap(({ cells, outcome }) => {
    const [others, last] = [cells.slice(0, -1), cells.at(-1)!];
    const columns = others.map((cell, at) => {
      const text = plainOf(cell);
      return styleText(cell, text, style) + " ".repeat(widths[at]! - widthOf(text));
    });
    const fits = beside - 2 <= width;
    const head = fits ? [columns.join("  ")] : wrapWords(others.map(plainOf).join("  "), width - margin);
    const mark = outcome === undefined ? " " : style(outcomeFormats[outcome], outcomeMarks[outcome]);
    const [first = "", ...wrapped] = margin > 0 ? [`${mark} ${head[0]}`, ...head.slice(1)] : head;
    if (hasRoom) {
      const [line = "", ...more] = textLines(last, { width: width - beside, style });
      return [`${first}  ${line}`.trimEnd(), ...indent(more, beside)];
    }
    const beneath = isShort ? [] : textLines(last, { width: width - 4, style });
    return [first.trimEnd(), ...indent(wrapped, margin), ...indent(beneath, 4)];
  });
}

const textLines = (text: Text, { width, style }: Layout): readonly string[] =>
  wrapWords(plainOf(text), width).map((line) => styleText(text, line, style));

/** Code alone has a colour; code within a sentence has none, since a line may hold parts of it. */
function styleText(text: Text, line: string, style: Style): string {
  const isCode = typeof text === "object" && "code" in text;
  return isCode ? style("cyan", line) : line;
}

const plainOf = (text: Text): string =>
  printable(
    partsOf(text)
      .map((part) => (typeof part === "string" ? part : part.code))
      .join(""),
  );

const codeLines = (code: string, style: Style): readonly string[] =>
  code
    .trimEnd()
    .split("\n")
    .map((line) => style("cyan", printable(line)));

/** The ids that fit into a line, and the number of further ones. */
export function foldedIds(ids: readonly string[], width: number): string {
  const texts = ids.map(printable);
  for (let count = texts.length; count > 1; count--) {
    const rest = texts.length - count;
    const line = [...texts.slice(0, count), ...(rest > 0 ? [`+${rest}`] : [])].join(", ");
    if (widthOf(line) <= width) return line;
  }
  return shorten(texts[0] ?? "", width - 6) + (texts.length > 1 ? `, +${texts.length - 1}` : "");
}
