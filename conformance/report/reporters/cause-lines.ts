/** A cause as a terminal shows it: what is wrong, what is likely, what tells the calls apart, and one command that shows it. */

import { formatCurl, nameKey } from "../../../base/curl.ts";
import type { Report, ReportedCause, Result } from "../report.ts";
import { hang, indent, printable, shorten, wrapWords } from "./page.ts";
import type { Style } from "./reporter.ts";
import { knownMessage } from "./result-words.ts";

/** Lines of a command: an Authorization header may be long. */
const mostCommandLines = 6;
const mostDifferenceLines = 3;

/** `4 requirements, 7 calls` */
export function causeCounts({ requirements, calls }: ReportedCause): string {
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  return `${count(requirements.length, "requirement")}, ${count(calls.failing, "call")}`;
}

/** `token.endsWith(key) (191 of 191 answers)`, or nothing. */
export function likelyText({ likely }: ReportedCause): string | undefined {
  if (likely.length === 0) return undefined;
  const answers = Math.min(...likely.map((each) => each.answers));
  return `${likely.map(({ text }) => text).join(", or ")} (${answers} of ${answers} answers)`;
}

/** What of the requests differs, in two short lists, with the key by its name. */
export function differsTexts({
  differs,
}: ReportedCause): readonly (readonly [word: string, inputs: string])[] {
  if (!differs) return [];
  const listed = (inputs: readonly string[]) => inputs.map((input) => shorten(nameKey(input), 60)).join(", ");
  return [
    [differs.words[0], listed(differs.failing)],
    [differs.words[1], listed(differs.passing)],
  ];
}

/** The failed results that a cause explains, in the order of the report. */
export function resultsOf({ id }: ReportedCause, { results }: Pick<Report, "results">): readonly Result[] {
  return results.filter(({ cause }) => cause === id);
}

/** The cause that says more of a result than it says itself. */
export function causeOf({ id, cause }: Result, causes: Report["causes"]): ReportedCause | undefined {
  return cause === id ? undefined : causes.find((each) => each.id === cause);
}

/** What is wrong and what is likely, in a sentence or two. */
export function causeSentence(cause: ReportedCause): string {
  const likely = likelyText(cause);
  return `${cause.title}.${likely === undefined ? "" : ` Likely: ${likely}.`}`;
}

/** @param place its number in the report */
export function causeLines(
  cause: ReportedCause,
  place: number,
  report: Pick<Report, "results">,
  style: Style,
  width: number,
): readonly string[] {
  const results = resultsOf(cause, report);
  const [first] = results;
  const label = `${place} `;
  const inner = width - label.length;
  const likely = likelyText(cause);
  const known = results.every((result) => result.known) ? results.map(knownMessage)[0] : undefined;
  const rows = [
    ...(likely === undefined ? [] : [["likely", likely] as const]),
    ...differsTexts(cause),
    ...(first?.expected
      ? [["expected", first.expected] as const, ["received", first.received ?? "nothing"] as const]
      : []),
  ];
  const column = Math.max(0, ...rows.map(([word]) => word.length)) + 2;
  return [
    ...headLines(cause, label, style, width),
    ...(known === undefined
      ? []
      : indent(
          wrapWords(known, inner).map((line) => style("yellow", line)),
          label.length,
        )),
    ...rows.flatMap(([word, text]) => {
      const lines = wrapWords(text, inner - column).slice(0, mostDifferenceLines);
      return indent(
        hang(word.padEnd(column), lines).with(0, rowHead(word, column, lines[0] ?? "", style)),
        label.length,
      );
    }),
    ...indent(exampleLines(cause, style, inner), label.length),
    ...indent([style("dim", foldedIds(cause.requirements, inner))], label.length),
  ];
}

function headLines(cause: ReportedCause, label: string, style: Style, width: number): readonly string[] {
  const counts = causeCounts(cause);
  const lines = wrapWords(cause.title, width - label.length).slice(0, mostDifferenceLines);
  const last = lines.at(-1) ?? "";
  const room = width - label.length - [...last].length - counts.length;
  const titled = lines.map((line) => style("bold", line));
  // The numbers stand at the end of the line where there is room for them.
  const whole =
    room >= 2
      ? titled.with(-1, `${titled.at(-1)}${" ".repeat(room)}${style("dim", counts)}`)
      : [...titled, style("dim", counts)];
  return [style("red", label) + whole[0]!, ...indent(whole.slice(1), label.length)];
}

const rowHead = (word: string, column: number, text: string, style: Style) =>
  (style(word === "likely" ? "yellow" : "dim", word) + " ".repeat(column - word.length) + text).trimEnd();

function exampleLines({ example }: ReportedCause, style: Style, width: number): readonly string[] {
  if (!example) return [];
  const command = formatCurl(example.request, width).split("\n").map(printable);
  const shown = command.length > mostCommandLines ? [formatCurl(example.request)] : command;
  const answer = example.answer
    ? String(example.answer.status)
    : `no answer: ${example.failure ?? "the reason is not known"}`;
  const body = example.answer?.body.trim().split(/\r\n|\r|\n/, 1)[0] ?? "";
  const told = printable(body === "" ? `-> ${answer}` : `-> ${answer} ${body}`);
  return [...shown.map((line) => style("cyan", line)), shorten(told, width - 1)];
}

/** As many ids as fit into a line, and how many more there are. */
export function foldedIds(ids: readonly string[], width: number): string {
  const texts = ids.map(printable);
  for (let count = texts.length; count > 1; count--) {
    const rest = texts.length - count;
    const line = [...texts.slice(0, count), ...(rest > 0 ? [`+${rest}`] : [])].join(", ");
    if ([...line].length <= width) return line;
  }
  return shorten(texts[0] ?? "", width - 6) + (texts.length > 1 ? `, +${texts.length - 1}` : "");
}
