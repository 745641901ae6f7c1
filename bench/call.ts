/** Single requests of the bench's own, on the clock. */

import { type Dispatcher, request } from "undici";

export interface TimedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly firstByteMs: number;
  readonly wholeMs: number;
}

export interface Call {
  readonly method?: Dispatcher.HttpMethod;
  readonly authorization?: string;
  readonly dispatcher?: Dispatcher;
}

/** @throws {Error} when no whole answer came in a minute */
export async function call(url: string, { method = "GET", authorization, dispatcher }: Call = {}) {
  const startedAt = performance.now();
  const { statusCode, headers, body } = await request(url, {
    method,
    headers: authorization === undefined ? {} : { authorization },
    signal: AbortSignal.timeout(60_000),
    ...(dispatcher && { dispatcher }),
  });
  let firstByteMs: number | undefined;
  const pieces: Buffer[] = [];
  for await (const piece of body) {
    firstByteMs ??= performance.now() - startedAt;
    pieces.push(piece);
  }
  const wholeMs = performance.now() - startedAt;
  const answer: TimedAnswer = {
    status: statusCode,
    headers,
    body: Buffer.concat(pieces),
    firstByteMs: firstByteMs ?? wholeMs,
    wholeMs,
  };
  return answer;
}
