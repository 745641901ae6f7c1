import { createHash } from "node:crypto";
import { createServer, request } from "node:http";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { expect, test, vi } from "vitest";
import { startServer } from "../testing/raw-server.ts";
import { startTestProxy } from "./testing/start-test-proxy.ts";

vi.setConfig({ testTimeout: 120_000 });

/** Bytes of no pattern that a chunk could hide. */
function* pieces(size: number): Generator<Buffer> {
  let left = size;
  for (let number = 1; left > 0; number++) {
    const piece = Buffer.alloc(Math.min(left, 60_000 + (number % 7919)), `piece ${number} `);
    left -= piece.length;
    yield piece;
  }
}

const hashOf = async (stream: AsyncIterable<Buffer>, isSlow = false) => {
  const hash = createHash("sha256");
  let size = 0;
  for await (const piece of stream) {
    hash.update(piece);
    size += piece.length;
    if (isSlow && size % 7 === 0) await new Promise((next) => setImmediate(next));
  }
  return `${size} ${hash.digest("hex")}`;
};

async function start(isZipped: boolean, answerBytes: number) {
  const server = createServer(async (incoming, response) => {
    const received = await hashOf(incoming);
    response.setHeader("x-received", received);
    const body = Readable.from(pieces(answerBytes));
    if (isZipped) body.pipe(createGzip({ level: 1 })).pipe(response.setHeader("content-encoding", "gzip"));
    else body.pipe(response);
  });
  return startServer(server);
}

async function send(port: number, size: number, isChunked: boolean, isSlow: boolean) {
  return new Promise<unknown[]>((done, fail) => {
    const headers = isChunked ? {} : { "content-length": size };
    const outgoing = request(
      { port, host: "127.0.0.1", path: "/v1/x", method: "PUT", headers },
      async (answer) => {
        done([answer.headers["x-received"], await hashOf(answer, isSlow)]);
      },
    );
    outgoing.on("error", fail);
    Readable.from(pieces(size)).pipe(outgoing);
  });
}

test.each([
  [0, false, false, false],
  [1, true, false, false],
  [70_000, false, true, false],
  [10_000_000, true, true, true],
  [100_000_000, false, false, false],
  [100_000_000, true, false, true],
])(
  "%i bytes both ways, chunked %s, compressed %s, to a slow reader %s: the same bytes",
  async (size, isChunked, isZipped, isSlow) => {
    const port = await start(isZipped, size);
    const proxy = await startTestProxy(`http://127.0.0.1:${port}/v1`);
    const before = process.memoryUsage().rss;
    const passed = await send(proxy.port, size, isChunked, isSlow);
    const grown = process.memoryUsage().rss - before;
    expect(passed).toEqual(await send(port, size, isChunked, isSlow));
    // Server, client and proxy together: none may hold the body.
    expect(grown).toBeLessThan(300_000_000);
  },
);
