/** All there is to say about a requirement that was not met, so that nobody has to run the suite again to see it. */

import { formatCurl } from "../../../base/curl.ts";
import { clauses, formatClause } from "../../../spec/clauses.ts";
import type { ReportedExchange, Result } from "../report.ts";
import { cutLines, formatMs, hang, isBodyCut, printable, wrapWords } from "./page.ts";
import type { Style } from "./reporter.ts";
import { knownMessage } from "./result-words.ts";

/** What was promised, what came instead, the exchange that decided, and how to repeat it. */
export function failureLines(result: Result, style: Style, width: number): readonly string[] {
  const { count, exchanges } = result.evidence;
  // A report puts the exchange that decided first.
  const [exchange] = exchanges;
  return [
    ...wrapWords(`${formatClause(result.clause)}: ${clauses[result.clause].text}`, width).map((line) =>
      style("dim", line),
    ),
    ...knownLines(result, style, width),
    "",
    ...differenceLines(result, style, width),
    ...(exchange
      ? [
          "",
          ...exchangeLines(exchange, width),
          ...(count > 1 ? [style("dim", `  (the deciding one of ${count} exchanges)`)] : []),
          "",
          ...formatCurl(exchange.request, width)
            .split("\n")
            .map((line) => style("cyan", printable(line))),
        ]
      : []),
  ];
}

function knownLines(result: Result, style: Style, width: number): readonly string[] {
  const known = knownMessage(result);
  return known === undefined ? [] : wrapWords(known, width).map((line) => style("yellow", line));
}

/** Expected and received, one above the other; where a report has neither, its reason. */
function differenceLines(
  { expected, received, reason }: Result,
  style: Style,
  width: number,
): readonly string[] {
  if (expected === null && received === null) return wrapWords(reason ?? "No reason was given.", width);
  const row = (label: string, format: "green" | "red", text: string | null) => {
    const [first = "", ...rest] = hang(label, wrapWords(text ?? "nothing", width - label.length));
    return [style(format, label.trimEnd()) + first.slice(label.trimEnd().length), ...rest];
  };
  return [...row("expected  ", "green", expected), ...row("received  ", "red", received)];
}

const bodyLines = 8;
const headerLines = 3;

/** One exchange as a person reads it: `>` what was sent, `<` what came back, then the body. */
export function exchangeLines(
  { request, answer, failure, ms }: ReportedExchange,
  width: number,
): readonly string[] {
  const inner = width - 2;
  const verbatim = (mark: string, text: string) => {
    const { lines, whole } = cutLines(text, inner - 1, headerLines);
    return hang(mark, whole ? lines : [...lines.slice(0, -1), `${lines.at(-1)}…`]);
  };
  const headers = (mark: string, list: ReportedExchange["request"]["headers"]) =>
    list.flatMap(([name, value]) => verbatim(mark, `${name}: ${value}`));

  const sent = [...verbatim("> ", `${request.method} ${request.url}`), ...headers("> ", request.headers)];
  if (!answer)
    return [...sent, ...hang("< ", wrapWords(`no answer: ${failure ?? "the reason is not known"}`, inner))];
  return [
    ...sent,
    `< ${answer.status} (${formatMs(ms)})`,
    ...headers("< ", answer.headers),
    ...bodyOf(answer, inner).map((line) => (line === "" ? "" : `  ${line}`)),
  ];
}

function bodyOf(answer: NonNullable<ReportedExchange["answer"]>, width: number): readonly string[] {
  const { lines, whole } = cutLines(answer.body, width, bodyLines);
  const isCut = !whole || isBodyCut(answer);
  return [
    ...lines,
    ...(isCut ? [`… ${answer.bodyBytes} bytes in all`] : []),
    ...(answer.strayBytes ? [`(${answer.strayBytes} more bytes behind the answer, where none may be)`] : []),
  ];
}
