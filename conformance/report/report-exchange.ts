/** An exchange as a report shows it. Of a long body so much is taken that nothing secret can hide in a cut. */

import type { Hide } from "../../base/secrets.ts";
import { type Answer, bodyText, bytesOfBody, type Exchange } from "../evidence/exchange.ts";
import type { ReportSecrets } from "./hide-secrets.ts";
import type { Evidence, ReportedExchange } from "./report.ts";

/** Characters: enough to see what a body is; a list of a thousand orders is not. */
const shownBody = 2000;
/** Bytes that are looked through for secrets: what begins within the shown part ends within these. */
const readBody = 4 * shownBody + 4096;
/** The deciding exchange and a few others: all of them would drown it. */
const shownExchanges = 3;

/** @param decisive the exchange that decided, shown first */
export function reportEvidence(
  exchanges: Iterable<Exchange>,
  decisive: Exchange | undefined,
  baseUrl: string,
  secrets: ReportSecrets,
): Evidence {
  const all = [...exchanges];
  const others = all.filter((exchange) => exchange !== decisive);
  const shown = (decisive ? [decisive, ...others] : others).slice(0, shownExchanges);
  return {
    count: all.length,
    exchanges: shown.map((exchange) => reportExchange(exchange, baseUrl, secrets)),
  };
}

/** Without secrets, and only then with its body cut. */
export function reportExchange(
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
      headers: cleaner.sent,
    },
    answer: answer
      ? {
          status: answer.status,
          headers: cleaner.headers(answer.headers),
          body: beginningOf(answer, cleaner.hide),
          bodyBytes: bytesOfBody(answer),
          strayBytes: answer.stray?.length ?? null,
        }
      : null,
    failure: failure === undefined ? null : hide(failure),
    ms: Math.round(ms * 10) / 10,
  };
}

function beginningOf(answer: Answer, hide: Hide): string {
  const text = hide(bodyText({ ...answer, body: answer.body.subarray(0, readBody) }));
  const isWhole = text.length <= shownBody && bytesOfBody(answer) <= readBody;
  return isWhole ? text : `${text.slice(0, shownBody)}…`;
}
