/** A cause in a terminal: the mistake, its likely reason, the difference between the calls, and one command that shows it. */

import { printable } from "../../../base/printable.ts";
import { codeLines, exampleCommand } from "./failure-lines.ts";
import type { Style } from "./reporter.ts";
import type { ShownCause } from "./shown-report.ts";
import { hang, indent, pageWidth, shorten, wrapWords } from "./text.ts";

/** Lines of a command: an Authorization header may be long. */
const maxCommandLines = 6;
const maxDifferenceLines = 3;

export function causeLines(cause: ShownCause, place: number, style: Style): readonly string[] {
  const label = cause.isNew ? `${place} new ` : `${place} `;
  const inner = pageWidth - 2;
  const [first] = cause.results;
  const rows = [...cause.facts, ...(first?.difference ?? [])];
  const column = Math.max(0, ...rows.map(([word]) => word.length)) + 2;
  const head = headLines(cause, pageWidth - label.length, style);
  return [
    style("red", label) + head[0],
    ...indent(
      [
        ...head.slice(1),
        ...rows.flatMap(([word, text]) => {
          const lines = wrapWords(text, inner - column).slice(0, maxDifferenceLines);
          return hang(word.padEnd(column), lines, (label) =>
            style(word === "likely" ? "yellow" : "dim", label),
          );
        }),
        ...exampleLines(cause, inner, style),
        style("dim", foldedIds(cause.requirements, inner)),
      ],
      2,
    ),
  ];
}

/** The title, with the counts at the end of its last line where they fit. */
function headLines({ title, counts }: ShownCause, width: number, style: Style): readonly string[] {
  const lines = wrapWords(title, width).slice(0, maxDifferenceLines);
  const titled = lines.map((line) => style("bold", line));
  const room = width - [...(lines.at(-1) ?? "")].length - counts.length;
  return room >= 2
    ? [...titled.slice(0, -1), `${titled.at(-1) ?? ""}${" ".repeat(room)}${style("dim", counts)}`]
    : [...titled, style("dim", counts)];
}

function exampleLines({ example, atOnce }: ShownCause, width: number, style: Style): readonly string[] {
  if (!example) return [];
  const { answer, failure } = example;
  const command = codeLines(exampleCommand(example, atOnce, width), style);
  const status = answer ? answer.status : `no answer: ${failure ?? "the reason is not known"}`;
  const body = answer?.body.trim().split(/\r\n|\r|\n/, 1)[0] ?? "";
  return [
    ...(command.length > maxCommandLines ? codeLines(exampleCommand(example, atOnce), style) : command),
    shorten(printable(`-> ${status} ${body}`.trimEnd()), width - 1),
  ];
}

/** As many ids as fit into a line, and the number of further ones. */
export function foldedIds(ids: readonly string[], width: number): string {
  const texts = ids.map(printable);
  for (let count = texts.length; count > 1; count--) {
    const rest = texts.length - count;
    const line = [...texts.slice(0, count), ...(rest > 0 ? [`+${rest}`] : [])].join(", ");
    if ([...line].length <= width) return line;
  }
  return shorten(texts[0] ?? "", width - 6) + (texts.length > 1 ? `, +${texts.length - 1}` : "");
}
