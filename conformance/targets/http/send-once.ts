/** Requests in addition to those of the suite, which create the orders that it needs. */

import { bodyText } from "../../evidence/exchange.ts";
import { createHttpTarget } from "./http-target.ts";
import type { ConnectionOptions } from "./open-socket.ts";

interface OneRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * Sends one request on a new connection with the options of the run.
 * @throws {NoAnswer} with the reason why there is no answer
 */
export async function sendOnce(
  { url, method, headers = {}, body }: OneRequest,
  timeoutMs: number,
  connection: ConnectionOptions = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const { origin, pathname, search } = new URL(url);
  const target = createHttpTarget({ baseUrl: origin, apiKey: "", timeoutMs, connection });
  const request = { method, path: pathname + search, headers: Object.entries(headers), body };
  const answer = await target.send(request, { connection: "" });
  return { status: answer.status, text: bodyText(answer) };
}
