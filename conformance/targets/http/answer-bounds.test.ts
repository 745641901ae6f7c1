import { expect, onTestFinished, test } from "vitest";
import { type Reply, startRawServer } from "../../testing/raw-server.ts";
import { createHttpTarget } from "./http-target.ts";

/** Limits of the answers that are read. */

async function send(reply: Reply, timeoutMs = 5000, method = "DELETE") {
  const target = createHttpTarget({ baseUrl: `${await startRawServer(reply)}/v1`, apiKey: "k", timeoutMs });
  onTestFinished(() => target.close());
  return target.send({ method, path: "/store/orders", headers: [] });
}

const answer =
  (lines: string, before = ""): Reply =>
  (socket) =>
    void socket.write(`${before}HTTP/1.1 404 N\r\n${lines}content-length: 0\r\n\r\n`);
const interims = (count: number) => "HTTP/1.1 103 Early\r\nlink: </a>\r\n\r\n".repeat(count);
const longHead = "the head of the answer is longer than 256 KiB";
const manyInterims = "more than 100 interim answers came before an answer";

test.each<[string, Reply]>([
  ["a head of 200 KB", answer(`x: ${"a".repeat(200_000)}\r\n`)],
  ["999 header lines", answer("x: 1\r\n".repeat(999))],
  ["100 interim answers", answer("", interims(100))],
])("%s is read", async (_name, reply) => {
  expect((await send(reply)).status).toBe(404);
});

test.each<[string, Reply, string]>([
  ["a head of 257 KB", answer(`x: ${"a".repeat(257 * 1024)}\r\n`), longHead],
  ["a head without end", answer(`x: ${"a".repeat(5_000_000)}`), longHead],
  [
    "a status line without end",
    (socket) => void socket.write(`HTTP/1.1 404 ${"N".repeat(5_000_000)}`),
    longHead,
  ],
  ["1001 header lines", answer("x: 1\r\n".repeat(1001)), "the answer has more than 1000 header lines"],
  ["101 interim answers", answer("", interims(101)), manyInterims],
  ["interim answers without end", answer("", interims(50_000)), manyInterims],
])("%s is not read, and the call has the reason", async (_name, reply, reason) => {
  await expect(send(reply)).rejects.toMatchObject({ message: reason });
});

test("a head that arrives byte by byte is read within the call's timeout", async () => {
  const drip: Reply = (socket) => {
    const timer = setInterval(() => socket.write("x"), 20);
    socket.write("HTTP/1.1 404 N\r\nx: ");
    socket.once("close", () => clearInterval(timer));
  };
  await expect(send(drip, 300)).rejects.toThrow("timeout after 300 ms");
});

test("identity does not count as a coding: such a list may be as long as one without", async () => {
  const body = Buffer.alloc(41 * 1024 * 1024, " ");
  const reply: Reply = (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: identity\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.write(body);
  };
  const { body: read } = await send(reply, 20_000, "GET");
  expect(read.length).toBe(body.length);
});
