/** Descriptions of failures of calls for people. */

import { nothingListens } from "./target.ts";
import { describeTlsFailure } from "./tls-words.ts";

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
  const cause = causeOf(error);
  const code = cause?.code;
  return describeTlsFailure(cause) ?? (code && words[code]) ?? (message || code || name);
}

/** The error that has a code: itself, its cause, or one of several. */
function causeOf(error: unknown): { readonly code: string } | undefined {
  const causes = [error, (error as Error).cause, ...((error as AggregateError).errors ?? [])];
  // The code of a DOMException is a number.
  return causes.find((cause) => typeof cause?.code === "string" && cause.code !== "");
}
