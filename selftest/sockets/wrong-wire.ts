/** Wrong servers that only bytes on a socket, or connections, can show. */

import { gzipSync } from "node:zlib";
import { isLetIn, isList, letIn, refusal } from "../broken/broken-server.ts";
import { cancelWithoutKey } from "../broken/keys.ts";
import { bodied, bodyOf, endWith, headOf } from "./wire-parts.ts";
import type { Answer, Exchange, WireServer } from "./wire-server.ts";
import { wrongTargets } from "./wrong-targets.ts";

type Sent = ReturnType<Answer>;
const wrong = (
  id: string,
  description: string,
  caughtBy: string,
  blames: RegExp,
  answer: (exchange: Exchange) => Sent,
): WireServer => ({
  id: `wire-${id}`,
  description,
  caughtBy: caughtBy.split(" "),
  blames,
  answer: () => answer,
});

const noBody = "cancel-order/no-body";
/** A 204 with these bytes on the wire. */
const noContent = (id: string, what: string, pieces: readonly string[], isMeant = (_: Exchange) => true) =>
  wrong(`204-${id}`, `${what} the 204.`, noBody, /^cancel-order\/no-/, (exchange) => {
    if (exchange.reply.status !== 204 || !isMeant(exchange)) return exchange.reply;
    const [first = "", ...more] = pieces;
    return endWith(exchange, `HTTP/1.1 204 No Content\r\n${first}`, ...more);
  });
const json = ["Content-Length: 2\r\n\r\n{}"];
const chunked = "Transfer-Encoding: chunked\r\n\r\n";
const withBodies: readonly WireServer[] = [
  noContent("with-body", "A body, its length announced, follows", json),
  noContent("with-unannounced-body", "A body follows unannounced", ["\r\n", '{"ok":true}']),
  noContent("chunked", "A chunked body follows", [chunked, "2\r\n{}\r\n0\r\n\r\n"]),
  noContent("with-an-empty-chunk", "The end mark of a chunked body follows", [chunked, "0\r\n\r\n"]),
  noContent("twice", "Another 204 follows", ["\r\n", "HTTP/1.1 204 No Content\r\n\r\n"]),
  noContent("with-body-later", "On a connection that was used a body follows", json, ({ nth }) => nth > 1),
  wrong(
    "204-with-a-late-body",
    "A late body follows the 204.",
    noBody,
    /^cancel-order\/no-body/,
    ({ reply, socket }) => {
      if (reply.status !== 204) return reply;
      socket.write("HTTP/1.1 204 No Content\r\n\r\n");
      setTimeout(() => socket.end("{}"), 30);
      return undefined;
    },
  ),
];

const ofLists = /^list-orders\/|^cancel-order\/|^authentication\//;
/** Lists that do not arrive, or not as JSON. */
const listed = (
  id: string,
  what: string,
  write: (exchange: Exchange) => Sent,
  caughtBy = "list-orders/status",
) =>
  wrong(`list-${id}`, `The list ${what}.`, caughtBy, ofLists, (exchange) =>
    isList(exchange.request) && exchange.reply.status === 200 ? write(exchange) : exchange.reply,
  );
const coded = (
  id: string,
  what: string,
  code: (body: Buffer) => Buffer,
  coding: string | undefined,
  caughtBy?: string,
) =>
  listed(
    id,
    what,
    (exchange) => bodied(exchange, code(bodyOf(exchange)), coding ? { "content-encoding": coding } : {}),
    caughtBy,
  );
const noArray = "list-orders/json-array";
const unreadable: readonly WireServer[] = [
  listed("cut", "ends before its length", (exchange) =>
    endWith(exchange, `${headOf(exchange.reply)}\r\n`, bodyOf(exchange).subarray(0, -20)),
  ),
  coded("in-an-unknown-coding", "is in an unknown coding", (body) => body, "x-secret"),
  coded("in-gzip-twice", "is compressed twice", (body) => gzipSync(gzipSync(body)), "gzip", noArray),
  coded("in-utf16", "is in UTF-16", (body) => Buffer.from(`\ufeff${body}`, "utf16le"), undefined, noArray),
];

/** Requests without a whole answer. */
const lost = (id: string, what: string, caughtBy: string, isLost: (exchange: Exchange) => boolean) =>
  wrong(id, `${what}.`, caughtBy, /./, (exchange) => (isLost(exchange) ? undefined : exchange.reply));
const reset = ({ socket }: Exchange) => socket.resetAndDestroy() === socket;
const shipped = "cancel-order/shipped";
const unanswered: readonly WireServer[] = [
  lost(
    "shipped-hangs",
    "A cancel of a shipped order is never answered",
    shipped,
    ({ asked }) => asked === "shipped",
  ),
  lost(
    "cancel-resets",
    "A cancel resets the connection, done or not",
    "cancel-order/pending",
    (each) => each.reply.status === 204 && reset(each),
  ),
  lost(
    "401-resets",
    "The 401 of a cancel is a reset",
    cancelWithoutKey,
    (each) => each.asked === "refused cancel" && reset(each),
  ),
];

const connections: readonly WireServer[] = [
  wrong(
    "each-third-is-500",
    "Each third request of a connection is a 500.",
    "list-orders/status",
    /./,
    ({ nth, reply }) => (nth % 3 ? reply : refusal(500)),
  ),
  {
    id: "wire-key-remembered",
    description: "A connection that was used needs no key.",
    caughtBy: ["authentication/list-wrong-key"],
    blames: /^authentication\/|^exposed-key\//,
    answer: (mock, handle) => {
      const known = new Set<number>();
      return (exchange) => {
        if (isLetIn(mock, exchange.request)) known.add(exchange.connection);
        return known.has(exchange.connection) ? handle(letIn(exchange.request)) : exchange.reply;
      };
    },
  },
];

export const wrongWireServers: readonly WireServer[] = [
  ...withBodies,
  ...unreadable,
  ...unanswered,
  ...wrongTargets,
  ...connections,
];
