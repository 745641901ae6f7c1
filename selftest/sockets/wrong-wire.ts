/** Wrong servers that only bytes on a socket, connections or a request target can show. */

import {
  type BrokenServer,
  isLetIn,
  isList,
  letIn,
  readTable,
  type WrongTable,
  withHeaders,
} from "../broken/broken-server.ts";
import { cancelWithoutKey } from "../broken/keys.ts";
import { each } from "./right-bytes.ts";
import { bodied, bodyOf, endWith, headOf } from "./wire-parts.ts";
import type { Answer, Exchange, WireServer } from "./wire-server.ts";

type WrongWireServer = WireServer & Pick<BrokenServer, "caughtBy" | "blames">;
const serversOf = (blames: RegExp, table: WrongTable<WireServer["answer"]>): readonly WrongWireServer[] =>
  readTable(blames, table).map(({ row: answer, ...named }) => ({ ...named, answer }));

/** A 204 with these bytes on the wire. */
const noContent = (first: string, ...more: readonly string[]) =>
  each((exchange) =>
    exchange.reply.status === 204
      ? endWith(exchange, `HTTP/1.1 204 No Content\r\n${first}`, ...more)
      : exchange.reply,
  );
const emptyChunk = noContent("Transfer-Encoding: chunked\r\n\r\n", "0\r\n\r\n");
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
const inUnknownCoding: Answer = ({ reply }) => withHeaders(reply, { "content-encoding": "x-secret" });
const inUtf16: Answer = (exchange) => bodied(exchange, Buffer.from(`\ufeff${bodyOf(exchange)}`, "utf16le"));
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

export const wrongWireServers: readonly WrongWireServer[] = [
  ...serversOf(/^cancel-order\/no-/, {
    "cancel-order/no-body": {
      "wire-204-with-body: A body, its length announced, follows the 204.": noContent(
        "Content-Length: 2\r\n\r\n{}",
      ),
      "wire-204-with-an-empty-chunk: An end mark of chunks follows the 204.": emptyChunk,
      "wire-204-twice: Another 204 follows the 204.": noContent("\r\n", "HTTP/1.1 204 No Content\r\n\r\n"),
      "wire-204-with-a-late-body: A late body follows the 204.": each(lateBody),
    },
  }),
  ...serversOf(/^list-orders\/|^cancel-order\/|^authentication\//, {
    "list-orders/status": {
      "wire-list-cut: The list ends before its length.": listed(cut),
      "wire-list-in-an-unknown-coding: The list is in an unknown coding.": listed(inUnknownCoding),
    },
    "list-orders/json-array": {
      "wire-list-in-utf16: The list is in UTF-16.": listed(inUtf16),
    },
  }),
  ...serversOf(/./, {
    "cancel-order/shipped": {
      "wire-shipped-hangs: A cancel of a shipped order is never answered.": lost(
        ({ asked }) => asked === "shipped",
      ),
    },
    "cancel-order/pending": {
      "wire-cancel-resets: A cancel resets the connection, done or not.": lost(
        (exchange) => exchange.reply.status === 204 && reset(exchange),
      ),
    },
    [cancelWithoutKey]: {
      "wire-401-resets: The 401 of a cancel is a reset.": lost(
        (exchange) => exchange.asked === "refused cancel" && reset(exchange),
      ),
    },
  }),
  ...serversOf(/^authentication\/|^exposed-key\/|^cancel-order\//, {
    "authentication/other-spelling-gives-no-orders": {
      "wire-open-to-an-address: A target that is a whole address needs no key.": openTo(
        (path) => `http://[^/]+/v1${path}`,
      ),
      "wire-open-to-two-slashes: A target with two slashes needs no key.": openTo((path) => `//v1${path}`),
      "wire-open-to-no-version: A target without a version needs no key.": openTo((path) => path),
    },
    "authentication/list-wrong-key": {
      "wire-key-remembered: A connection that was used needs no key.": keyRemembered,
    },
  }),
];
