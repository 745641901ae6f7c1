/** What right servers of their own make put on the wire. */

import type { Socket } from "node:net";
import { setTimeout as later } from "node:timers/promises";
import { deflateRawSync, gzipSync } from "node:zlib";
import type { Program } from "./program.ts";
import { coded, hasBody, right } from "./socket-parts.ts";
import { type Answered, format, type Message } from "./socket-shop.ts";

const written = (
  id: string,
  why: string,
  make: (said: Answered, asked: Message) => string | Buffer,
  keep = true,
) =>
  right(id, why, {
    write: (said, asked, socket) => socket.write(make(said, asked)),
    ...(!keep && { keep: () => false }),
  });
const inPieces = async (socket: Socket, text: string | Buffer, size: number, ms: number) => {
  for (let at = 0; at < text.length; at += size) {
    socket.write(text.slice(at, at + size));
    await later(ms);
  }
};
const chunks = (text: string, size: number) => {
  const bytes = Buffer.from(text);
  let out = "";
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    out += `${piece.length.toString(16).padStart(4, "0").toUpperCase()}\r\n${piece}\r\n`;
  }
  return `${out}0\r\n\r\n`;
};

/** What waits for the next request. */
const idle = new WeakMap<Socket, NodeJS.Timeout>();

export const rightSocketPrograms: readonly Program[] = [
  right("plain", "as the document has it", {}),
  written(
    "http-1.0",
    "an answer of HTTP/1.0, closed at its end",
    ({ status, body }, { method }) =>
      `HTTP/1.0 ${status} X\r\n${body === "" ? "" : "Content-type: application/json\r\n"}\r\n${method === "HEAD" ? "" : body}`,
    false,
  ),
  written(
    "closes-after-each",
    "Connection: close",
    (said, asked) => format(said, asked, ["Connection: close"]),
    false,
  ),
  right("closes-after-three", "a connection is for three requests", {
    keep: ({ nth, headers }) => nth < 3 && headers.get("connection") !== "close",
  }),
  written(
    "continue-first",
    "an early 100",
    (said, asked) => `HTTP/1.1 100 Continue\r\n\r\n${format(said, asked)}`,
  ),
  written(
    "processing-first",
    "102 and 103 come first",
    (said, asked) =>
      `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n${format(said, asked)}`,
  ),
  written("chunked-small", "chunks of seven bytes", (said, asked) =>
    hasBody(said, asked)
      ? `HTTP/1.1 ${said.status} X\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks(said.body, 7)}`
      : format(said, asked),
  ),
  written("byte-order-mark", "a byte order mark that readers may skip (RFC 8259, 8.1)", (said, asked) =>
    hasBody(said, asked) ? coded(said, Buffer.from(`\ufeff${said.body}`)) : format(said, asked),
  ),
  written("chunk-sizes-of-16-digits", "zeros in front of the length of a chunk", (said, asked) =>
    hasBody(said, asked)
      ? `HTTP/1.1 ${said.status} X\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks(said.body, 90).replace(/^[\dA-F]{4}(?=\r)/gm, "000000000000$&")}`
      : format(said, asked),
  ),
  written("nothing-in-gzip", "a 409 without a body names a coding", (said, asked) =>
    said.status === 409
      ? "HTTP/1.1 409 Conflict\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"
      : format(said, asked),
  ),
  right("says-408-when-idle", "an idle connection is told so before it is closed (RFC 9110, 15.5.9)", {
    greet: (socket) => {
      const stop = () => clearTimeout(idle.get(socket));
      socket.on("data", stop).on("close", stop);
    },
    write: (said, asked, socket) => {
      socket.write(format(said, asked));
      const timeout = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
      idle.set(
        socket,
        setTimeout(() => socket.end(timeout), 8),
      );
    },
  }),
  written("gzip-always", "coded, whoever asks", (said, asked) =>
    hasBody(said, asked) ? coded(said, gzipSync(said.body), "Content-Encoding: gzip") : format(said, asked),
  ),
  written("x-gzip", "the old name of gzip", (said, asked) =>
    hasBody(said, asked) ? coded(said, gzipSync(said.body), "Content-Encoding: x-gzip") : format(said, asked),
  ),
  written("deflate-raw", "deflate without its head, as some have it", (said, asked) =>
    hasBody(said, asked)
      ? coded(said, deflateRawSync(said.body), "Content-Encoding: deflate")
      : format(said, asked),
  ),
  written("identity", "a coding that is none", (said, asked) =>
    format(said, asked, ["Content-Encoding: identity"]),
  ),
  written("lower-case-names", "names of headers in small letters", (said, asked) =>
    format(said, asked).replace(/^[A-Z][\w-]+:/gm, (name) => name.toLowerCase()),
  ),
  written("no-spaces", "no space behind a colon, many in front of a value", (said, asked) =>
    format(said, asked).replace("Type: ", "Type:").replace("Length: ", "Length: \t  "),
  ),
  written("big-head", "fourteen kilobytes of headers", (said, asked) =>
    format(
      said,
      asked,
      Array.from({ length: 100 }, (_, at) => `X-Filler-${at}: ${"y".repeat(120)}`),
    ),
  ),
  written("same-header-often", "Set-Cookie three times", (said, asked) =>
    format(said, asked, [
      "Set-Cookie: a=1",
      "Set-Cookie: b=2; Expires=Wed, 09 Jun 2027 10:18:14 GMT",
      "Set-Cookie: c=3",
    ]),
  ),
  right("letter-by-letter", "the head comes slowly", {
    write: async (said, asked, socket) => {
      const text = format(said, asked);
      const head = text.indexOf("\r\n\r\n") + 4;
      await inPieces(socket, text.slice(0, head), 60, 1);
      socket.write(text.slice(head));
    },
  }),
  right("halves", "the body comes 100 ms after its head", {
    write: async (said, asked, socket) => {
      const text = format(said, asked);
      const head = text.indexOf("\r\n\r\n") + 4;
      socket.write(text.slice(0, head));
      await later(30);
      socket.write(text.slice(head));
    },
  }),
  right("until-close", "no length: the end of the connection ends the body", {
    write: (said, asked, socket) =>
      socket.write(format(said, asked, ["Connection: close"]).replace(/Content-Length: \d+\r\n/, "")),
    keep: () => false,
  }),
  right("resets-idle", "an idle connection is reset", {
    write: (said, asked, socket) => {
      socket.write(format(said, asked));
      setTimeout(() => socket.resetAndDestroy(), 40);
    },
  }),
  right("keeps-204-open", "a 204 to who asked to close, closed a second later", {
    write: (said, asked, socket) => socket.write(format(said, asked)),
    keep: (asked) => {
      if (asked.headers.get("connection") === "close") asked.nth && setTimeout(() => undefined, 1);
      return true;
    },
  }),
];
