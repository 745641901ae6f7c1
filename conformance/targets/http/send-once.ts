/** Requests beside those of the suite, by undici: they make the orders that it needs. */

import { type ConnectionOptions, tlsOptions } from "./open-socket.ts";

/** Of an answer to a provider state: a thousand ids are a tenth of it. */
const mostBytes = 256 * 1024;

interface OneRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** On a connection of its own, as the options of the run want it made. */
export async function sendOnce(
  { url, method, headers = {}, body }: OneRequest,
  timeoutMs: number,
  { proxy, ...tls }: ConnectionOptions = {},
): Promise<{ readonly status: number; readonly text: string }> {
  // By its file: Bun has a module of its own for the bare name, which lacks half of it.
  const { Agent, ProxyAgent } = await import("undici/index.js");
  const connect = { timeout: timeoutMs, ...tlsOptions(tls) };
  const usual = { pipelining: 0, maxResponseSize: mostBytes };
  const dispatcher =
    proxy === undefined
      ? new Agent({ ...usual, connect })
      : new ProxyAgent({ ...usual, uri: proxy, requestTls: connect });
  const { origin, pathname, search } = new URL(url);
  const signal = AbortSignal.timeout(timeoutMs);
  const call = { origin, path: pathname + search, method, headers, body: body ?? null, signal };
  const answer = await dispatcher.request(call);
  return { status: answer.statusCode, text: await answer.body.text() };
}
