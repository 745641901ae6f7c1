/** An exchange as a report shows it. Of a long body so much is taken that nothing secret can hide in a cut. */

import { bodyText, bytesOfBody, type Exchange } from "../history/exchange.ts";
import type { Evidence, ReportedExchange } from "./report.ts";

/** Characters: enough to see what a body is; a list of a thousand orders is not. */
const shownBody = 2000;
/** Bytes that are looked through for secrets: what begins within the shown part ends within these. */
const readBody = 4 * shownBody + 4096;
/** The deciding exchange and a few others: all of them would drown it. */
const shownExchanges = 3;

/**
 * @param decisive the exchange that decided, shown first
 */
export function reportEvidence(
  exchanges: Iterable<Exchange>,
  decisive: Exchange | undefined,
  baseUrl: string,
): Evidence {
  const all = [...exchanges];
  const others = all.filter((exchange) => exchange !== decisive);
  const shown = (decisive ? [decisive, ...others] : others).slice(0, shownExchanges);
  return { count: all.length, exchanges: shown.map((exchange) => reportExchange(exchange, baseUrl)) };
}

function reportExchange({ request, answer, failure, ms }: Exchange, baseUrl: string): ReportedExchange {
  return {
    request: {
      method: request.method,
      url: baseUrl + request.path,
      headers: request.headers.map(withoutCookieValue),
    },
    answer: answer
      ? {
          status: answer.status,
          headers: answer.headers.map(withoutCookieValue).map(withShortName),
          body: bodyText({ ...answer, body: answer.body.subarray(0, readBody) }),
          bodyBytes: bytesOfBody(answer),
          strayBytes: answer.stray?.length ?? null,
        }
      : null,
    failure: failure ?? null,
    ms: Math.round(ms * 10) / 10,
  };
}

/** A session's cookie lets somebody in as a key does. */
function withoutCookieValue([name, value]: readonly [string, string]): readonly [string, string] {
  if (/^set-cookie$/i.test(name)) return [name, value.replace(/=[^;]*/, "=(hidden)")];
  return [name, /^cookie$/i.test(name) ? value.replace(/=[^;]*/g, "=(hidden)") : value];
}

/** Nobody's header has a longer name; what has may hold a secret that was encoded and has lost its case. */
const longestName = 40;

function withShortName([name, value]: readonly [string, string]): readonly [string, string] {
  return [name.length > longestName ? `(a name of ${name.length} characters)` : name, value];
}

/** The beginning of each body: cut once nothing secret is in it any more. */
export function cutBodies<T extends { readonly evidence: Evidence }>(found: T): T {
  const exchanges = found.evidence.exchanges.map((exchange) => {
    const { answer } = exchange;
    if (!answer || (answer.body.length <= shownBody && answer.bodyBytes <= readBody)) return exchange;
    return { ...exchange, answer: { ...answer, body: `${answer.body.slice(0, shownBody)}…` } };
  });
  return { ...found, evidence: { ...found.evidence, exchanges } };
}
