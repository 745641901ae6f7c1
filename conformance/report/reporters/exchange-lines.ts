/** One exchange as a person reads it: `>` what was sent, `<` what came back, then the body. */

import type { ReportedExchange } from "../report.ts";
import { cutLines, hang, wrapWords } from "./page.ts";
import { formatMs, isBodyCut } from "./shown-text.ts";

const bodyLines = 8;
const headerLines = 3;

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
