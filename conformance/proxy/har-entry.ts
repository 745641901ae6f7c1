/** An exchange that passed, as an entry of a HAR. */

import { harPairs, harQuery } from "../../base/har.ts";
import type { Cleaner } from "../../base/secrets.ts";
import type { Cleaners } from "../report/hide-secrets.ts";
import { headerValues } from "../targets/http/message-head.ts";
import type { PassingAnswer, PassingExchange } from "./passing-exchange.ts";

/**
 * @param plain body of the answer, content coding undone; undefined where it cannot be had
 * @param origin of the server: what the client called is the proxy's own address
 */
export function harEntryOf(
  exchange: PassingExchange,
  plain: Uint8Array | undefined,
  origin: string,
  cleaners: Cleaners,
) {
  const { request, answer, startedAt, answeredAt, endedAt = startedAt, failure } = exchange;
  const cleaner = exchangeCleaner(exchange, plain, cleaners);
  const target = cleaner.hide(request.target);
  const answered = answeredAt ?? endedAt;
  return {
    startedDateTime: dateTime(performance.timeOrigin + startedAt),
    time: round(endedAt - startedAt),
    request: {
      method: cleaner.hide(request.method),
      url: target.startsWith("/") ? origin + target : target,
      httpVersion: request.httpVersion,
      cookies: [],
      headers: harPairs(cleaner.headers(request.headers)),
      queryString: harQuery(target),
      ...(request.body.size > 0 && {
        postData: {
          mimeType: cleaner.hide(headerValues(request.headers, "content-type")[0] ?? ""),
          text: request.body.isWhole ? shownText(request.body.bytes(), cleaner).text : "",
        },
      }),
      headersSize: -1,
      bodySize: request.body.size,
    },
    response: responseOf(answer, plain, cleaner, failure),
    cache: {},
    timings: { send: 0, wait: round(answered - startedAt), receive: round(endedAt - answered) },
    connection: String(exchange.connection),
  };
}

function responseOf(
  answer: PassingAnswer | undefined,
  plain: Uint8Array | undefined,
  cleaner: Cleaner,
  failure: string | undefined,
) {
  return {
    status: answer?.status ?? 0,
    statusText: cleaner.hide(answer?.reason ?? ""),
    httpVersion: answer?.httpVersion ?? "",
    cookies: [],
    headers: harPairs(cleaner.headers(answer?.headers ?? [])),
    content: answer ? contentOf(answer, plain, cleaner) : { size: 0, mimeType: "" },
    redirectURL: "",
    headersSize: -1,
    bodySize: answer?.body.size ?? -1,
    ...(failure !== undefined && { _error: failure }),
    ...(answer && answer.stray.size > 0 && { _stray: strayText(answer, cleaner) }),
  };
}

/** Bytes behind an answer that has none, as far as they were kept. */
export function strayText({ stray }: PassingAnswer, cleaner: Cleaner): string {
  return stray.isWhole ? shownText(stray.bytes(), cleaner).text : `${stray.size} bytes`;
}

/** A cleaner that knows the credentials of both directions, wherever they stand. */
export function exchangeCleaner(
  { request, answer }: PassingExchange,
  plain: Uint8Array | undefined,
  cleaners: Cleaners,
): Cleaner {
  const bodies = [request.body.isWhole ? request.body.bytes() : undefined, plain].filter(
    (bytes) => bytes !== undefined && bytes.length <= mostRecordedBytes,
  );
  return cleaners({
    headers: [...request.headers, ...(answer?.headers ?? [])],
    texts: [request.target, ...bodies.map((bytes) => Buffer.from(bytes ?? []).toString())],
  });
}

/** Of a longer body nothing is recorded: who reads a recording takes no more of an exchange. */
export const mostRecordedBytes = 4 * 1024 * 1024;

function contentOf({ headers, body }: PassingAnswer, plain: Uint8Array | undefined, cleaner: Cleaner) {
  const mimeType = cleaner.hide(headerValues(headers, "content-type").join(", "));
  if (!plain || plain.length > mostRecordedBytes) return { size: plain?.length ?? body.size, mimeType };
  return { size: plain.length, mimeType, ...shownText(plain, cleaner) };
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Text, or bytes in base64; nothing secret is in either. */
function shownText(bytes: Uint8Array, { hide }: Cleaner): { text: string; encoding?: "base64" } {
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    const hidden = hide(Buffer.from(bytes).toString("latin1"));
    return { text: Buffer.from(hidden, "latin1").toString("base64"), encoding: "base64" };
  }
  return { text: hide(text) };
}

/** To the microsecond: what came first must be seen in what was quick. */
function dateTime(epochMs: number): string {
  const whole = Math.floor(epochMs);
  const micros = Math.floor((epochMs - whole) * 1000);
  return new Date(whole).toISOString().replace("Z", `${String(micros).padStart(3, "0")}Z`);
}

function round(ms: number): number {
  return Math.max(0, Math.round(ms * 1000) / 1000);
}
