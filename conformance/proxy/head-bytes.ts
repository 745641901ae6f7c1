/** Changes of passing heads, and the proxy's own answer. */

import type { HeaderList } from "../evidence/exchange.ts";
import { headerValues, type MessageHead } from "../targets/http/message-head.ts";

/** An answer of the proxy's own, after which the connection ends. */
export function ownAnswer(status: string, type: string, body: string): Buffer {
  const head = [
    `HTTP/1.1 ${status}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** The answer to a request that is not passed on. */
export const refusal = ownAnswer(
  "400 Bad Request",
  "text/plain",
  "store-orders proxy: the request is not HTTP/1.1 as RFC 9112 has it; it was not sent to the server",
);

/** The head with the server's own name as Host, since it does not know the proxy's. */
export function withHost(head: MessageHead, host: string): Buffer {
  if (headerValues(head.headers, "host").length !== 1) return head.bytes;
  const text = head.bytes.toString("latin1");
  return Buffer.from(
    text.replace(/^(host:[ \t]*)[^\r\n]*/im, (_line, name: string) => name + host),
    "latin1",
  );
}

/** The head with further headers at its end. */
export function withHeaders(head: MessageHead, headers: HeaderList): Buffer {
  if (headers.length === 0) return head.bytes;
  const text = head.bytes.toString("latin1");
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(text.replace(/\r?\n$/, `${lines}$&`), "latin1");
}
