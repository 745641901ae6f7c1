/** Why a call got no answer, in words for the person who reads the report. */

import { nothingListens } from "./target.ts";

/** Past what is read of an answer (targets/http/body-limits.ts). */
export const tooManyInterims = "more than 100 interim answers came before an answer";
export const tooManyHeaders = "the answer has more than 1000 header lines";
export const tooLongHead = "the head of the answer is longer than 256 KiB";

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: nothingListens,
  ECONNRESET: "connection reset",
  EPIPE: "connection reset",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name cannot be looked up now",
  UND_ERR_SOCKET: "the connection closed before the answer was whole",
  UND_ERR_CONNECT_TIMEOUT: "timeout while connecting",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the body is not as long as Content-Length says",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "the body is longer than the kit reads",
  UND_ERR_HEADERS_OVERFLOW: tooLongHead,
};

/** Of undici, for a 100 that it did not ask for. */
const badResponse = "bad response";
const interimAlone = "an interim answer that was not asked for";

/** Of undici: its error has no code. */
const parserError = "HTTPParserError";

export function describeFailure(error: unknown, timeoutMs: number): string {
  const { name, message } = error as Error;
  if (name === "TimeoutError" || name === "AbortError") return `timeout after ${timeoutMs} ms`;
  if (message === badResponse) return interimAlone;
  const code = codeOf(error);
  if (name === parserError) return `the answer is not HTTP/1.1 (${/\((.*)\)/.exec(message)?.[1] ?? message})`;
  return (code && words[code]) ?? (message || code || name);
}

/**
 * Whether bytes came that are no answer: the server is there, and speaks wrongly.
 * @param status what had come of the answer when it failed
 */
export function isUnreadable(error: unknown, status: number | undefined): boolean {
  const { name, message } = error as Error;
  // Two lengths, which undici meets before it tells the status; a body that is too short is cut.
  if (status === undefined && codeOf(error) === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return true;
  // An interim answer alone is none, and undici has no code for it.
  return (
    name === parserError ||
    message === badResponse ||
    [tooLongHead, tooManyHeaders, tooManyInterims].includes(describeFailure(error, 0))
  );
}

function codeOf(error: unknown): string | undefined {
  const causes = [error, (error as Error).cause, ...((error as AggregateError).errors ?? [])];
  // The code of a DOMException is a number.
  return causes
    .map((cause) => (cause as { code?: unknown } | undefined)?.code)
    .find((code) => typeof code === "string" && code !== "") as string | undefined;
}
