/** An exchange as a report shows it: the key masked, long bodies cut. */

import { type Answer, bodyText, type Exchange, type HeaderList } from "../history/exchange.ts";
import type { Evidence, ReportedExchange } from "./report.ts";

/** Enough to see what a body is; a list of a thousand orders is not. */
const shownBody = 2000;
/** The deciding exchange and a few others: all of them would drown it. */
const shownExchanges = 3;

/**
 * @param decisive the exchange that decided, shown first
 */
export function reportEvidence(
  exchanges: Iterable<Exchange>,
  decisive: Exchange | undefined,
  baseUrl: string,
  redact: (text: string) => string,
): Evidence {
  const all = [...exchanges];
  const others = all.filter((exchange) => exchange !== decisive);
  const shown = (decisive ? [decisive, ...others] : others).slice(0, shownExchanges);
  return { count: all.length, exchanges: shown.map((exchange) => reportExchange(exchange, baseUrl, redact)) };
}

function reportExchange(
  { request, answer, failure, ms }: Exchange,
  baseUrl: string,
  redact: (text: string) => string,
): ReportedExchange {
  const headersOf = (headers: HeaderList) => headers.map(([name, value]) => [name, redact(value)] as const);
  return {
    request: {
      method: request.method,
      url: redact(baseUrl + request.path),
      headers: headersOf(request.headers),
    },
    answer: answer
      ? {
          status: answer.status,
          headers: headersOf(answer.headers),
          body: shownText(answer, redact),
          bodyBytes: answer.body.length,
          strayBytes: answer.stray?.length ?? null,
        }
      : null,
    failure: failure === undefined ? null : redact(failure),
    ms: Math.round(ms * 10) / 10,
  };
}

/** The beginning of a body. Only that is decoded and masked: a run reports the same large list many times. */
function shownText(answer: Answer, redact: (text: string) => string): string {
  const mayBeShown = 4 * shownBody;
  const text = redact(bodyText({ ...answer, body: answer.body.subarray(0, mayBeShown) }));
  const isCut = text.length > shownBody || answer.body.length > mayBeShown;
  return isCut ? `${text.slice(0, shownBody)}…` : text;
}
