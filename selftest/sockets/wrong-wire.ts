/** Wrong servers that only bytes on a socket, connections or a request target can show. */

import { gzipSync } from "node:zlib";
import { isLetIn, isList, letIn, type NamedRows, readRows, refusal } from "../broken/broken-server.ts";
import { cancelWithoutKey } from "../broken/keys.ts";
import { each } from "./right-bytes.ts";
import { bodied, bodyOf, endWith, headOf } from "./wire-parts.ts";
import type { Answer, Exchange, WireServer } from "./wire-server.ts";

type AnswerRows = NamedRows<WireServer["answer"]>;
const serversOf = (caughtBy: string, blames: RegExp, rows: AnswerRows): readonly WireServer[] =>
  readRows(rows).map(({ row: answer, ...named }) => ({
    ...named,
    caughtBy: caughtBy.split(" "),
    blames,
    answer,
  }));

/** A 204 with these bytes on the wire. */
const noContent = (pieces: readonly string[], condition = (_: Exchange) => true) =>
  each((exchange) => {
    if (exchange.reply.status !== 204 || !condition(exchange)) return exchange.reply;
    const [first = "", ...more] = pieces;
    return endWith(exchange, `HTTP/1.1 204 No Content\r\n${first}`, ...more);
  });
const json = ["Content-Length: 2\r\n\r\n{}"];
const chunked = "Transfer-Encoding: chunked\r\n\r\n";
const lateBody: Answer = ({ reply, socket }) => {
  if (reply.status !== 204) return reply;
  socket.write("HTTP/1.1 204 No Content\r\n\r\n");
  setTimeout(() => socket.end("{}"), 30);
  return undefined;
};

/** A list that does not arrive, or not as JSON. */
const listed = (write: Answer) =>
  each((exchange) =>
    isList(exchange.request) && exchange.reply.status === 200 ? write(exchange) : exchange.reply,
  );
const coded = (code: (body: Buffer) => Buffer, headers: Readonly<Record<string, string>> = {}) =>
  listed((exchange) => bodied(exchange, code(bodyOf(exchange)), headers));
const cut: Answer = (exchange) =>
  endWith(exchange, `${headOf(exchange.reply)}\r\n`, bodyOf(exchange).subarray(0, -20));

/** Requests without a whole answer. */
const lost = (isLost: (exchange: Exchange) => boolean) =>
  each((exchange) => (isLost(exchange) ? undefined : exchange.reply));
const reset = ({ socket }: Exchange) => socket.resetAndDestroy() === socket;

const keyRemembered: WireServer["answer"] = (mock, handle) => {
  const known = new Set<number>();
  return (exchange) => {
    if (isLetIn(mock, exchange.request)) known.add(exchange.connection);
    return known.has(exchange.connection) ? handle(letIn(exchange.request)) : exchange.reply;
  };
};
/** Asks for no key where the request target is in another form than usual (RFC 9112, 3.2). */
const openTo =
  (target: (path: string) => string): WireServer["answer"] =>
  (_, handle) => {
    const pattern = new RegExp(`^${target("(?<path>/store/orders(?:/\\d+)?)")}$`);
    return ({ request, reply }) => {
      const path = pattern.exec(request.target)?.groups?.path;
      return path === undefined ? reply : handle({ ...letIn(request), target: `/v1${path}` });
    };
  };

const ofLists = /^list-orders\/|^cancel-order\/|^authentication\//;
export const wrongWireServers: readonly WireServer[] = [
  ...serversOf("cancel-order/no-body", /^cancel-order\/no-/, {
    "wire-204-with-body: A body, its length announced, follows the 204.": noContent(json),
    "wire-204-with-unannounced-body: An unannounced body follows the 204.": noContent([
      "\r\n",
      '{"ok":true}',
    ]),
    "wire-204-chunked: A chunked body follows the 204.": noContent([chunked, "2\r\n{}\r\n0\r\n\r\n"]),
    "wire-204-with-an-empty-chunk: An end mark of chunks follows the 204.": noContent([chunked, "0\r\n\r\n"]),
    "wire-204-twice: Another 204 follows the 204.": noContent(["\r\n", "HTTP/1.1 204 No Content\r\n\r\n"]),
    "wire-204-with-body-later: On a used connection a body follows.": noContent(json, ({ nth }) => nth > 1),
    "wire-204-with-a-late-body: A late body follows the 204.": each(lateBody),
  }),
  ...serversOf("list-orders/status", ofLists, {
    "wire-list-cut: The list ends before its length.": listed(cut),
    "wire-list-in-an-unknown-coding: The list is in an unknown coding.": coded((body) => body, {
      "content-encoding": "x-secret",
    }),
  }),
  ...serversOf("list-orders/json-array", ofLists, {
    "wire-list-in-gzip-twice: The list is compressed twice.": coded((body) => gzipSync(gzipSync(body)), {
      "content-encoding": "gzip",
    }),
    "wire-list-in-utf16: The list is in UTF-16.": coded((body) => Buffer.from(`\ufeff${body}`, "utf16le")),
  }),
  ...serversOf("cancel-order/shipped", /./, {
    "wire-shipped-hangs: A cancel of a shipped order is never answered.": lost(
      ({ asked }) => asked === "shipped",
    ),
  }),
  ...serversOf("cancel-order/pending", /./, {
    "wire-cancel-resets: A cancel resets the connection, done or not.": lost(
      (exchange) => exchange.reply.status === 204 && reset(exchange),
    ),
  }),
  ...serversOf(cancelWithoutKey, /./, {
    "wire-401-resets: The 401 of a cancel is a reset.": lost(
      (exchange) => exchange.asked === "refused cancel" && reset(exchange),
    ),
  }),
  ...serversOf("list-orders/status", /./, {
    "wire-each-third-is-500: Each third request of a connection is a 500.": each(({ nth, reply }) =>
      nth % 3 ? reply : refusal(500),
    ),
  }),
  ...serversOf("authentication/other-spelling-gives-no-orders", /^authentication\/|^cancel-order\//, {
    "wire-open-to-an-address: A target that is a whole address needs no key.": openTo(
      (path) => `http://[^/]+/v1${path}`,
    ),
    "wire-open-to-two-slashes: A target with two slashes needs no key.": openTo((path) => `//v1${path}`),
    "wire-open-to-no-version: A target without a version needs no key.": openTo((path) => path),
  }),
  ...serversOf("authentication/list-wrong-key", /^authentication\/|^exposed-key\//, {
    "wire-key-remembered: A connection that was used needs no key.": keyRemembered,
  }),
];
