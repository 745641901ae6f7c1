/** Right servers that are odd in their connections, or the time they take. */

import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { emptyReply, headerOf, type MockReply } from "../../mocks/http/reply.ts";
import {
  authorizationOf,
  isCancel,
  type NamedRows,
  page,
  readRows,
  refusal,
  withHeaders,
} from "../broken/broken-server.ts";
import { close, each, oddBytes } from "./right-bytes.ts";
import { later } from "./wire-parts.ts";
import { defaultAnswer, type Exchange, type WireServer } from "./wire-server.ts";

type AnswerRows = NamedRows<WireServer["answer"]>;
/** Sends the answer after something was done with the connection. */
const after = (act: (socket: Socket) => unknown) =>
  each(({ reply, socket }) => {
    act(socket);
    return reply;
  });
/** At some call the process ends, and another listens a while later, with the same orders. */
const restarts = (at: number, ms: number) =>
  each(({ nthOfAll, reply, socket }) => {
    if (nthOfAll !== at) return reply;
    const { server } = socket as unknown as { readonly server: Server };
    const { port } = server.address() as AddressInfo;
    server.close();
    server.closeAllConnections();
    setTimeout(() => server.listen(port, "127.0.0.1"), ms);
    return undefined;
  });
/** Ends the connection in place of an answer. */
const drops = (isDropped: (exchange: Exchange) => boolean) =>
  each((exchange) => {
    if (!isDropped(exchange)) return exchange.reply;
    exchange.socket.destroy();
    return undefined;
  });
/** Drops the nth cancel that is carried out. */
const losesAnswer =
  (nth: number): WireServer["answer"] =>
  (...server) => {
    let count = 0;
    return drops(({ reply }) => reply.status === 204 && ++count === nth)(...server);
  };
const times408: WireServer["answer"] = () => {
  const waiting = new WeakMap<Socket, NodeJS.Timeout>();
  const timeout = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  return ({ reply, socket }) => {
    clearTimeout(waiting.get(socket));
    const end = () => socket.writable && socket.end(timeout);
    waiting.set(socket, setTimeout(end, 30));
    return reply;
  };
};
/** A connection keeps a header as it was first written, as Jetty 9 does. */
const remembersLetterCase: WireServer["answer"] = (_, handle) => {
  const seen = new Map<string, string>();
  return ({ connection, request }) => {
    const given = authorizationOf(request);
    const name = `${connection} ${given.toLowerCase()}`;
    if (!seen.has(name)) seen.set(name, given);
    const authorization = seen.get(name) || undefined;
    return handle({ ...request, headers: { ...request.headers, authorization } });
  };
};
const connected: AnswerRows = {
  "wire-closes-each: A connection is for one request.": each(({ reply }) => withHeaders(reply, close)),
  "wire-closes-on-refusal: A refusal closes the connection.": each(({ reply }) =>
    reply.status === 401 ? withHeaders(reply, close) : reply,
  ),
  "wire-closes-idle: An idle connection is closed.": after((socket) =>
    setTimeout(() => socket.destroy(), 20),
  ),
  "wire-resets-idle: An idle connection is reset.": after((socket) =>
    setTimeout(() => socket.resetAndDestroy(), 40),
  ),
  "wire-408-when-idle: An idle connection gets a 408 before it is closed.": times408,
  "wire-drops-garbage: A front end ends the connection at an odd path.": drops(({ request }) =>
    /%00|\.\.|'/.test(request.target),
  ),
  "wire-forgets-one-in-31: One request in 31 is lost.": drops(({ nthOfAll }) => nthOfAll % 31 === 0),
  "wire-restarts-early: At call 120 the process ends, and is back 200 ms later.": restarts(120, 200),
  "wire-restarts-late: At call 300 the process ends, and is back 900 ms later.": restarts(300, 900),
  "wire-loses-answer-1: The first cancel that is carried out is not answered.": losesAnswer(1),
  "wire-loses-answer-3: The third cancel that is carried out is not answered.": losesAnswer(3),
  "wire-remembers-letter-case: A connection keeps a header as first written.": remembersLetterCase,
};

/** Answers each request slowly. */
const slow = (ms: (exchange: Exchange) => number) =>
  each(async (exchange) => {
    await later(ms(exchange));
    return exchange.reply;
  });
const oneAtATime: WireServer["answer"] = () => {
  let last: Promise<unknown> = Promise.resolve();
  return (exchange) => {
    last = last.then(() => later(5));
    return last.then(() => exchange.reply);
  };
};
const fourAtOnce: WireServer["answer"] = () => {
  let busy = 0;
  return async (exchange) => {
    if (busy >= 4) return emptyReply(503, "busy");
    busy++;
    await later(4);
    busy--;
    return exchange.reply;
  };
};
const waitOf = (seconds: string) => withHeaders(refusal(429), { "retry-after": seconds });
/** A token bucket of requests, which fills at a rate per second; beyond it they get this answer. */
const bucket =
  (no: MockReply, burst: number, rate: number, isCounted = (_: Exchange) => true): WireServer["answer"] =>
  () => {
    let level = burst;
    let at = performance.now();
    return (exchange) => {
      if (!isCounted(exchange)) return exchange.reply;
      const now = performance.now();
      level = Math.min(burst, level + ((now - at) / 1000) * rate);
      at = now;
      if (level < 1) return no;
      level--;
      return exchange.reply;
    };
  };
/** Makes a server that locks out an address for a time after a number of refusals. */
const locksOut =
  (most: number, ms: number, status: number): WireServer["answer"] =>
  () => {
    let bad = 0;
    let until = 0;
    return (exchange) => {
      if (performance.now() < until) return refusal(status);
      const { reply } = exchange;
      if (reply.status === 401 && ++bad % most === 0) until = performance.now() + ms;
      return reply;
    };
  };
const forEver = 1e9;
const timed: AnswerRows = {
  "wire-slow-answers: Each answer takes its time.": slow(() => 60),
  "wire-slow-by-turns: One answer takes more time than another.": slow(
    ({ nthOfAll }) => (nthOfAll * 37) % 90,
  ),
  "wire-slow-start: The first answer takes its time.": slow(({ nthOfAll }) => (nthOfAll < 4 ? 700 : 0)),
  "wire-slow-cancels: A cancel takes its time.": slow(({ request }) => (isCancel(request) ? 120 : 0)),
  "wire-one-at-a-time: Requests wait for each other.": oneAtATime,
  "wire-four-at-once: More than four requests at once get a 503.": fourAtOnce,
  "wire-limit-429: Too many requests get a 429.": bucket(waitOf("1"), 60, 150),
  "wire-limit-503: Too many requests get a page with a 503.": bucket(page(503), 60, 150),
  "wire-limit-of-cancels: Too many cancels get a 429.": bucket(waitOf("1"), 40, 60, ({ request }) =>
    isCancel(request),
  ),
  "wire-limit-of-refused: Without a key, thirty tries are followed by 429.": bucket(
    waitOf("60"),
    30,
    0,
    ({ asked }) => asked?.startsWith("refused") === true,
  ),
  "wire-limit-unnamed: A request without a user agent is refused.": each(({ request, reply }) =>
    headerOf(request.headers, "user-agent") === undefined ? refusal(403) : reply,
  ),
  "wire-locks-out-401-after-3: After 3 bad keys all calls get a 401.": locksOut(3, forEver, 401),
  "wire-locks-out-403-after-40: After 40 bad keys all calls get a 403.": locksOut(40, forEver, 403),
  "wire-locks-out-401-after-15: After 15 bad keys all calls get a 401 for 0.7 s.": locksOut(15, 700, 401),
  "wire-locks-out-429-after-25: After 25 bad keys all calls get a 429 for 0.4 s.": locksOut(25, 400, 429),
};

const rows = readRows({ ...oddBytes, ...connected, ...timed });
const limited = [2, 8].map((maxConnections) => ({
  id: `wire-${maxConnections}-connections`,
  description: `Connections beyond ${maxConnections} are cut off.`,
  row: defaultAnswer,
  maxConnections,
}));
export const rightWireServers: readonly WireServer[] = [...rows, ...limited].map(
  ({ row: answer, ...named }) => ({ ...named, answer }),
);
