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
  /** Whether exchanges, tables of findings and most ids are left out. */
  readonly isShort?: boolean;
}

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
      return isShort ? wrapWords(foldIds(ids), width) : wrapWords(ids.join(", "), width);
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
  const titled = wrapWords(plainOf(title), width);
  const room = width - widthOf(titled.at(-1) ?? "") - widthOf(aside);
  const head = titled.map((line) => style("bold", line));
  if (aside !== "" && room >= 2) head.push(`${head.pop()}${" ".repeat(room)}${style("dim", aside)}`);
  else if (aside !== "") head.push(style("dim", aside));
  const shown = blocks.filter(({ kind }) => !isShort || kind !== "table");
  const content = shown.flatMap((block) => blockLines(block, narrowed(layout)));
  const [first = "", ...rest] = head;
  return [`${style(outcomeFormats[outcome], mark)} ${first}`, ...indent([...rest, ...content], 2)];
}

function factLines({ rows }: BlockOf<"facts">, { width, style }: Layout): readonly string[] {
  const column = Math.max(minLabel, ...rows.map(([label]) => label.length)) + 2;
  return rows.flatMap(([label, text]) => {
    const lines = wrapWords(plainOf(text), width - column);
    return hang(label.padEnd(column), lines, (word) => style(labelFormats[label] ?? "dim", word));
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

/** All of a few ids, or the first two and the number of the others. */
export const foldIds = (ids: readonly string[]): string =>
  ids.length <= 3 ? ids.join(", ") : `${ids.slice(0, 2).join(", ")}, +${ids.length - 2}`;
