/** An exchange as a report shows it. Of a long body so much is taken that nothing secret can hide in a cut. */

import type { Cleaner } from "../../base/secrets.ts";
import { bodyText, bytesOfBody, type Exchange } from "../evidence/exchange.ts";
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
  cleanerOf?: CleanerOf,
): Evidence {
  const all = [...exchanges];
  const others = all.filter((exchange) => exchange !== decisive);
  const shown = (decisive ? [decisive, ...others] : others).slice(0, shownExchanges);
  return {
    count: all.length,
    exchanges: shown.map((exchange) => reportExchange(exchange, baseUrl, cleanerOf)),
  };
}

type CleanerOf = (exchange: Exchange) => Cleaner;
const noCleaner: CleanerOf = () => ({
  hide: (text) => text,
  header: (_name, value) => value,
  headers: (pairs) => pairs,
});

/** Without secrets, so that its body can be cut. */
export function reportExchange(
  exchange: Exchange,
  baseUrl: string,
  cleanerOf: CleanerOf = noCleaner,
): ReportedExchange {
  const { request, answer, failure, ms } = exchange;
  const cleaner = cleanerOf(exchange);
  const isCookie = ([name]: readonly [string, string]) => /^cookie$/i.test(name);
  return {
    request: {
      method: request.method,
      url: cleaner.hide(baseUrl + request.path),
      headers: request.headers.flatMap((pair) => (isCookie(pair) ? cleaner.headers([pair]) : [pair])),
    },
    answer: answer
      ? {
          status: answer.status,
          headers: cleaner.headers(answer.headers),
          body: cleaner.hide(bodyText({ ...answer, body: answer.body.subarray(0, readBody) })),
          bodyBytes: bytesOfBody(answer),
          strayBytes: answer.stray?.length ?? null,
        }
      : null,
    failure: failure ?? null,
    ms: Math.round(ms * 10) / 10,
  };
}

/** The beginning of each body: cut once nothing secret is in it any more. */
export function cutBodies<T extends { readonly evidence: Evidence }>(found: T): T {
  return { ...found, evidence: { ...found.evidence, exchanges: found.evidence.exchanges.map(cutExchange) } };
}

export function cutExchange(exchange: ReportedExchange): ReportedExchange {
  const { answer } = exchange;
  if (!answer || (answer.body.length <= shownBody && answer.bodyBytes <= readBody)) return exchange;
  return { ...exchange, answer: { ...answer, body: `${answer.body.slice(0, shownBody)}…` } };
}
