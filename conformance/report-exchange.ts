/** An exchange as a report shows it: the key masked, long bodies cut. */

import { bodyText, type Exchange, type HeaderList } from "./exchange.ts";
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
  const body = answer && redact(bodyText(answer));
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
          body: body!.length > shownBody ? `${body!.slice(0, shownBody)}…` : body!,
          bodyBytes: answer.body.length,
          strayBytes: answer.stray?.length ?? null,
        }
      : null,
    failure: failure === undefined ? null : redact(failure),
    ms: Math.round(ms * 10) / 10,
  };
}
