/** All there is to say about a requirement that was not met, so that nobody has to run the suite again to see it. */

import { formatCurl } from "../../../base/curl.ts";
import { clauses, formatClause } from "../../../spec/clauses.ts";
import type { Result } from "../report.ts";
import { exchangeLines } from "./exchange-lines.ts";
import { hang, printable, wrapWords } from "./page.ts";
import type { Style } from "./reporter.ts";
import { knownMessage } from "./result-message.ts";

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
