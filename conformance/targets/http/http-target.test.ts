import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import type { Reply } from "../../testing/listen-raw.ts";
import { startRawServer, writePieces } from "../../testing/raw-server.ts";
import { createHttpTarget } from "./http-target.ts";

const withKey = [["authorization", "Bearer k"]] as const;

async function start(
  reply: Reply,
  options: { timeoutMs?: number; path?: string; connections?: number } = {},
) {
  const { path = "/v1", ...rest } = options;
  const origin = await startRawServer(reply);
  const target = createHttpTarget({ baseUrl: origin + path, apiKey: "k", ...rest });
  onTestFinished(() => target.close());
  const send = async (method: string, under: string) => {
    const { body, ...answer } = await target.send({ method, path: under, headers: withKey });
    return { ...answer, body: Buffer.from(body).toString() };
  };
  return { target, send, origin };
}

const answer = (body: string, ...headers: string[]) =>
  `HTTP/1.1 200 OK\r\n${headers.map((line) => `${line}\r\n`).join("")}content-length: ${body.length}\r\n\r\n${body}`;

test.each([
  ["/v1", "/v1"],
  ["/v1/", "/v1"],
  ["/shop/api/v1//", "/shop/api/v1"],
  ["", ""],
  ["/", ""],
])("a base path of %j goes before each path, which is sent as it stands", async (path, prefix) => {
  const heard: string[] = [];
  const reply: Reply = (socket, head) => {
    heard.push(head.split("\r\n")[0]!);
    socket.write(answer("ok"));
  };
  const { target, send, origin } = await start(reply, { path });
  await send("GET", "/a/../b//c?d=%zz&e=%20;f");
  await send("DELETE", "/%20");
  expect(heard).toEqual([`GET ${prefix}/a/../b//c?d=%zz&e=%20;f HTTP/1.1`, `DELETE ${prefix}/%20 HTTP/1.1`]);
  expect(target.baseUrl).toBe(origin + prefix);
});

test("a repeated header stands once for each time, its name in lower case", async () => {
  const { send } = await start((socket) => {
    socket.write(answer("", "Set-Cookie: a=1", "X-One: 1", "SET-COOKIE: b=2", "x-one: 2"));
  });
  const { headers } = await send("GET", "/");
  expect(headers.toSorted()).toEqual([
    ["content-length", "0"],
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
    ["x-one", "1"],
    ["x-one", "2"],
  ]);
});

test.each<[string, Reply, string]>([
  ["split over packets", (socket) => void writePieces(socket, [...answer("body", "x: y")]), "body"],
  [
    "behind 103 Early Hints",
    (socket) => void socket.write(`HTTP/1.1 103 E\r\nlink: <x>\r\n\r\n${answer("body")}`),
    "body",
  ],
  ["until the end of the connection", (socket) => void socket.end("HTTP/1.0 200 OK\r\n\r\nbody"), "body"],
  [
    "compressed",
    (socket) => {
      const bytes = gzipSync("body");
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bytes.length}\r\n\r\n`);
      socket.write(bytes);
    },
    "body",
  ],
  [
    "compressed twice, in two headers",
    (socket) => {
      socket.write(
        "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n",
      );
      socket.end(gzipSync(gzipSync("body")));
    },
    "body",
  ],
])("an answer is read %s", async (_name, reply, body) => {
  const { send } = await start(reply);
  expect(await send("GET", "/")).toMatchObject({ status: 200, body });
});

test("a redirect is an answer, and not followed", async () => {
  let heard = 0;
  const { send } = await start((socket) => {
    heard++;
    socket.write("HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n");
  });
  expect(await send("GET", "/")).toMatchObject({ status: 302 });
  expect(heard).toBe(1);
});

const short = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[";

test.each<[string, Reply, RegExp]>([
  ["says nothing", () => undefined, /^timeout after 200 ms$/],
  ["stops within the body", (socket) => void socket.write(short), /^timeout after 200 ms$/],
  ["closes within the body", (socket) => void socket.end(short), /closed|Content-Length|terminated/],
  ["closes at once", (socket) => void socket.end(), /^the connection closed before an answer$/],
  ["resets", (socket) => void socket.resetAndDestroy(), /^(?:connection reset|the connection closed .*)$/],
  ["speaks something else", (socket) => void socket.end("SSH-2.0-OpenSSH_9.6\r\n\r\n"), /HTTP/],
  [
    "sends what is no gzip",
    (socket) => void socket.write(answer("abc", "content-encoding: gzip")),
    /^the body is not the gzip/,
  ],
])("a server that %s gives no answer, and the reason is told", async (_name, reply, message) => {
  const { send } = await start(reply, { timeoutMs: 200 });
  const outcome = await send("GET", "/").catch((error: Error) => error);
  expect(outcome).toMatchObject({
    name: expect.stringMatching(/^(?:No|Broken)Answer$/),
    message: expect.stringMatching(message),
  });
});

test("a dribble that never ends is given up in time", async () => {
  const { send } = await start(
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const drip = (): void => {
        if (socket.writable) socket.write("1\r\nx\r\n", () => setImmediate(drip));
      };
      drip();
    },
    { timeoutMs: 200 },
  );
  await expect(send("GET", "/")).rejects.toThrow("timeout after 200 ms");
});

test("a name that nobody knows is said to be unknown", async () => {
  const target = createHttpTarget({ baseUrl: "http://nowhere.invalid/v1", apiKey: "k" });
  onTestFinished(() => target.close());
  const sent = target.send({ method: "GET", path: "/", headers: [] });
  await expect(sent).rejects.toThrow(/^the host name (?:is unknown|cannot be looked up now)$/);
});

test("once a server ended a used connection a cancel never goes out on one", async () => {
  // Like a server whose end of an idle connection crosses with the next request.
  const { send } = await start(
    (socket, _head, count) => {
      if (count > 1) socket.resetAndDestroy();
      else socket.write(answer("ok"));
    },
    { connections: 1 },
  );
  expect(await send("GET", "/")).toMatchObject({ status: 200 });
  await expect(send("GET", "/")).rejects.toThrow("connection reset");
  for (let times = 0; times < 3; times++) expect(await send("DELETE", "/")).toMatchObject({ status: 200 });
});

test("safe calls share connections", async () => {
  const counts: number[] = [];
  const { send } = await start(
    (socket, _head, count) => {
      counts.push(count);
      socket.write(answer("ok"));
    },
    { connections: 1 },
  );
  for (const path of ["/1", "/2", "/3"]) await send("GET", path);
  expect(counts).toEqual([1, 2, 3]);
});

test("what follows a 204 is seen", async () => {
  const reply: Reply = (socket) => void socket.end("HTTP/1.1 204 N\r\n\r\nstray");
  const { target } = await start(reply);
  const request = { method: "DELETE", path: "/", headers: withKey };
  const { stray } = await target.send(request);
  expect(Buffer.from(stray!).toString()).toBe("stray");
});

const ways = [
  ["a shared connection", {}],
  ["one of its own", { connection: "" }],
] as const;
test.each(ways.flatMap(([by, how]) => [100, 300, 1200].map((ms) => [by, ms, how] as const)))(
  "while this process stands still no server is late: by %s, in %i ms",
  { timeout: 10_000 },
  async (_by, timeoutMs, how) => {
    const { target } = await start(
      (socket) => {
        // As a sleeping machine or a long task of an embedding test does.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * timeoutMs);
        // The server stood still too, and has work left.
        setTimeout(() => socket.end(answer("late for nobody")), timeoutMs / 10);
      },
      { timeoutMs },
    );
    const { body } = await target.send({ method: "GET", path: "/", headers: withKey }, how);
    expect(Buffer.from(body).toString()).toBe("late for nobody");
  },
);
