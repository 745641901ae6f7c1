/** The form of an exchange in a report, without secrets, also where its body is cut. */

import type { Hide } from "../../base/secrets.ts";
import { type Answer, bodyText, bytesOfBody, type Exchange, type HeaderList } from "../evidence/exchange.ts";
import type { ReportSecrets } from "./hide-secrets.ts";
import type { Evidence, ReportedExchange } from "./report.ts";

/** Maximum number of shown characters of a body: enough to recognize it, and less than a list of a thousand orders. */
const shownBody = 2000;
/**
 * Number of bytes that are searched for secrets: a secret that begins in the shown part ends in these, or is recognized by
 * its beginning.
 */
const readBody = 4 * shownBody + 4096;
/** Number of characters at their end that may be too short a part of a secret to recognize it, in three escapes. */
const unknownEnd = 120;
/** Maximum numbers of characters of all header lines, of one of them, and of expected and received values. */
const shownHead = 2000;
const shownLine = 1000;
/** Maximum number of shown exchanges: the deciding one and a few others. */
const shownExchanges = 3;

export type Reporting = ReturnType<typeof createReporting>;

/** Makes functions that prepare exchanges and texts for a report: secrets are removed before texts are cut. */
export function createReporting(baseUrl: string, secrets: ReportSecrets) {
  const exchange = (each: Exchange) => reportExchange(each, baseUrl, secrets);
  return {
    ...{ secrets, exchange },
    /** @param decisive the exchange that decided, shown first */
    evidence(exchanges: Iterable<Exchange>, decisive?: Exchange): Evidence {
      const all = [...exchanges];
      const others = all.filter((each) => each !== decisive);
      const shown = (decisive ? [decisive, ...others] : others).slice(0, shownExchanges);
      return { count: all.length, exchanges: shown.map(exchange) };
    },
    /** Hides what an exchange carries itself; the rest of a report is hidden when it is whole. */
    hide: (text: string, of: Exchange): string => secrets.cleanerOf(of).hide(text),
  };
}

function reportExchange(
  exchange: Exchange,
  baseUrl: string,
  { hide, cleanerOf }: ReportSecrets,
): ReportedExchange {
  const { request, answer, failure, ms } = exchange;
  const cleaner = cleanerOf(exchange);
  return {
    request: {
      method: hide(request.method),
      url: cleaner.hide(baseUrl + request.path),
      ...(request.target !== undefined && { target: cleaner.hide(request.target) }),
      headers: beginningOfHead(cleaner.sent),
    },
    answer: answer
      ? {
          status: answer.status,
          headers: beginningOfHead(cleaner.headers(answer.headers)),
          body: beginningOf(answer, cleaner.hide),
          bodyBytes: bytesOfBody(answer),
          strayBytes: answer.stray?.length ?? null,
        }
      : null,
    failure: failure === undefined ? null : hide(failure),
    ms: Math.round(ms * 10) / 10,
  };
}

/** The first header lines, and the number of further ones under a name that no header can have. */
function beginningOfHead(headers: HeaderList): HeaderList {
  const shown: [name: string, value: string][] = [];
  let left = shownHead;
  for (const [name, value] of headers) {
    left -= name.length + Math.min(value.length, shownLine);
    if (left < 0) return [...shown, ["…", `${headers.length - shown.length} more header lines`]];
    shown.push([name, cutText(value)]);
  }
  return shown;
}

/** Cuts a text from which secrets were removed: a cut secret would not be found. */
export const cutText = (text: string): string =>
  text.length <= shownLine ? text : `${text.slice(0, shownLine)}… (${text.length} characters)`;

function beginningOf(answer: Answer, hide: Hide): string {
  const text = hide(bodyText({ ...answer, body: answer.body.subarray(0, readBody) }));
  if (bytesOfBody(answer) > readBody)
    return `${text.slice(0, Math.min(shownBody, text.length - unknownEnd))}…`;
  return text.length <= shownBody ? text : `${text.slice(0, shownBody)}…`;
}
