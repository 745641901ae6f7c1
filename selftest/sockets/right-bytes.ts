/** Right servers whose bytes are odd: how a body is sent, and what comes before it. */

import { brotliCompressSync, gzipSync } from "node:zlib";
import { type NamedRows, withHeaders } from "../broken/broken-server.ts";
import { bodied, bodyOf, endWith, hasBody, headOf, later } from "./wire-parts.ts";
import type { Answer, Exchange, WireServer } from "./wire-server.ts";

/** A server without state. */
export const each =
  (answer: Answer): WireServer["answer"] =>
  () =>
    answer;
/** Ends the connection after these pieces; undefined is the usual answer. */
const closing = (write: (exchange: Exchange) => readonly (string | Uint8Array)[] | undefined) =>
  each((exchange) => {
    const pieces = write(exchange);
    return pieces ? endWith(exchange, ...pieces) : exchange.reply;
  });
/** The same where there is a body. */
const closingBody = (headers: Parameters<typeof headOf>[1], code = (body: Buffer) => body) =>
  closing((exchange) =>
    hasBody(exchange)
      ? [`${headOf(exchange.reply, { ...headers, ...close })}\r\n`, code(bodyOf(exchange))]
      : undefined,
  );
export const close = { connection: "close" };

/** A body in chunks of seven bytes. */
function inChunks(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += 7) {
    const piece = body.subarray(at, at + 7);
    pieces.push(Buffer.from(`${piece.length}\r\n`), piece, Buffer.from("\r\n"));
  }
  return Buffer.concat([...pieces, Buffer.from("0\r\n\r\n")]);
}
const coded = (name: string, code: (body: Buffer) => Uint8Array) =>
  each((exchange) =>
    hasBody(exchange)
      ? bodied(exchange, code(bodyOf(exchange)), { "content-encoding": name })
      : exchange.reply,
  );
const interims =
  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n";
const fillers = Object.fromEntries(
  Array.from({ length: 100 }, (_, at) => [`x-filler-${at}`, "y".repeat(120)]),
);

export const oddBytes: NamedRows<WireServer["answer"]> = {
  "wire-http-1.0: An answer of HTTP/1.0 ends with its connection.": closing((exchange) => {
    const line = `HTTP/1.0 ${exchange.reply.status} X`;
    return [`${headOf(exchange.reply, { "content-length": undefined }, line)}\r\n`, bodyOf(exchange)];
  }),
  "wire-interim-first: A 100, a 102 and a 103 come first.": closing((exchange) => [
    interims,
    `${headOf(exchange.reply, close)}\r\n`,
    bodyOf(exchange),
  ]),
  "wire-until-close: A body ends with its connection.": closingBody({ "content-length": undefined }),
  "wire-small-chunks: A body comes in chunks of seven bytes.": closingBody(
    { "content-length": undefined, "transfer-encoding": "chunked" },
    inChunks,
  ),
  "wire-gzip-coded: Bodies are coded as gzip.": coded("gzip", gzipSync),
  "wire-br-coded: Bodies are coded as br.": coded("br", brotliCompressSync),
  "wire-big-head: There are fourteen kilobytes of headers.": each(({ reply }) => withHeaders(reply, fillers)),
  "wire-late-body: A body comes 30 ms after its head.": each(async (exchange) => {
    exchange.socket.write(`${headOf(exchange.reply, close)}\r\n`);
    await later(30);
    exchange.socket.end(bodyOf(exchange));
    return undefined;
  }),
};
