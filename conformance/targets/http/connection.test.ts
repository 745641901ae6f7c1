import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import type { Reply } from "../../testing/listen-raw.ts";
import { startRawServer, writePieces } from "../../testing/raw-server.ts";
import { createHttpTarget } from "./http-target.ts";

const request = { method: "DELETE", path: "/x", headers: [["authorization", "Bearer k"]] } as const;

function targetOf(origin: string, timeoutMs = 5000) {
  const target = createHttpTarget({ baseUrl: origin, apiKey: "k", timeoutMs });
  onTestFinished(() => target.close());
  return target;
}

async function probe(reply: Reply, timeoutMs = 5000) {
  const target = targetOf(await startRawServer(reply), timeoutMs);
  const answer = await target.send({ ...request, path: "/v1/./a//b?c=%zz;1" }, { repeatable: false });
  await target.quiet!();
  const text = (bytes?: Uint8Array) => bytes && Buffer.from(bytes).toString();
  return { ...answer, body: text(answer.body), stray: text(answer.stray) };
}

/** Keeps the connection open against our wish. */
const say =
  (...pieces: (string | Uint8Array)[]): Reply =>
  (socket) =>
    void writePieces(socket, pieces);
/** Closes behind the answer. */
const sayAndEnd =
  (...pieces: (string | Uint8Array)[]): Reply =>
  (socket) =>
    void writePieces(socket, pieces).then(() => socket.end());

test("the request goes out as it stands, names of headers as most clients write them, on a connection that is kept", async () => {
  let heard = "";
  const answer = await probe((socket, head) => {
    heard = head;
    socket.end("HTTP/1.1 204 No Content\r\n\r\n");
  });
  expect(heard).toMatch(
    /^DELETE \/v1\/\.\/a\/\/b\?c=%zz;1 HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\nAuthorization: Bearer k\r\nUser-Agent: store-orders-kit\/\S+\r\nConnection: keep-alive$/,
  );
  expect(answer).toEqual({ status: 204, headers: [], body: "", stray: "" });
});

test.each<[string, Reply, string]>([
  ["nothing", sayAndEnd("HTTP/1.1 204 No Content\r\n\r\n"), ""],
  ["nothing, on a connection that stays open", say("HTTP/1.1 204 \r\n\r\n"), ""],
  ["nothing, without a reason phrase", sayAndEnd("HTTP/1.1 204\r\n\r\n"), ""],
  ["a body of the announced length", sayAndEnd("HTTP/1.1 204 N\r\ncontent-length: 2\r\n\r\n", "{}"), "{}"],
  ["an announced length and no body", sayAndEnd("HTTP/1.1 204 N\r\ncontent-length: 2\r\n\r\n"), ""],
  [
    "an empty chunked body",
    say("HTTP/1.1 204 N\r\ntransfer-encoding: chunked\r\n\r\n", "0\r\n\r\n"),
    "0\r\n\r\n",
  ],
  ["a line break", sayAndEnd("HTTP/1.1 204 N\r\n\r\n\r\n"), "\r\n"],
  ["late junk on a connection that stays open", say("HTTP/1.1 204 N\r\n\r\n", "la", "te"), "late"],
  [
    "junk behind early hints",
    sayAndEnd("HTTP/1.1 103 E\r\nlink: <x>\r\n\r\nHTTP/1.1 204 N\r\n\r\n", "!"),
    "!",
  ],
])("a 204 is followed by %s", async (_name, reply, stray) => {
  expect(await probe(reply)).toMatchObject({ status: 204, body: "", stray });
});

test("junk without end behind a 204 is cut off, and does not hold the run up", async () => {
  const flood = (socket: Parameters<Reply>[0]): void => {
    if (socket.writable) socket.write(Buffer.alloc(65536, "x"), () => flood(socket));
  };
  const { stray } = await probe((socket) => {
    socket.write("HTTP/1.1 204 N\r\n\r\n");
    flood(socket);
  });
  expect(stray?.length).toBeGreaterThan(1_000_000);
  expect(stray?.length).toBeLessThan(2_000_000);
});

test.each<[string, Reply]>([
  ["in one piece", say("HTTP/1.1 409 C\r\nA: 1\r\nb:2\r\ncontent-length: 4\r\n\r\nbody")],
  ["byte by byte", say(...[..."HTTP/1.1 409 C\r\nA: 1\r\nb:2\r\ncontent-length: 4\r\n\r\nbody"])],
  [
    "behind 100 Continue",
    say("HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 409 C\r\nA: 1\r\nb:2\r\ncontent-length: 4\r\n\r\nbody"),
  ],
])("an answer is read to its end %s, though the connection stays open", async (_name, reply) => {
  expect(await probe(reply)).toEqual({
    status: 409,
    headers: [
      ["a", "1"],
      ["b", "2"],
      ["content-length", "4"],
    ],
    body: "body",
  });
});

test("an interim answer alone is no answer, however long it is waited for", async () => {
  await expect(probe(say("HTTP/1.1 100 Continue\r\n\r\n"), 400)).rejects.toThrow("timeout after 400 ms");
});

test.each<[string, Reply, string]>([
  [
    "chunks",
    say(
      "HTTP/1.1 200 O\r\ntransfer-encoding: chunked\r\n\r\n",
      "3;x=y\r\nabc\r",
      "\nA\r\n0123456789\r\n",
      "0\r\n\r\n",
    ),
    "abc0123456789",
  ],
  [
    "chunks whose sizes have zeros in front",
    say(`HTTP/1.1 200 O\r\ntransfer-encoding: chunked\r\n\r\n${"0".repeat(15)}3\r\nabc\r\n0000\r\n\r\n`),
    "abc",
  ],
  ["the end of the connection", sayAndEnd("HTTP/1.0 200 O\r\n\r\n", "ab", "c"), "abc"],
  ["its length, with more behind it", say("HTTP/1.1 200 O\r\ncontent-length: 3\r\n\r\nabcdef"), "abc"],
  [
    "a content coding undone",
    sayAndEnd("HTTP/1.1 200 O\r\ncontent-encoding: gzip\r\n\r\n", gzipSync("abc")),
    "abc",
  ],
  [
    "a content coding of nothing",
    say("HTTP/1.1 200 O\r\ncontent-encoding: br\r\ncontent-length: 0\r\n\r\n"),
    "",
  ],
])("a body ends with %s", async (_name, reply, body) => {
  expect(await probe(reply)).toMatchObject({ status: 200, body });
});

test.each([
  ["its length", "content-length: 9\r\n\r\nabc"],
  ["its last chunk", "transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n"],
])("an answer that ends short of %s is cut, as a network may do", async (_name, rest) => {
  await expect(probe(sayAndEnd(`HTTP/1.1 200 O\r\n${rest}`))).rejects.toMatchObject({
    name: "BrokenAnswer",
    kind: "cut",
    message: "the connection closed within the answer",
  });
});

test("headers keep their order and number, and folded ones are joined", async () => {
  const lines = ["Set-Cookie: a=1", "X-Folded: one", "  two", "\tthree", "set-cookie:  b=2 ", "x-empty:"];
  const { headers } = await probe(sayAndEnd(`HTTP/1.1 204 N\r\n${lines.join("\r\n")}\r\n\r\n`));
  expect(headers).toEqual([
    ["set-cookie", "a=1"],
    ["x-folded", "one two three"],
    ["set-cookie", "b=2"],
    ["x-empty", ""],
  ]);
});

test.each<[string, Reply, RegExp]>([
  ["says nothing", () => undefined, /^timeout after 200 ms$/],
  ["stops within the head", say("HTTP/1.1 204 No"), /^timeout after 200 ms$/],
  ["closes at once", (socket) => void socket.end(), /^the connection closed before an answer$/],
  [
    "closes within the head",
    sayAndEnd("HTTP/1.1 204 N\r\nx: y\r\n"),
    /^the connection closed before an answer$/,
  ],
  ["resets", (socket) => void socket.resetAndDestroy(), /^connection reset$/],
  ["speaks something else", sayAndEnd("SSH-2.0-OpenSSH_9.6\r\n\r\n"), /^the answer is not HTTP\/1\.1 /],
  ["says a status of four digits", sayAndEnd("HTTP/1.1 2044 N\r\n\r\n"), /^the answer is not HTTP\/1\.1 /],
  [
    "writes a header line without a name",
    sayAndEnd("HTTP/1.1 404 N\r\ngarbage\r\n\r\n"),
    /^the answer is not HTTP\/1\.1 /,
  ],
  [
    "never ends its head",
    sayAndEnd("HTTP/1.1 204 N\r\n", `x: ${"y".repeat(2_000_000)}`),
    /^the head of the answer is longer than 256 KiB$/,
  ],
  [
    "sends no gzip for gzip",
    sayAndEnd("HTTP/1.1 200 O\r\ncontent-encoding: gzip\r\n\r\nabc"),
    /^the body is not the gzip/,
  ],
])("a server that %s gives no answer, and the reason is told", async (_name, reply, message) => {
  const outcome = await probe(reply, 200).catch((error: Error) => error);
  expect(outcome).toMatchObject({
    name: expect.stringMatching(/^(?:No|Broken)Answer$/),
    message: expect.stringMatching(message),
  });
});

test("a port where nothing listens gives no answer", async () => {
  await expect(targetOf("http://127.0.0.1:1").send(request)).rejects.toThrow("nothing listens there");
});

test.each([
  ["of the announced length", "content-length: 4", "[1]\n"],
  ["in chunks", "transfer-encoding: chunked", "4\r\n[1]\n\r\n0\r\n\r\n"],
  ["of a length that nothing announced", "content-type: application/json", "[1]\n"],
])(
  "a body %s that the answer to a HEAD left behind is no part of the next answer",
  async (_how, head, body) => {
    const url = await startRawServer((socket, text) => {
      if (text.startsWith("HEAD")) void writePieces(socket, [`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`, body]);
      else socket.write("HTTP/1.1 204 No Content\r\n\r\n");
    });
    const target = targetOf(url);
    await target.send({ ...request, method: "HEAD" });
    const answer = await target.send(request);
    await target.quiet!();
    expect([answer.status, answer.stray?.length]).toEqual([204, 0]);
  },
);
