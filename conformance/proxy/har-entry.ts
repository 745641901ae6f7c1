/** An exchange that passed, as an entry of a HAR. */

import type { HarContent, HarEntry } from "../../base/har.ts";
import { harPairs, harQuery } from "../../base/har.ts";
import { decodeWhole } from "../targets/http/decode-content.ts";
import type { BodyCopy } from "./body-copy.ts";
import type { KeyNames } from "./key-names.ts";
import { headerValues } from "./message-head.ts";
import type { PassingAnswer, PassingExchange } from "./passing-exchange.ts";

/** @param origin of the server: what the client called is the proxy's own address */
export function harEntryOf(exchange: PassingExchange, origin: string, keys: KeyNames): HarEntry {
  const { request, answer, startedAt, answeredAt, endedAt = startedAt, failure } = exchange;
  const headers = keys.hideHeaders(request.headers);
  const target = keys.hide(request.target);
  const answered = answeredAt ?? endedAt;
  return {
    startedDateTime: dateTime(performance.timeOrigin + startedAt),
    time: round(endedAt - startedAt),
    request: {
      method: request.method,
      url: target.startsWith("/") ? origin + target : target,
      httpVersion: request.httpVersion,
      cookies: [],
      headers: harPairs(headers),
      queryString: harQuery(target),
      ...(request.body.size > 0 && {
        postData: {
          mimeType: headerValues(request.headers, "content-type")[0] ?? "",
          text: request.body.isWhole ? keys.hide(textOf(request.body.bytes()).text) : "",
        },
      }),
      headersSize: -1,
      bodySize: request.body.size,
    },
    response: responseOf(answer, keys, failure),
    cache: {},
    timings: { send: 0, wait: round(answered - startedAt), receive: round(endedAt - answered) },
    connection: String(exchange.connection),
  };
}

function responseOf(
  answer: PassingAnswer | undefined,
  keys: KeyNames,
  failure: string | undefined,
): HarEntry["response"] {
  const common = { cookies: [], redirectURL: "", headersSize: -1 } as const;
  const error = failure !== undefined && { _error: failure };
  if (!answer) {
    const content = { size: 0, mimeType: "" };
    return {
      status: 0,
      statusText: "",
      httpVersion: "",
      headers: [],
      content,
      bodySize: -1,
      ...common,
      ...error,
    };
  }
  return {
    status: answer.status,
    statusText: answer.reason,
    httpVersion: answer.httpVersion,
    headers: harPairs(keys.hideHeaders(answer.headers)),
    content: contentOf(answer, keys, failure !== undefined),
    bodySize: answer.body.size,
    ...common,
    ...error,
    ...(answer.trailers.length > 0 && { _trailers: harPairs(keys.hideHeaders(answer.trailers)) }),
    ...(answer.stray.size > 0 && { _stray: strayText(answer, keys) }),
  };
}

/** Bytes behind an answer that has none, as far as they were kept. */
export function strayText({ stray }: PassingAnswer, keys: KeyNames): string {
  return stray.isWhole ? keys.hide(textOf(stray.bytes()).text) : `${stray.size} bytes`;
}

/** Of a body that broke off, which nobody judges. Looking through it for keys takes a third of a second a megabyte. */
const mostCutBytes = 1024 * 1024;

function contentOf({ headers, body }: PassingAnswer, keys: KeyNames, isCut: boolean): HarContent {
  const mimeType = headerValues(headers, "content-type").join(", ");
  if (isCut && body.size > mostCutBytes) return { size: body.size, mimeType };
  const plain = plainBody(body, headerValues(headers, "content-encoding"));
  if (!plain) return { size: body.size, mimeType };
  const { text, encoding } = textOf(plain);
  return {
    size: plain.length,
    mimeType,
    text: encoding ? text : keys.hide(text),
    ...(encoding && { encoding }),
  };
}

/** A few bytes of compressed nothing must not fill the memory. */
const mostDecodedBytes = 160 * 1024 * 1024;

/** Without its content coding; undefined where that cannot be had. */
export function plainBody(body: BodyCopy, codings: readonly string[]): Uint8Array | undefined {
  if (!body.isWhole) return undefined;
  try {
    return decodeWhole(body.bytes(), codings.join(","), mostDecodedBytes);
  } catch {
    return undefined;
  }
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): { text: string; encoding?: "base64" } {
  try {
    return { text: strict.decode(bytes) };
  } catch {
    return { text: Buffer.from(bytes).toString("base64"), encoding: "base64" };
  }
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
