import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { type Reply, startRawServer, writePieces } from "../../testing/raw-server.ts";
import type { SendOptions } from "../target.ts";
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
  const text = (bytes?: Uint8Array) => bytes && Buffer.from(bytes).toString();
  const send = async (method: string, under = "/x", options: SendOptions = {}) => {
    const request = { method, path: under, headers: withKey };
    const answer = await target.send(request, { repeatable: method === "GET", ...options });
    await target.quiet!();
    return { ...answer, body: text(answer.body), stray: text(answer.stray) };
  };
  return { target, send, origin };
}

/** Keeps the connection open behind the answer. */
const say =
  (...pieces: (string | Uint8Array)[]): Reply =>
  (socket) =>
    void writePieces(socket, pieces);
/** Closes behind the answer. */
const sayAndEnd =
  (...pieces: (string | Uint8Array)[]): Reply =>
  (socket) =>
    void writePieces(socket, pieces).then(() => socket.end());
const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

test("a request is sent unchanged on a kept connection, with header names as most clients write them", async () => {
  const received: string[] = [];
  const { target, send } = await start((socket, head) => {
    received.push(head);
    socket.write("HTTP/1.1 204 No Content\r\n\r\n");
  });
  const answer = await send("DELETE", "/./a//b?c=%zz;1");
  expect(received[0]!.split("\r\n")).toEqual([
    "DELETE /v1/./a//b?c=%zz;1 HTTP/1.1",
    expect.stringMatching(/^Host: 127\.0\.0\.1:\d+$/),
    "Authorization: Bearer k",
    expect.stringMatching(/^User-Agent: store-orders-kit\/\S+$/),
    "Connection: keep-alive",
  ]);
  expect(answer).toEqual({ status: 204, headers: [], body: "", stray: "" });
  // A Host header of the user takes the place of the target's own.
  await target.send({ method: "GET", path: "/x", headers: [["host", "shop.test"]] });
  expect(received[1]!.match(/^host:.*$/gim)).toEqual(["Host: shop.test"]);
});

test.each([
  ["/v1", "/v1"],
  ["/v1/", "/v1"],
  ["/shop/api/v1//", "/shop/api/v1"],
  ["", ""],
  ["/", ""],
])("a base path of %j is put before each path", async (path, prefix) => {
  const received: string[] = [];
  const reply: Reply = (socket, head) => {
    received.push(head.split("\r\n")[0]!);
    socket.write(ok);
  };
  const { target, send, origin } = await start(reply, { path });
  await send("GET", "/a/../b//c?d=%zz&e=%20;f");
  expect(received).toEqual([`GET ${prefix}/a/../b//c?d=%zz&e=%20;f HTTP/1.1`]);
  expect(target.baseUrl).toBe(origin + prefix);
});

test.each<[string, Reply, string]>([
  ["nothing", sayAndEnd("HTTP/1.1 204 No Content\r\n\r\n"), ""],
  ["nothing, on a connection that stays open", say("HTTP/1.1 204 \r\n\r\n"), ""],
  ["nothing, without a reason phrase", sayAndEnd("HTTP/1.1 204\r\n\r\n"), ""],
  ["a body of the announced length", sayAndEnd("HTTP/1.1 204 N\r\ncontent-length: 2\r\n\r\n", "{}"), "{}"],
  ["an announced length and no body", sayAndEnd("HTTP/1.1 204 N\r\ncontent-length: 2\r\n\r\n"), ""],
  ["empty chunks", say("HTTP/1.1 204 N\r\ntransfer-encoding: chunked\r\n\r\n", "0\r\n\r\n"), "0\r\n\r\n"],
  ["a line break", sayAndEnd("HTTP/1.1 204 N\r\n\r\n\r\n"), "\r\n"],
  ["late junk on a connection that stays open", say("HTTP/1.1 204 N\r\n\r\n", "la", "te"), "late"],
  ["junk, and comes behind early hints", sayAndEnd("HTTP/1.1 103 E\r\n\r\nHTTP/1.1 204 N\r\n\r\n", "!"), "!"],
])("a 204 is followed by %s", async (_name, reply, stray) => {
  const { send } = await start(reply);
  expect(await send("DELETE")).toMatchObject({ status: 204, body: "", stray });
});

test("junk without end behind a 204 is cut off, and does not delay the run", async () => {
  const flood = (socket: Parameters<Reply>[0]): void => {
    if (socket.writable) socket.write(Buffer.alloc(65536, "x"), () => flood(socket));
  };
  const { send } = await start((socket) => {
    socket.write("HTTP/1.1 204 N\r\n\r\n");
    flood(socket);
  });
  const { stray } = await send("DELETE");
  expect(stray).toMatch(/^x+$/);
  expect(stray?.length).toBeLessThan(2_000_000);
});

const chunked = "HTTP/1.1 200 O\r\ntransfer-encoding: chunked\r\n\r\n";
const zipped = "HTTP/1.1 200 O\r\ncontent-encoding: gzip\r\n";

test.each<[string, Reply, string]>([
  ["comes in one piece", say(ok), "ok"],
  ["comes byte by byte", say(...ok), "ok"],
  ["comes behind 100 Continue", say("HTTP/1.1 100 Continue\r\n\r\n", ok), "ok"],
  ["comes behind 103 Early Hints", say(`HTTP/1.1 103 E\r\nlink: <x>\r\n\r\n${ok}`), "ok"],
  ["comes in chunks", say(chunked, "3;x=y\r\nabc\r", "\nA\r\n0123456789\r\n", "0\r\n\r\n"), "abc0123456789"],
  ["has chunk sizes with zeros in front", say(`${chunked}${"0".repeat(15)}3\r\nabc\r\n0000\r\n\r\n`), "abc"],
  ["ends with the connection", sayAndEnd("HTTP/1.0 200 O\r\n\r\n", "ab", "c"), "abc"],
  ["has more behind its length", say("HTTP/1.1 200 O\r\ncontent-length: 3\r\n\r\nabcdef"), "abc"],
  ["is compressed", sayAndEnd(`${zipped}\r\n`, gzipSync("abc")), "abc"],
  [
    "is compressed twice, in two headers",
    sayAndEnd(`${zipped}content-encoding: gzip\r\n\r\n`, gzipSync(gzipSync("abc"))),
    "abc",
  ],
  [
    "has a content coding and no bytes",
    say("HTTP/1.1 200 O\r\ncontent-encoding: br\r\ncontent-length: 0\r\n\r\n"),
    "",
  ],
])("an answer that %s is read to its end", async (_name, reply, body) => {
  const { send } = await start(reply);
  expect(await send("GET")).toMatchObject({ status: 200, body });
});

test("headers keep their order and number, and folded lines are joined", async () => {
  const lines = ["Set-Cookie: a=1", "X-Folded: one", "  two", "\tthree", "set-cookie:  b=2 ", "x-empty:"];
  const { send } = await start(sayAndEnd(`HTTP/1.1 204 N\r\n${lines.join("\r\n")}\r\n\r\n`));
  expect((await send("DELETE")).headers).toEqual([
    ["set-cookie", "a=1"],
    ["x-folded", "one two three"],
    ["set-cookie", "b=2"],
    ["x-empty", ""],
  ]);
});

const dribble: Reply = (socket) => {
  const drip = (): void => {
    if (socket.writable) socket.write("1\r\nx\r\n", () => setImmediate(drip));
  };
  socket.write(chunked);
  drip();
};
const short = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[";
const late = /^timeout after 200 ms$/;
const closed = /^the connection closed before an answer$/;
const cut = /^the connection closed within the answer$/;
const notHttp = /^the answer is not HTTP\/1\.1 /;

test.each<[string, Reply, RegExp]>([
  ["says nothing", () => undefined, late],
  ["stops within the head", say("HTTP/1.1 204 No"), late],
  ["stops within the body", say(short), late],
  ["sends an interim answer alone", say("HTTP/1.1 100 Continue\r\n\r\n"), late],
  ["sends small pieces without end", dribble, late],
  ["closes at once", (socket) => void socket.end(), closed],
  ["closes within the head", sayAndEnd("HTTP/1.1 204 N\r\nx: y\r\n"), closed],
  ["closes within the body", sayAndEnd(short), cut],
  ["closes before the last chunk", sayAndEnd(`${chunked}3\r\nabc\r\n`), cut],
  ["resets", (socket) => void socket.resetAndDestroy(), /^connection reset$/],
  ["speaks something else", sayAndEnd("SSH-2.0-OpenSSH_9.6\r\n\r\n"), /^the answer is not HTTP \(/],
  ["says a status of four digits", sayAndEnd("HTTP/1.1 2044 N\r\n\r\n"), notHttp],
  ["writes a header line without a name", sayAndEnd("HTTP/1.1 404 N\r\ngarbage\r\n\r\n"), notHttp],
  ["sends no gzip for gzip", sayAndEnd(`${zipped}\r\nabc`), /^the body is not the gzip/],
])("a server that %s gives no answer, and the reason is reported", async (_name, reply, message) => {
  const { send } = await start(reply, { timeoutMs: 200 });
  const name = expect.stringMatching(/^(?:No|Broken)Answer$/);
  const failure = { name, message: expect.stringMatching(message), ...(message === cut && { kind: "cut" }) };
  const failures = ["GET", "DELETE"].map((method) => send(method).catch((error: unknown) => error));
  expect(await Promise.all(failures)).toMatchObject([failure, failure]);
});

test.each([
  ["http://127.0.0.1:1/v1", /nothing listens there/],
  ["http://nowhere.invalid/v1", /^the host name (?:is unknown|cannot be looked up now)$/],
])("a server at %s gives no answer, and the reason is reported", async (baseUrl, reason) => {
  const target = createHttpTarget({ baseUrl, apiKey: "k" });
  onTestFinished(() => target.close());
  await expect(target.send({ method: "GET", path: "/", headers: [] })).rejects.toThrow(reason);
});

test.each([
  ["of the announced length", "content-length: 4", "[1]\n"],
  ["in chunks", "transfer-encoding: chunked", "4\r\n[1]\n\r\n0\r\n\r\n"],
  ["of a length that nothing announced", "content-type: application/json", "[1]\n"],
])("a body %s behind the answer to a HEAD is not read as part of the next one", async (_how, head, body) => {
  const { target, send } = await start((socket, text) => {
    if (text.startsWith("HEAD")) void writePieces(socket, [`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`, body]);
    else socket.write("HTTP/1.1 204 No Content\r\n\r\n");
  });
  const heard = await target.send({ method: "HEAD", path: "/x", headers: withKey });
  expect(await send("DELETE")).toMatchObject({ status: 204, stray: "" });
  expect(Buffer.from(heard.stray!).toString()).toContain("[1]");
});

test("time in which this process is blocked does not count as a timeout", async () => {
  const timeoutMs = 300;
  const reply: Reply = (socket) => {
    // Blocks the process, like a sleeping machine or a long task of an embedding test.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * timeoutMs);
    // The server was blocked as well, and still has work.
    setTimeout(() => socket.end(ok), timeoutMs / 10);
  };
  const { send } = await start(reply, { timeoutMs });
  expect(await send("GET")).toMatchObject({ body: "ok" });
});
