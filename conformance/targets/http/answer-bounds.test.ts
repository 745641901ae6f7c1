import { describe, expect, onTestFinished, test } from "vitest";
import type { Reply } from "../../testing/listen-raw.ts";
import { startRawServer } from "../../testing/raw-server.ts";
import { createHttpTarget } from "./http-target.ts";

/** Whatever a server sends, so much is read of an answer, on each way to it. */

const ways = {
  "on a shared connection": {},
  "on a connection with a name": { connection: "a" },
  "on a connection of its own": { connection: "" },
};

async function send(way: keyof typeof ways, reply: Reply, timeoutMs = 5000) {
  const target = createHttpTarget({ baseUrl: `${await startRawServer(reply)}/v1`, apiKey: "k", timeoutMs });
  onTestFinished(() => target.close());
  return target.send({ method: "DELETE", path: "/x", headers: [] }, ways[way]);
}

const answer =
  (lines: string, before = ""): Reply =>
  (socket, head) => {
    const isHead = head.startsWith("HEAD");
    socket.write(
      isHead ? "HTTP/1.1 200 OK\r\n\r\n" : `${before}HTTP/1.1 404 N\r\n${lines}content-length: 0\r\n\r\n`,
    );
  };
const interims = (count: number) => "HTTP/1.1 103 Early\r\nlink: </a>\r\n\r\n".repeat(count);

describe.each(Object.keys(ways) as (keyof typeof ways)[])("%s", (way) => {
  test.each<[string, Reply]>([
    ["a head of 200 KB", answer(`x: ${"a".repeat(200_000)}\r\n`)],
    ["999 header lines", answer("x: 1\r\n".repeat(999))],
    ["100 interim answers", answer("", interims(100))],
  ])("%s is read", async (_name, reply) => {
    expect((await send(way, reply)).status).toBe(404);
  });

  test.each<[string, Reply, RegExp]>([
    [
      "a head of 257 KB",
      answer(`x: ${"a".repeat(257 * 1024)}\r\n`),
      /^the head of the answer is longer than 256 KiB$/,
    ],
    [
      "a head without end",
      answer(`x: ${"a".repeat(5_000_000)}`),
      /^the head of the answer is longer than 256 KiB$/,
    ],
    ["1001 header lines", answer("x: 1\r\n".repeat(1001)), /^the answer has more than 1000 header lines$/],
    [
      "101 interim answers",
      answer("", interims(101)),
      /^more than 100 interim answers came before an answer$/,
    ],
    ["interim answers without end", answer("", interims(50_000)), /^more than 100 interim answers/],
  ])("%s is not, and the call says so", async (_name, reply, reason) => {
    await expect(send(way, reply)).rejects.toThrow(reason);
  });

  test("a head that comes byte by byte has the time of the call", async () => {
    const drip: Reply = (socket) => {
      const timer = setInterval(() => socket.write("x"), 20);
      socket.write("HTTP/1.1 404 N\r\nx: ");
      socket.once("close", () => clearInterval(timer));
    };
    await expect(send(way, drip, 300)).rejects.toThrow("timeout after 300 ms");
  });
});
