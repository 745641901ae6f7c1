/** Errors as undici would have them, without undici: its `instanceof` goes by a symbol for the code. */

export type UndiciErrorCode = keyof typeof names;

const names = {
  UND_ERR_ABORTED: ["AbortError", "Request aborted"],
  UND_ERR_HEADERS_TIMEOUT: ["HeadersTimeoutError", "Headers Timeout Error"],
  UND_ERR_SOCKET: ["SocketError", "other side closed"],
} as const;

export function createUndiciError(code: UndiciErrorCode): Error {
  const [name, message] = names[code];
  return Object.assign(new Error(message), {
    name,
    code,
    [Symbol.for("undici.error.UND_ERR")]: true,
    [Symbol.for(`undici.error.${code}`)]: true,
  });
}

/** What a socket says whose other end was reset. */
export function createResetError(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", errno: -104, syscall: "read" });
}
