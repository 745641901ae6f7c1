/** Requests beside those of the suite: they make the orders that it needs. */

import { Connection } from "./connection.ts";
import { describeRefusal } from "./forward-proxy.ts";
import { formatRequest } from "./http-target.ts";
import { type ConnectionOptions, proxyOfPlain } from "./open-socket.ts";

interface OneRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends one request on a new connection with the options of the run.
 * @throws {Error} with the reason why there is no answer
 */
export async function sendOnce(
  { url: address, method, headers = {}, body }: OneRequest,
  timeoutMs: number,
  options: ConnectionOptions = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const url = new URL(address);
  const proxy = proxyOfPlain(url, options);
  const target = (proxy ? url.origin : "") + url.pathname + url.search;
  const all = [...Object.entries(headers), ...(proxy?.headers ?? [])];
  const text = formatRequest({ method, headers: all }, url.host, target, true, body);
  const connection = new Connection({
    ...{ url, options, known: {} },
    lingerMs: () => 0,
    onEnd: () => undefined,
  });
  try {
    const answer = await connection.call({ method, text, timeoutMs });
    if (proxy && answer.status === 407) throw new Error(describeRefusal(proxy, 407, ""));
    return { status: answer.status, text: Buffer.from(answer.body).toString() };
  } finally {
    connection.close();
  }
}
