/** Bytes that servers write to their sockets. */

import type { MockReply } from "../../mocks/http/reply.ts";
import type { Exchange } from "./wire-server.ts";

type Text = string | Uint8Array;

/** The lines that every answer begins with, without the empty one at their end. */
export function headOf(
  { status, headers }: MockReply,
  more: Readonly<Record<string, string | number | undefined>> = {},
  first = `HTTP/1.1 ${status} Any`,
): string {
  const all = Object.entries({ ...headers, ...more }).filter(([, value]) => value !== undefined);
  return `${first}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}`;
}
export const bodyOf = ({ request, reply }: Exchange): Buffer =>
  request.method === "HEAD" ? Buffer.alloc(0) : Buffer.concat(reply.body);
export const hasBody = (exchange: Exchange): boolean => bodyOf(exchange).length > 0;

/** Pieces in separate packets, as a proxy may send them, and the end of the connection. */
export function endWith({ socket }: Exchange, ...pieces: readonly Text[]): undefined {
  const [first = "", ...later] = pieces;
  socket.write(first);
  setImmediate(() => {
    for (const piece of later) socket.write(piece);
    socket.end();
  });
}

/** An answer with another body, and with headers for that body. */
export function bodied(
  exchange: Exchange,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): MockReply {
  const { reply } = exchange;
  return {
    ...reply,
    headers: { ...reply.headers, "content-length": String(body.length), ...headers },
    body: exchange.request.method === "HEAD" ? [] : [body],
  };
}

export const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
