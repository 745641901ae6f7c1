/** Why a call got no answer, in words for the person who reads the report. */

import { nothingListens } from "./target.ts";

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: nothingListens,
  ECONNRESET: "connection reset",
  EPIPE: "connection reset",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name cannot be looked up now",
  UND_ERR_SOCKET: "the connection closed before the answer was whole",
  UND_ERR_CONNECT_TIMEOUT: "timeout while connecting",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the body is not as long as Content-Length says",
  UND_ERR_HEADERS_OVERFLOW: "the head of the answer is too long",
};

export function describeFailure(error: unknown, timeoutMs: number): string {
  const { name, message } = error as Error;
  if (name === "TimeoutError" || name === "AbortError") return `timeout after ${timeoutMs} ms`;
  const code = codeOf(error);
  return (code && words[code]) ?? (message || code || name);
}

function codeOf(error: unknown): string | undefined {
  const causes = [error, (error as Error).cause, ...((error as AggregateError).errors ?? [])];
  // The code of a DOMException is a number.
  return causes
    .map((cause) => (cause as { code?: unknown } | undefined)?.code)
    .find((code) => typeof code === "string" && code !== "") as string | undefined;
}
