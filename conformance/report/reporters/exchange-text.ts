/** Exchanges as text: the request, the answer, and commands that repeat them. */

import { formatCurl } from "../../../base/curl.ts";
import { printable } from "../../../base/printable.ts";
import type { Evidence, ReportedCause, ReportedExchange } from "../report.ts";
import { anyWidth, cutLines, formatMs, hang, shorten, wrapWords } from "./text.ts";

/** `2 of 3 exchanges, the deciding one first` */
export function evidenceTitle({ count }: Evidence, shown: number): string {
  if (count === 1) return "1 exchange";
  const part = shown < count ? `${shown} of ${count}` : `${count}`;
  return `${part} exchanges, the deciding one${shown > 1 ? " first" : ""}`;
}

/** `204`, or the reason why there is no answer. */
const describeAnswer = ({ answer, failure }: ReportedExchange): string =>
  answer ? `${answer.status}` : `no answer: ${failure ?? "the reason is not known"}`;

/** The answer to an example in one line: `-> 404 {"code":"order_not_found"}` */
export function answerLine(exchange: ReportedExchange): string {
  const body = exchange.answer?.body.trim().split(/\r\n|\r|\n/, 1)[0] ?? "";
  return shorten(printable(`-> ${describeAnswer(exchange)} ${body}`.trimEnd()), maxAnswer);
}

/** Maximum numbers of lines of a body, and of each header, where an exchange is not shown whole. */
const maxBody = 8;
const maxHeader = 3;

/** One exchange for a person: `>` before the request, `<` before the answer, then the body. */
export function exchangeLines(exchange: ReportedExchange, width: number, isWhole = false): readonly string[] {
  const { request, answer, ms } = exchange;
  const inner = width - 2;
  const verbatim = (mark: string, text: string) => {
    const { lines, whole } = cutLines(text, inner - 1, isWhole ? anyWidth : maxHeader);
    return hang(mark, whole ? lines : [...lines.slice(0, -1), `${lines.at(-1)}…`]);
  };
  const headers = (mark: string, list: ReportedExchange["request"]["headers"]) =>
    list.flatMap(([name, value]) => verbatim(mark, `${name}: ${value}`));

  const sent = [...verbatim("> ", `${request.method} ${request.url}`), ...headers("> ", request.headers)];
  if (!answer) return [...sent, ...hang("< ", wrapWords(describeAnswer(exchange), inner))];
  const body = cutLines(answer.body, inner, isWhole ? anyWidth : maxBody);
  const hasAll = body.whole && new TextEncoder().encode(answer.body).length >= answer.bodyBytes;
  const notes = [
    ...(hasAll ? [] : [`… ${answer.bodyBytes} bytes in all`]),
    ...(answer.strayBytes ? [`(${answer.strayBytes} unexpected bytes after the answer)`] : []),
  ];
  return [
    ...sent,
    `< ${answer.status} (${formatMs(ms)})`,
    ...headers("< ", answer.headers),
    ...[...body.lines, ...notes].map((line) => (line === "" ? "" : `  ${line}`)),
  ];
}

/** Number of columns of a command that is not wrapped: it fits into a terminal of 80, and on a page. */
const commandWidth = 76;
/** Maximum number of characters of an answer in one line. */
const maxAnswer = 90;

/** A command that sends the request of an exchange, wrapped. */
export const commandOf = ({ request }: ReportedExchange): string => formatCurl(request, commandWidth);

/**
 * A command that shows a cause: one call, or the necessary number of simultaneous calls.
 * @param width where lines are wrapped
 */
export function exampleCommand(
  { request }: ReportedExchange,
  atOnce: ReportedCause["atOnce"],
  width = commandWidth,
): string {
  if (atOnce === undefined) return formatCurl(request, width);
  const call = formatCurl(request, width)
    .replace(/^curl -i/, "curl -s -o /dev/null -w '%{http_code}\\n'")
    .replaceAll("\n", "\n  ");
  const turns = Array.from({ length: atOnce }, (_, index) => index + 1).join(" ");
  return `# With an order that is pending:\nfor call in ${turns}; do\n  ${call} &\ndone; wait`;
}
