/** Refuses bytes that are not a request, with an Error object and a clean end in place of a reset. */

import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { errorReply, whyHeader } from "../../http/reply.ts";
import { afterAnswers } from "./send-slowly.ts";

/** Time in ms for a client to finish sending before it is disconnected. */
const lingerMs = 1000;

interface ParseError extends NodeJS.ErrnoException {
  readonly reason?: string;
}

type Refusal = readonly [status: number, reason: string, code: string];

const malformed: Refusal = [400, "Bad Request", "malformed_request"];
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "headers_too_large"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Content Too Large", "body_too_large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "request_timeout"],
};

/** For "clientError": bytes that cannot be read as a request, or that do not come in time. */
export function refuseGarbage(error: ParseError, socket: Duplex & { bytesRead?: number }): void {
  // A browser that opened the connection in advance would read it as the answer to its next request.
  const isSilent = error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0;
  if (error.code === "ECONNRESET" || !socket.writable || isSilent) {
    socket.destroy();
    return;
  }
  const refusal = refusals[error.code ?? ""] ?? malformed;
  afterAnswers(socket, () => {
    if (socket.writable)
      sendRefusal(socket, refusal, `The request cannot be read: ${error.reason ?? refusal[1]}.`);
    else socket.destroy();
  });
}

function sendRefusal(socket: Duplex, [status, reason, code]: Refusal, message: string): void {
  const { headers, body } = errorReply(status, code, message);
  const lines = Object.entries({ ...headers, [whyHeader]: code, connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`HTTP/1.1 ${status} ${reason}\r\n${head}\r\n`);
  socket.end(body[0]);
  // Closed with bytes unread, the connection is reset, and the answer may be lost (RFC 9112, 9.6).
  socket.removeAllListeners("data");
  socket.on("data", () => {}).resume();
  const limit = setTimeout(() => socket.destroy(), lingerMs);
  // TLS may still be encrypting the answer.
  socket.once("end", () => (socket as Socket).destroySoon()).once("close", () => clearTimeout(limit));
}
