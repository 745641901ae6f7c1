/** Why a call got no answer, in words for the person who reads the report. */

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (connection refused)",
  ECONNRESET: "connection reset",
  EPIPE: "connection reset",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name cannot be looked up now",
  UND_ERR_SOCKET: "the connection closed before the answer was whole",
  UND_ERR_CONNECT_TIMEOUT: "timeout while connecting",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the body is not as long as Content-Length says",
};

export function describeFailure(error: unknown, timeoutMs: number): string {
  const { name, message } = error as Error;
  if (name === "TimeoutError" || name === "AbortError") return `timeout after ${timeoutMs} ms`;
  const causes = [error, (error as Error).cause, ...((error as AggregateError).errors ?? [])];
  const code = causes.map((cause) => (cause as { code?: string } | undefined)?.code).find(Boolean);
  return (code && words[code]) ?? (message || code || name);
}
