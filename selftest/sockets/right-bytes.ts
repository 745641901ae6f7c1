import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
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
/** Servers that remember nothing. */
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
  each(`${name}-coded`, `Bodies are coded as ${name}.`, (exchange) =>
    hasBody(exchange)
      ? bodied(exchange, code(bodyOf(exchange)), { "content-encoding": name })
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
  closing("small-chunks", "A body comes in chunks of seven bytes.", (exchange) =>
    hasBody(exchange) ? [`${headOf(exchange.reply, noLength)}\r\n`, inChunks(bodyOf(exchange))] : undefined,
  ),
  coded("gzip", gzipSync),
  coded("br", brotliCompressSync),
  coded("deflate", deflateSync),
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
