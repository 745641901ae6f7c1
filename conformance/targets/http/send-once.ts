/** Requests beside those of the suite, by undici: they make the orders that it needs. */

import { describeRefusal } from "./forward-proxy.ts";
import { type ConnectionOptions, openSocket, proxyOfPlain } from "./open-socket.ts";

/** Of an answer to a provider state: a thousand ids are a tenth of it. */
const maxBytes = 256 * 1024;

interface OneRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * Sends one request on a new connection with the options of the run.
 * @throws {Error} with the reason why there is no answer
 */
export async function sendOnce(
  { url, method, headers = {}, body }: OneRequest,
  timeoutMs: number,
  options: ConnectionOptions = {},
): Promise<{ readonly status: number; readonly text: string }> {
  // By its file: Bun has a module of its own for the bare name, which lacks half of it.
  const { Agent } = await import("undici/index.js");
  const to = new URL(url);
  const proxy = proxyOfPlain(to, options);
  const signal = AbortSignal.timeout(timeoutMs);
  const dispatcher = new Agent({
    pipelining: 0,
    maxResponseSize: maxBytes,
    connect: (_where, done) =>
      void openSocket(to, { ...options, signal }).then(
        (socket) => done(null, socket),
        (error: Error) => done(error, null),
      ),
  });
  try {
    const { statusCode: status, body: answer } = await dispatcher.request({
      origin: to.origin,
      path: (proxy ? to.origin : "") + to.pathname + to.search,
      method,
      headers: { ...headers, ...(proxy && Object.fromEntries(proxy.headers)) },
      body: body ?? null,
      signal,
    });
    if (proxy && status === 407) throw new Error(describeRefusal(proxy, 407, ""));
    return { status, text: await answer.text() };
  } finally {
    void dispatcher.destroy();
  }
}
