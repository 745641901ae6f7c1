/** Servers that are slow, busy, guarded or old, and right. */

import { type ServerRow, servers } from "../independent-server.ts";
import type { Ask, Row, Say } from "../shop.ts";
import { bearerOf, fault, json, say, shopKey } from "../shop.ts";

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const slow = (id: string, why: string, ms: (ask: Ask) => number): ServerRow => [
  id,
  why,
  (shop) => {
    const { answer } = shop;
    shop.answer = async (ask) => {
      await later(ms(ask));
      return answer(ask);
    };
  },
];
/** Some requests are turned away, for now. */
const throttled = (
  id: string,
  why: string,
  isTooMuch: (ask: Ask, now: number) => boolean,
  no: () => Say,
): ServerRow => [
  id,
  why,
  (shop) => {
    const { answer } = shop;
    shop.answer = (ask) => (isTooMuch(ask, performance.now()) ? no() : answer(ask));
  },
];
/** A bucket of so many requests that fills at so many a second. */
const bucket = (burst: number, rate: number) => {
  let level = burst;
  let at = performance.now();
  return (_ask: Ask, now: number) => {
    level = Math.min(burst, level + ((now - at) / 1000) * rate);
    at = now;
    if (level < 1) return true;
    level--;
    return false;
  };
};
const tooMany = () => ({
  ...fault(429, "slow_down", "Too many requests"),
  headers: { "content-type": "application/json", "retry-after": "1" },
});
const raw = (
  id: string,
  why: string,
  write: (said: Say, ask: Ask) => string | Buffer | undefined,
): ServerRow => [
  id,
  why,
  (shop) => {
    const { write: proper } = shop;
    shop.write = (said, ask, response) => {
      const bytes = write(said, ask);
      if (bytes === undefined) return proper(said, ask, response);
      if (typeof bytes === "string") ask.request.socket.end(bytes, "latin1");
      else ask.request.socket.end(bytes);
    };
  },
];
/** A letter for each byte, so that what another change has coded stays as it is. */
const bytesOf = (body: Say["body"]) => Buffer.from(body as string).toString("latin1");
const text = (
  { status, headers, body }: Say,
  ask: Ask,
  first = `HTTP/1.1 ${status} Any Reason`,
  more = "",
) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\r\n`);
  const length = status === 204 ? "" : `CONTENT-LENGTH:  ${Buffer.byteLength(body)}\r\n`;
  return `${first}\r\n${lines.join("")}${more}${length}Connection: close\r\n\r\n${ask.method === "HEAD" ? "" : bytesOf(body)}`;
};
/** All that is done to an order waits for what was done before. */
const oneByOne =
  (lose: (row: Row) => Say): ServerRow[2] =>
  (shop) => {
    const { cancelled } = shop;
    const busy = new Set<Row>();
    shop.cancelled = async (row, ask) => {
      if (busy.has(row)) return lose(row);
      busy.add(row);
      await later(20);
      return cancelled(row, ask);
    };
  };

export const oddTimes = servers([
  slow("slow-60", "speed is not shown", () => 60),
  slow("slow-at-random", "speed is not shown", (ask) => (ask.nth * 37) % 90),
  slow("slow-cancels", "speed is not shown", (ask) => (ask.method === "DELETE" ? 120 : 0)),
  slow("slow-start", "a cold start", (ask) => (ask.nth < 4 ? 700 : 0)),
  slow("slow-refusals", "a wrong key is answered late on purpose", (ask) =>
    bearerOf(ask.headers.authorization) === shopKey ? 0 : 80,
  ),
  throttled("limit-429", "8.2: rate limits are not shown", bucket(60, 150), tooMany),
  throttled("limit-503", "nginx turns requests away with a bare 503", bucket(60, 150), () =>
    say(503, "<h1>503</h1>", "text/html"),
  ),
  throttled("limit-429-bare", "8.2: rate limits are not shown", bucket(80, 200), () => say(429)),
  [
    "busy-at-eight",
    "a server that takes four at once",
    (shop) => {
      const { answer } = shop;
      let busy = 0;
      shop.answer = async (ask) => {
        if (busy >= 4) return say(503);
        busy++;
        await later(4);
        busy--;
        return answer(ask);
      };
    },
  ],
  [
    "one-at-a-time",
    "requests may wait for each other",
    (shop) => {
      const { answer } = shop;
      let last: Promise<unknown> = Promise.resolve();
      shop.answer = (ask) => {
        const mine = last.then(() => later(5)).then(() => answer(ask));
        last = mine;
        return mine;
      };
    },
  ],
  [
    "locks-out",
    "after many wrong keys the address is refused for a while",
    (shop) => {
      const { knows, refuse, answer } = shop;
      let bad = 0;
      let until = 0;
      shop.answer = (ask) => {
        if (performance.now() < until) return tooMany();
        return answer(ask);
      };
      shop.refuse = (ask) => {
        if (!knows(ask) && ++bad % 25 === 0) until = performance.now() + 400;
        return refuse(ask);
      };
    },
  ],
  [
    "forgets-case-per-connection",
    "Jetty 9 keeps a header field of a connection as it was first written",
    (shop) => {
      const seen = new Map<string, string>();
      shop.knows = (ask) => {
        const given = ask.headers.authorization ?? "";
        const name = `${ask.connection} ${given.toLowerCase()}`;
        if (!seen.has(name)) seen.set(name, given);
        return seen.get(name) === `Bearer ${shopKey}`;
      };
    },
  ],
  [
    "scheme-in-one-case",
    "a server that knows Bearer alone",
    (shop) => {
      shop.knows = (ask) => ask.headers.authorization === `Bearer ${shopKey}`;
    },
  ],
  [
    "two-keys",
    "5.2: how keys are issued is not shown",
    (shop) => {
      const { knows } = shop;
      shop.knows = (ask) => knows(ask) || bearerOf(ask.headers.authorization) === "another-key-of-somebody";
    },
  ],
  ["race-losers-409", "of simultaneous cancels one is 204", oneByOne(() => json(409, "busy"))],
  ["race-losers-404", "of simultaneous cancels one is 204", oneByOne(() => fault(404, "gone", "Gone"))],
  raw("http-1.0", "an old server", (said, ask) => text(said, ask, `HTTP/1.0 ${said.status} X`)),
  raw("no-reason", "a status line without a reason", (said, ask) =>
    text(said, ask, `HTTP/1.1 ${said.status} `),
  ),
  raw(
    "early-hints",
    "an interim answer comes first",
    (said, ask) => `HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n${text(said, ask)}`,
  ),
  raw("chunked", "chunks with extensions and trailers", (said, ask) => {
    if (said.status === 204 || ask.method === "HEAD" || said.body.length < 4) return undefined;
    const [one, two] = [bytesOf(said.body).slice(0, 3), bytesOf(said.body).slice(3)];
    const lines = Object.entries(said.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${said.status} X\r\n${lines.join("")}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n3;a=b\r\n${one}\r\n${two.length.toString(16)}\r\n${two}\r\n0\r\nx-sum: 1\r\n\r\n`;
  }),
  raw("until-close", "a body that ends with the connection", (said, ask) => {
    if (said.status === 204 || ask.method === "HEAD") return undefined;
    return `HTTP/1.1 ${said.status} X\r\n${Object.entries({
      "content-type": "application/json",
      ...said.headers,
    })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}Connection: close\r\n\r\n${bytesOf(said.body)}`;
  }),
  raw("204-length-0", "Content-Length: 0 is no body", (said) =>
    said.status === 204
      ? "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nContent-Type: application/json\r\n\r\n"
      : undefined,
  ),
  [
    "two-a-connection",
    "a connection may end at any time",
    (shop) => {
      const { write } = shop;
      shop.write = (said, ask, response) => {
        if (ask.nthHere >= 2) response.setHeader("connection", "close");
        write(said, ask, response);
      };
    },
  ],
  [
    "closes-idle-at-once",
    "an idle connection may be closed without a word",
    (shop) => {
      const { write } = shop;
      shop.write = (said, ask, response) => {
        response.on("finish", () => setTimeout(() => ask.request.socket.destroy(), 3));
        write(said, ask, response);
      };
    },
  ],
  [
    "drops-garbage",
    "a front end that ends the connection at an odd path",
    (shop) => {
      const { write } = shop;
      shop.write = (said, ask, response) => {
        if (/%00|\.\.|'/.test(ask.path)) ask.request.socket.destroy();
        else write(said, ask, response);
      };
    },
  ],
]);
