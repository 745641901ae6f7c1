/** All facts about a requirement that was not met, so that no second run is needed. */

import { formatCurl } from "../../../base/curl.ts";
import { printable } from "../../../base/printable.ts";
import type { ReportedCause, ReportedExchange } from "../report.ts";
import type { Style } from "./reporter.ts";
import type { ShownResult } from "./shown-report.ts";
import { cutLines, formatMs, hang, isBodyCut, wrapWords } from "./text.ts";

/** The requirement, the received value, the deciding exchange, and a command that repeats it. */
export function failureLines(result: ShownResult, style: Style, width: number): readonly string[] {
  const { clauseName, clauseText, knownText = "", deciding, decidingNote } = result;
  return [
    ...wrapWords(`${clauseName}: ${clauseText}`, width).map((line) => style("dim", line)),
    ...wrapWords(knownText, width).map((line) => style("yellow", line)),
    "",
    ...differenceLines(result, style, width),
    ...(deciding
      ? [
          "",
          ...exchangeLines(deciding, width),
          ...(decidingNote === "" ? [] : [style("dim", `  (${decidingNote})`)]),
          "",
          ...codeLines(formatCurl(deciding.request, width), style),
        ]
      : []),
  ];
}

export const codeLines = (code: string, style: Style): readonly string[] =>
  code
    .trimEnd()
    .split("\n")
    .map((line) => style("cyan", printable(line)));

/** Expected and received, one above the other; where a report has neither, its reason. */
function differenceLines(
  { difference, reasonText }: ShownResult,
  style: Style,
  width: number,
): readonly string[] {
  if (difference.length === 0) return wrapWords(reasonText, width);
  return difference.flatMap(([label, text]) =>
    hang(label.padEnd(10), wrapWords(text, width - 10), (word) =>
      style(label === "expected" ? "green" : "red", word),
    ),
  );
}

/** One exchange for a person: `>` before the request, `<` before the answer, then the body. */
export function exchangeLines(
  { request, answer, failure, ms }: ReportedExchange,
  width: number,
  most = { body: 8, header: 3 },
): readonly string[] {
  const inner = width - 2;
  const verbatim = (mark: string, text: string) => {
    const { lines, whole } = cutLines(text, inner - 1, most.header);
    return hang(mark, whole ? lines : [...lines.slice(0, -1), `${lines.at(-1)}…`]);
  };
  const headers = (mark: string, list: ReportedExchange["request"]["headers"]) =>
    list.flatMap(([name, value]) => verbatim(mark, `${name}: ${value}`));

  const sent = [...verbatim("> ", `${request.method} ${request.url}`), ...headers("> ", request.headers)];
  if (!answer)
    return [...sent, ...hang("< ", wrapWords(`no answer: ${failure ?? "the reason is not known"}`, inner))];
  const body = cutLines(answer.body, inner, most.body);
  const notes = [
    ...(body.whole && !isBodyCut(answer) ? [] : [`… ${answer.bodyBytes} bytes in all`]),
    ...(answer.strayBytes ? [`(${answer.strayBytes} more bytes behind the answer, where none may be)`] : []),
  ];
  return [
    ...sent,
    `< ${answer.status} (${formatMs(ms)})`,
    ...headers("< ", answer.headers),
    ...[...body.lines, ...notes].map((line) => (line === "" ? "" : `  ${line}`)),
  ];
}

/**
 * A command that shows a cause: one call, or the necessary number of simultaneous calls.
 * @param width where lines are wrapped. Default: nowhere
 */
export function exampleCommand(
  example: ReportedExchange,
  atOnce: ReportedCause["atOnce"],
  width = Number.POSITIVE_INFINITY,
): string {
  if (atOnce === undefined) return formatCurl(example.request, width);
  const call = formatCurl(example.request, width - raceIndent)
    .replace(/^curl -i/, "curl -s -o /dev/null -w '%{http_code}\\n'")
    .replaceAll("\n", `\n${" ".repeat(raceIndent)}`);
  const turns = Array.from({ length: atOnce }, (_, index) => index + 1).join(" ");
  return `# With an order that is pending:\nfor call in ${turns}; do\n  ${call} &\ndone; wait`;
}

const raceIndent = 2;
