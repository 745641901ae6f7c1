import { once } from "node:events";
import { expect, test } from "vitest";
import { textReply } from "../../http/reply.ts";
import { delayed, ending, listenReplies } from "../../testing/listen-replies.ts";
import { openSocket, parseAnswer, readAnswers, readToEnd, writeRequest } from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";

/** The connections for which a stop waits, and its time; and clients in the middle of a list. */

const kept = { connection: undefined };
const listRequest = writeRequest("GET /v1/store/orders", kept);
/** About 20 MB in several pieces: more than the buffers of a connection take, so that the server must wait. */
const heavyOrders = Array.from({ length: 400 }, (_, id) => ({ id, note: "x".repeat(50_000) }));
/** A busy machine exceeds the times of a stop now and then, a stop that waits always. */
const busyMachine = { retry: 2 };
/** Maximum time of a stop: the grace time and some leave for a busy machine. */
const stopMs = 2000 + 3000;

async function elapsedMs(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
}

/** A reader that has the list's first bytes, and reads no more. */
async function readFirst(port: number, request = listRequest) {
  const socket = await openSocket(port);
  socket.write(request);
  const [first] = (await once(socket, "data")) as [Buffer];
  socket.pause();
  const rest = async () => {
    const all = readToEnd(socket);
    socket.resume();
    return parseAnswer(Buffer.concat([first, await all]));
  };
  return { socket, rest };
}

test("a stop ends within the grace time while a slow reader is mid-list", busyMachine, async () => {
  const server = await startMockServer({ fixtures: heavyOrders });
  const { socket } = await readFirst(server.port);
  const ms = await elapsedMs(() => server.close());
  expect(ms).toBeLessThan(stopMs);
  // The reader had its time, too.
  expect(ms).toBeGreaterThan(1000);
  await expect(openSocket(server.port)).rejects.toThrow("ECONNREFUSED");
  socket.destroy();
  await Promise.all([server.close(), server.close(), server[Symbol.asyncDispose]()]);
});

test.each([
  [
    "a list",
    async () => {
      const { port, close } = await startMockServer({ fixtures: heavyOrders });
      return { port, stop: close };
    },
  ],
  [
    "an answer that was handed over at once",
    () => listenReplies({ "/v1/store/orders": () => textReply(200, "text/plain", "x".repeat(20e6), "") }),
  ],
])("a stop waits until the last byte of %s has arrived", async (_what, start) => {
  const { port, stop } = await start();
  const reader = await readFirst(port);
  const stopped = stop();
  const { headers, body } = await reader.rest();
  expect(body.length).toBe(Number(headers["content-length"]));
  await stopped;
});

test(
  "a stop does not wait for events, hanging answers, idle and silent connections",
  busyMachine,
  async () => {
    const { port, stop, server } = await listenReplies({ "/hang": () => ending("hang") });
    const paths = ["/_mock/events", "/hang", "/v1/pets/1"];
    const sockets = await Promise.all(paths.map(() => openSocket(port)));
    const silent = await openSocket(port);
    const asked = new Promise<void>((resolve) => {
      let count = 0;
      server.on("request", () => ++count === paths.length && resolve());
    });
    for (const [index, socket] of sockets.entries()) socket.write(writeRequest(`GET ${paths[index]}`, kept));
    await asked;
    const ends = [...sockets, silent].map(readToEnd);
    expect(await elapsedMs(stop)).toBeLessThan(1000);
    const [events] = await Promise.all(ends);
    // It has a proper end: a client sees no error.
    expect(readAnswers(events!)).toHaveLength(1);
  },
);

test("a stop ends as soon as the last answer of a kept connection has been sent", busyMachine, async () => {
  const { port, stop, server } = await listenReplies({ "/": () => delayed(100) });
  const socket = await openSocket(port);
  socket.write(writeRequest("GET /", kept));
  await once(server, "request");
  const all = readToEnd(socket);
  expect(await elapsedMs(stop)).toBeLessThan(1000);
  expect(parseAnswer(await all).body).toBe("late");
});

test("a reset during a slow list does not change the list, which shows the orders of its start", async () => {
  await using server = await startMockServer({ fixtures: heavyOrders });
  const reader = await readFirst(server.port, writeRequest("GET /v1/store/orders"));
  server.mock.control.reset({ fixtures: "magic" });
  const { body } = await reader.rest();
  expect(JSON.parse(body)).toHaveLength(heavyOrders.length);
});
