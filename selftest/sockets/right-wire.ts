/** Right servers that are odd in their connections, or the time they take. */

import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { emptyReply, headerOf, type MockReply } from "../../mocks/http/reply.ts";
import { authorizationOf, isCancel, isList, page, refusal, withHeaders } from "../broken/broken-server.ts";
import { close, each, oddBytes, right } from "./right-bytes.ts";
import { later } from "./wire-parts.ts";
import { defaultAnswer, type Exchange, type WireServer } from "./wire-server.ts";

const serverOf = (socket: Socket) => (socket as unknown as { readonly server: Server }).server;
/** At some call the process ends, and another listens a while later, with the same orders. */
const restarts = (id: string, at: number, ms: number) =>
  each(id, `At call ${at} the process ends, and is back ${ms} ms later.`, (exchange) => {
    const { nthOfAll, socket } = exchange;
    if (nthOfAll !== at) return exchange.reply;
    const server = serverOf(socket);
    const { port } = server.address() as AddressInfo;
    server.close();
    server.closeAllConnections();
    setTimeout(() => server.listen(port, "127.0.0.1"), ms);
    return undefined;
  });
/** The connection ends in place of an answer. */
const drops = (id: string, description: string, isDropped: (exchange: Exchange) => boolean) =>
  each(id, description, (exchange) => {
    if (!isDropped(exchange)) return exchange.reply;
    exchange.socket.destroy();
    return undefined;
  });
const connected: readonly WireServer[] = [
  each("closes-each", "A connection is for one request.", ({ reply }) => withHeaders(reply, close)),
  each("closes-on-refusal", "A refusal closes the connection.", ({ reply }) =>
    reply.status === 401 ? withHeaders(reply, close) : reply,
  ),
  each("closes-idle", "An idle connection is closed.", ({ reply, socket }) => {
    setTimeout(() => socket.destroy(), 20);
    return reply;
  }),
  each("resets-idle", "An idle connection is reset.", ({ reply, socket }) => {
    setTimeout(() => socket.resetAndDestroy(), 40);
    return reply;
  }),
  right("408-when-idle", "An idle connection gets a 408 before it is closed.", () => {
    const waiting = new WeakMap<Socket, NodeJS.Timeout>();
    const timeout = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    return ({ reply, socket }) => {
      clearTimeout(waiting.get(socket));
      waiting.set(
        socket,
        setTimeout(() => socket.writable && socket.end(timeout), 30),
      );
      return reply;
    };
  }),
  drops("drops-garbage", "A front end ends the connection at an odd path.", ({ request }) =>
    /%00|\.\.|'/.test(request.target),
  ),
  drops("forgets-one-in-31", "One request in 31 is lost.", ({ nthOfAll }) => nthOfAll % 31 === 0),
  ...[2, 8].map((most) => ({
    ...right(`${most}-connections`, `Connections beyond ${most} are cut off.`, defaultAnswer),
    maxConnections: most,
  })),
  restarts("restarts-early", 120, 200),
  restarts("restarts-late", 300, 900),
  ...[1, 3].map((which) =>
    right(`loses-answer-${which}`, `Cancel ${which} that is carried out is not answered.`, () => {
      let count = 0;
      return ({ reply, socket }) => {
        if (reply.status !== 204 || ++count !== which) return reply;
        socket.destroy();
        return undefined;
      };
    }),
  ),
  right(
    "remembers-letter-case",
    "A connection keeps a header as it was first written, as Jetty 9 does.",
    (_, handle) => {
      const seen = new Map<string, string>();
      return ({ connection, request }) => {
        const given = authorizationOf(request);
        const name = `${connection} ${given.toLowerCase()}`;
        if (!seen.has(name)) seen.set(name, given);
        return handle({
          ...request,
          headers: { ...request.headers, authorization: seen.get(name) || undefined },
        });
      };
    },
  ),
];

const slow = (id: string, what: string, ms: (exchange: Exchange) => number) =>
  each(`slow-${id}`, `${what} takes its time.`, async (exchange) => {
    await later(ms(exchange));
    return exchange.reply;
  });
const waitOf = (seconds: string) => withHeaders(refusal(429), { "retry-after": seconds });
const tooMany = waitOf("1");
/** Some requests are turned away, for now. */
const throttled = (
  id: string,
  what: string,
  no: MockReply,
  isTooMuch: () => (exchange: Exchange) => boolean,
) =>
  right(`limit-${id}`, `${what}.`, () => {
    const isTaken = isTooMuch();
    return (exchange) => (isTaken(exchange) ? no : exchange.reply);
  });
/** A token bucket of requests, which fills at a rate per second. */
const bucket =
  (burst: number, rate: number, isCounted = (_: Exchange) => true) =>
  () => {
    let level = burst;
    let at = performance.now();
    return (exchange: Exchange) => {
      if (!isCounted(exchange)) return false;
      const now = performance.now();
      level = Math.min(burst, level + ((now - at) / 1000) * rate);
      at = now;
      if (level < 1) return true;
      level--;
      return false;
    };
  };
/** After a number of refusals the address is locked out for a time. */
const lockOut = (most: number, ms: number, status: number) =>
  right(
    `locks-out-${status}-after-${most}`,
    `After ${most} bad keys all calls get a ${status} for ${ms} ms.`,
    () => {
      let bad = 0;
      let until = 0;
      return (exchange) => {
        if (performance.now() < until) return refusal(status);
        const { reply } = exchange;
        if (reply.status === 401 && ++bad % most === 0) until = performance.now() + ms;
        return reply;
      };
    },
  );
const forEver = 1e9;
const timed: readonly WireServer[] = [
  slow("answers", "Each answer", () => 60),
  slow("by-turns", "One answer more than another", ({ nthOfAll }) => (nthOfAll * 37) % 90),
  slow("start", "The first answer", ({ nthOfAll }) => (nthOfAll < 4 ? 700 : 0)),
  slow("cancels", "A cancel", ({ request }) => (isCancel(request) ? 120 : 0)),
  slow("lists", "A list", ({ request }) => (isList(request) ? 200 : 0)),
  right("one-at-a-time", "Requests wait for each other.", () => {
    let last: Promise<unknown> = Promise.resolve();
    return (exchange) => {
      last = last.then(() => later(5));
      return last.then(() => exchange.reply);
    };
  }),
  right("four-at-once", "More than four requests at once are turned away.", () => {
    let busy = 0;
    return async (exchange) => {
      if (busy >= 4) return emptyReply(503, "busy");
      busy++;
      await later(4);
      busy--;
      return exchange.reply;
    };
  }),
  throttled("429", "Too many requests get a 429", tooMany, bucket(60, 150)),
  throttled("429-bare", "Too many requests get a bare 429", emptyReply(429, "limit"), bucket(80, 200)),
  throttled("503", "Too many requests get a page with a 503", page(503), bucket(60, 150)),
  throttled(
    "of-cancels",
    "Too many cancels get a 429",
    tooMany,
    bucket(40, 60, ({ request }) => isCancel(request)),
  ),
  throttled("of-refused", "Without a key, thirty tries are followed by 429", waitOf("60"), () => {
    let count = 0;
    return ({ asked }) => (asked?.startsWith("refused") ?? false) && ++count > 30;
  }),
  each("limit-unnamed", "A request without a user agent is refused.", ({ request, reply }) =>
    headerOf(request.headers, "user-agent") === undefined ? refusal(403) : reply,
  ),
  lockOut(10, forEver, 401),
  lockOut(40, forEver, 403),
  lockOut(3, forEver, 401),
  lockOut(15, 700, 401),
  lockOut(5, 300, 403),
  lockOut(25, 400, 429),
];

export const rightWireServers: readonly WireServer[] = [...oddBytes, ...connected, ...timed];
