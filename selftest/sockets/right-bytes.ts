import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { withHeaders } from "../broken/broken-server.ts";
import { bodied, bodyOf, endWith, hasBody, headOf, later } from "./wire-parts.ts";
import type { Answer, Exchange, WireServer } from "./wire-server.ts";

export const right = (id: string, description: string, answer: WireServer["answer"]): WireServer => ({
  id: `wire-${id}`,
  description,
  caughtBy: [],
  blames: /^$/,
  answer,
});
/** Without a memory. */
export const each = (id: string, description: string, answer: Answer) => right(id, description, () => answer);
/** Answers that are closed with their connections. */
const closing = (
  id: string,
  description: string,
  write: (exchange: Exchange) => readonly (string | Uint8Array)[] | undefined,
) =>
  each(id, description, (exchange) => {
    const pieces = write(exchange);
    return pieces ? endWith(exchange, ...pieces) : exchange.reply;
  });
export const close = { connection: "close" };
const noLength = { "content-length": undefined, "transfer-encoding": "chunked", ...close };

/** A body in chunks of so many bytes. */
function chunksOf(body: Buffer, size: number, digits: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    pieces.push(
      Buffer.from(`${piece.length.toString(16).padStart(digits, "0").toUpperCase()}\r\n`),
      piece,
      Buffer.from("\r\n"),
    );
  }
  return Buffer.concat([...pieces, Buffer.from("0\r\n\r\n")]);
}
const chunked = (id: string, description: string, size: number, digits: number) =>
  closing(id, description, (exchange) =>
    hasBody(exchange)
      ? [`${headOf(exchange.reply, noLength)}\r\n`, chunksOf(bodyOf(exchange), size, digits)]
      : undefined,
  );
const coded = (name: string, code: (body: Buffer) => Uint8Array, isAsked = (_: Exchange) => true) =>
  each(`${name}-coded`, `Bodies are coded as ${name}.`, (exchange) =>
    hasBody(exchange) && isAsked(exchange)
      ? bodied(exchange, code(bodyOf(exchange)), { "content-encoding": name.replace("raw-", "") })
      : exchange.reply,
  );
export const oddBytes: readonly WireServer[] = [
  closing("http-1.0", "An answer of HTTP/1.0 ends with its connection.", (exchange) => {
    const head = headOf(
      exchange.reply,
      { "content-length": undefined },
      `HTTP/1.0 ${exchange.reply.status} X`,
    );
    return [`${head}\r\n`, bodyOf(exchange)];
  }),
  closing("no-reason", "A status line has no reason.", (exchange) => [
    `${headOf(exchange.reply, close, `HTTP/1.1 ${exchange.reply.status} `)}\r\n`,
    bodyOf(exchange),
  ]),
  closing("interim-first", "A 100, a 102 and a 103 come first.", (exchange) => [
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n",
    `${headOf(exchange.reply, close)}\r\n`,
    bodyOf(exchange),
  ]),
  closing("until-close", "A body ends with its connection.", (exchange) =>
    hasBody(exchange)
      ? [`${headOf(exchange.reply, { "content-length": undefined, ...close })}\r\n`, bodyOf(exchange)]
      : undefined,
  ),
  closing("204-with-length-0", "A 204 has a length of 0.", ({ reply }) =>
    reply.status === 204 ? [`${headOf(reply, { "content-length": 0, ...close })}\r\n`] : undefined,
  ),
  closing("coded-nothing", "A 409 without a body names a coding.", ({ reply }) =>
    reply.status === 409
      ? ["HTTP/1.1 409 Conflict\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"]
      : undefined,
  ),
  closing("spaces", "Headers have spaces in front of their values, or none.", (exchange) => [
    `${headOf(exchange.reply, close)
      .replace(/type: /i, "TYPE:")
      .replace(/length: /i, "LENGTH: \t  ")}\r\n`,
    bodyOf(exchange),
  ]),
  closing("slow-head", "A head comes piece by piece.", (exchange) => [
    ...(`${headOf(exchange.reply, close)}\r\n`.match(/[\s\S]{1,40}/g) ?? []),
    bodyOf(exchange),
  ]),
  chunked("small-chunks", "A body comes in chunks of seven bytes.", 7, 1),
  chunked("long-chunk-sizes", "Lengths of chunks have 16 digits.", 90, 16),
  coded("gzip", gzipSync),
  coded("x-gzip", gzipSync),
  coded("br", brotliCompressSync),
  coded("deflate", deflateSync),
  coded("raw-deflate", deflateRawSync),
  coded("identity", (body) => body),
  each("big-head", "There are fourteen kilobytes of headers.", ({ reply }) =>
    withHeaders(
      reply,
      Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`x-filler-${at}`, "y".repeat(120)])),
    ),
  ),
  each("late-body", "A body comes 30 ms after its head.", async (exchange) => {
    exchange.socket.write(`${headOf(exchange.reply, close)}\r\n`);
    await later(30);
    exchange.socket.end(bodyOf(exchange));
    return undefined;
  }),
];
