import { once } from "node:events";
import type { RequestListener, ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { emptyReply, type MockReply, textReply } from "../../http/reply.ts";
import { createMock } from "../../mock.ts";
import { openSocket, parseAnswer, readToEnd } from "../../testing/raw-socket.ts";
import { readAnswers } from "../../testing/read-answers.ts";
import { createHttpServer } from "./http-server.ts";
import { startMockServer } from "./mock-server.ts";
import { createRequestListener } from "./serve-request.ts";

/** Answers that are late, long, endless or broken, to clients that leave, wait or pipeline. */

vi.setConfig({ testTimeout: 20_000 });

const get = (path: string, lines = "") => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;
const key = "Authorization: Bearer mock-key\r\n";
const delayed = (delayMs: number): MockReply => ({
  ...textReply(200, "text/plain", "late", "late"),
  delivery: { delayMs },
});
const ending = (end: "hang" | "reset" | "cut"): MockReply => ({
  ...textReply(200, "text/plain", "whole", "ends"),
  delivery: { end },
});

/** A server whose answers are given by their path. */
async function serve(replies: Readonly<Record<string, () => MockReply>>, settings?: ServerOptions) {
  const mock = { ...createMock(), handle: ({ target }: { target: string }) => replies[target]!() };
  return listen(createRequestListener(mock, undefined), settings);
}

async function listen(listener: RequestListener, settings?: ServerOptions) {
  const { server, stop } = createHttpServer(listener, settings);
  onTestFinished(() => stop());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, stop, port: (server.address() as AddressInfo).port };
}

async function elapsedMs(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
}

describe("a client that ends its half", () => {
  test("after its request gets the whole of a long or late answer", async () => {
    await using server = await startMockServer({ orders: 50_000 });
    const socket = await openSocket(server.port);
    socket.end(get("/v1/store/orders", key));
    const { status, headers, body } = parseAnswer(await readToEnd(socket));
    expect([status, body.length]).toEqual([200, Number(headers["content-length"])]);

    const { port } = await serve({ "/": () => delayed(50) });
    const other = await openSocket(port);
    other.end(get("/"));
    expect(parseAnswer(await readToEnd(other)).body).toBe("late");
  });

  test.each([
    ["a head", get("/v1").slice(0, 20)],
    ["a body", `DELETE /v1/store/orders/1001 HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab`],
    ["a chunk", `POST /_mock/reset HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab`],
  ])("in the middle of %s is refused, and the connection ends", async (_what, bytes) => {
    await using server = await startMockServer();
    const socket = await openSocket(server.port);
    socket.end(bytes);
    expect(readAnswers(await readToEnd(socket)).map(({ status }) => status)).toEqual([400]);
    expect(server.mock.control.orders()).toHaveLength(25);
  });

  test.each(["/_mock/events", "/hang"])("ends %s, which has no end of its own", async (path) => {
    const mock = createMock();
    const hanging = {
      ...mock,
      handle: (call: Parameters<typeof mock.handle>[0]) =>
        call.target === "/hang" ? ending("hang") : mock.handle(call),
    };
    const { port } = await listen(createRequestListener(hanging, undefined));
    const socket = await openSocket(port);
    socket.end(get(path));
    await readToEnd(socket);
  });
});

describe("a stop", () => {
  test("does not wait for events, hanging answers, idle and silent connections", async () => {
    const mock = createMock();
    const { port, stop, server } = await listen(
      createRequestListener(
        { ...mock, handle: (call) => (call.target === "/hang" ? ending("hang") : mock.handle(call)) },
        undefined,
      ),
    );
    const paths = ["/_mock/events", "/hang", "/v1/pets/1"];
    const sockets = await Promise.all(paths.map(() => openSocket(port)));
    const silent = await openSocket(port);
    const asked = new Promise<void>((resolve) => {
      let count = 0;
      server.on("request", () => ++count === paths.length && resolve());
    });
    for (const [index, socket] of sockets.entries()) socket.write(get(paths[index]!));
    await asked;
    const ends = [...sockets, silent].map(readToEnd);
    expect(await elapsedMs(stop)).toBeLessThan(1000);
    const [events] = await Promise.all(ends);
    // It has a proper end: a client sees no error.
    expect(readAnswers(events!)).toHaveLength(1);
  });

  test("does not wait either once the last answer of a kept connection has gone out", async () => {
    const { port, stop, server } = await serve({ "/": () => delayed(100) });
    const socket = await openSocket(port);
    socket.write(get("/"));
    await once(server, "request");
    const all = readToEnd(socket);
    expect(await elapsedMs(stop)).toBeLessThan(1000);
    expect(parseAnswer(await all).body).toBe("late");
  });
});

describe("a pipeline", () => {
  test("behind a late answer keeps its order, and Node warns of nothing", async () => {
    const warned = vi.fn();
    process.on("warning", warned);
    onTestFinished(() => void process.off("warning", warned));
    const { port } = await serve({ "/late": () => delayed(20), "/": () => emptyReply(204, "at once") });
    const socket = await openSocket(port);
    socket.end(get("/late").repeat(30) + get("/").repeat(30));
    const statuses = readAnswers(await readToEnd(socket)).map(({ status }) => status);
    expect(statuses).toEqual([...Array(30).fill(200), ...Array(30).fill(204)]);
    await new Promise(setImmediate);
    expect(warned).not.toHaveBeenCalled();
  });

  test.each(["reset", "cut"] as const)("ends where an answer behind another is %s", async (end) => {
    const { port } = await serve({ "/late": () => delayed(20), "/end": () => ending(end) });
    const socket = await openSocket(port);
    socket.write(get("/late") + get("/end"));
    // Not left waiting for what never comes.
    await readToEnd(socket);
  });

  test("100 Continue does not fall into an answer that waits for its turn", async () => {
    const { port } = await serve({
      "/late": () => delayed(20),
      "/": () => textReply(200, "text/plain", "b", "b"),
    });
    const socket = await openSocket(port);
    socket.end(get("/late") + get("/", "Expect: 100-continue\r\n"));
    expect(readAnswers(await readToEnd(socket)).map(({ body }) => body)).toEqual(["late", "b"]);
  });
});

describe("a mock that fails", () => {
  test.each([
    [
      "throws",
      (): MockReply => {
        throw new Error("no");
      },
    ],
    ["gives a header that cannot be sent", () => emptyReply(200, "x", { "x-bad": "a\nb" })],
    [
      "gives a late one",
      (): MockReply => ({ ...emptyReply(200, "x", { "x-bad": "\0" }), delivery: { delayMs: 1 } }),
    ],
    [
      "has events that fail",
      (): MockReply => ({
        ...emptyReply(200, "x"),
        stream() {
          throw new Error("no");
        },
      }),
    ],
  ])("and %s answers 500 or ends the connection, and goes on", async (_what, fail) => {
    const { port } = await serve({ "/": fail, "/fine": () => emptyReply(204, "fine") });
    const socket = await openSocket(port);
    socket.end(get("/"));
    const text = (await readToEnd(socket)).toString();
    if (!text.startsWith("HTTP/1.1 200")) expect(parseAnswer(Buffer.from(text)).status).toBe(500);
    const next = await openSocket(port);
    next.end(get("/fine"));
    expect(parseAnswer(await readToEnd(next)).status).toBe(204);
  });
});

describe("time", () => {
  const settings = { headersTimeout: 500, requestTimeout: 600, connectionsCheckingInterval: 20 };

  test.each([
    ["half a head", "GET / HTTP/1.1\r\nHo", "408"],
    ["half a body", "DELETE / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab", "408"],
    ["nothing", "", ""],
  ])("a client that sends %s is let go in the end", async (_what, bytes, status) => {
    const { port } = await serve({ "/": () => emptyReply(204, "x") }, settings);
    const socket = await openSocket(port);
    socket.write(bytes);
    const answer = await readToEnd(socket);
    expect(answer.toString().slice(9, 12)).toBe(status);
  });

  test("a kept connection outlives those, and is told how long it will be kept", async () => {
    const { port, server } = await serve({ "/": () => emptyReply(204, "x") }, settings);
    expect(server.keepAliveTimeout).toBe(120_000);
    const kept = await openSocket(port);
    kept.write(get("/"));
    const [first] = (await once(kept, "data")) as [Buffer];
    expect(parseAnswer(first).headers["keep-alive"]).toBe("timeout=120");
    // Another, opened later, is let go for its silence: the kept one was idle for longer.
    await readToEnd(await openSocket(port));
    kept.end(get("/"));
    expect(parseAnswer(await readToEnd(kept)).status).toBe(204);
  });
});
