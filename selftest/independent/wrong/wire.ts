/** Bytes that are wrong on the wire, and answers that do not come. */

import { gzipSync } from "node:zlib";
import { type ServerRow, servers } from "../independent-server.ts";
import type { Ask, Say, Shop } from "../shop.ts";
import { json } from "../shop.ts";

const noBody = "3 and 4.2: response 204 with no body";
const isJson = "4: request and response bodies are JSON";

/** The answer's own bytes; what is written closes the connection. */
const bytes = (
  id: string,
  when: (said: Say, ask: Ask) => boolean,
  make: (said: Say, ask: Ask) => readonly (string | Buffer)[],
  why = noBody,
): ServerRow => [
  `wire-${id}`,
  why,
  (shop) => {
    const { write } = shop;
    shop.write = (said, ask, response) => {
      if (!when(said, ask)) return write(said, ask, response);
      const { socket } = ask.request;
      for (const piece of make(said, ask)) socket.write(piece);
      socket.end();
    };
  },
];
const is204 = ({ status }: Say) => status === 204;
const isList = (said: Say, ask: Ask) => said.status === 200 && ask.method === "GET";
const isError = ({ status }: Say) => status === 401 || status === 404;
const no204 = "HTTP/1.1 204 No Content\r\n";
const headOf = ({ status, headers, body }: Say, length: number | string = Buffer.byteLength(body)) =>
  `HTTP/1.1 ${status} X\r\ncontent-type: ${headers["content-type"]}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;

/** No answer at all. */
const silent = (id: string, when: (ask: Ask, shop: Shop) => boolean, why: string): ServerRow => [
  `wire-${id}`,
  why,
  (shop) => {
    const { write } = shop;
    shop.write = (said, ask, response) => {
      if (when(ask, shop)) ask.request.socket.destroy();
      else write(said, ask, response);
    };
  },
];

export const wrongWire = servers([
  bytes("204-with-json", is204, () => [
    `${no204}content-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
  ]),
  bytes("204-with-unannounced", is204, () => [`${no204}\r\n{"ok":true}`]),
  bytes("204-with-later-bytes", is204, () => [`${no204}\r\n`, "null"]),
  bytes("204-with-newline", is204, () => [`${no204}\r\n`, "\n"]),
  bytes("204-chunked", is204, () => [`${no204}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`]),
  bytes("204-empty-gzip", is204, () => [
    `${no204}content-encoding: gzip\r\ncontent-length: 20\r\n\r\n`,
    gzipSync(""),
  ]),
  bytes(
    "204-with-body-when-accepting-json",
    (said, ask) => is204(said) && /json/.test(ask.headers.accept ?? ""),
    () => [`${no204}content-length: 2\r\n\r\n{}`],
  ),
  bytes(
    "204-with-body-on-kept-connection",
    (said, ask) => is204(said) && ask.nthHere > 1,
    () => [`${no204}content-length: 2\r\n\r\n{}`],
  ),
  bytes(
    "204-with-body-for-large-ids",
    (said, ask) => is204(said) && /\d{16}$/.test(ask.path),
    () => [`${no204}content-length: 2\r\n\r\n{}`],
  ),
  bytes("list-cut", isList, (said) => [headOf(said), String(said.body).slice(0, -20)], isJson),
  bytes(
    "list-length-too-short",
    isList,
    (said) => [headOf(said, Buffer.byteLength(said.body) - 5), String(said.body)],
    isJson,
  ),
  bytes(
    "list-bad-chunk",
    isList,
    (said) => [
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n${String(said.body).slice(0, 5)}\r\n`,
    ],
    isJson,
  ),
  bytes(
    "list-gzip-unsaid",
    isList,
    (said) => {
      const body = gzipSync(said.body);
      return [headOf(said, body.length), body];
    },
    isJson,
  ),
  bytes(
    "list-gzip-said-plain-sent",
    isList,
    (said) => [headOf(said).replace("connection", "content-encoding: gzip\r\nconnection"), String(said.body)],
    isJson,
  ),
  bytes(
    "list-gzip-twice",
    (said, ask) => isList(said, ask) && /gzip/.test(String(ask.headers["accept-encoding"])),
    (said) => {
      const body = gzipSync(gzipSync(said.body));
      return [headOf(said, body.length).replace("connection", "content-encoding: gzip\r\nconnection"), body];
    },
    isJson,
  ),
  bytes(
    "list-gzip-cut",
    (said, ask) => isList(said, ask) && /gzip/.test(String(ask.headers["accept-encoding"])),
    (said) => {
      const body = gzipSync(said.body).subarray(0, -9);
      return [headOf(said, body.length).replace("connection", "content-encoding: gzip\r\nconnection"), body];
    },
    isJson,
  ),
  bytes(
    "error-cut",
    isError,
    (said) => [headOf(said, Buffer.byteLength(said.body) - 8), String(said.body).slice(0, -8)],
    isJson,
  ),
  bytes("error-without-end", isError, (said) => [headOf(said), String(said.body).slice(0, -8)], isJson),
  silent("no-answer-without-key", (ask, shop) => !shop.knows(ask), "5.1: a missing API key gets 401"),
  silent(
    "no-answer-for-unknown",
    (ask) => ask.method === "DELETE" && /\/-?\d{17,}$/.test(ask.path) && !ask.path.includes("9007199254740"),
    "4.2: an unknown order is 404",
  ),
  silent(
    "no-answer-for-shipped",
    (ask) => /\/(?:1020|41|9007199254740996)$/.test(ask.path) && ask.method === "DELETE",
    "4.2: a shipped order is 409",
  ),
  [
    "wire-list-in-utf16",
    isJson,
    (shop) => {
      const { list } = shop;
      shop.list = async (ask) => {
        const said = await list(ask);
        return { ...said, body: Buffer.from(`\ufeff${said.body}`, "utf16le") };
      };
    },
  ],
  [
    "wire-list-compressed-without-need",
    isJson,
    (shop) => {
      shop.list = (ask) => {
        const said = json(
          200,
          shop.listed(ask).map((row) => shop.show(row)),
        );
        return { ...said, headers: { ...said.headers, "content-encoding": "x-secret" } };
      };
    },
  ],
]);
