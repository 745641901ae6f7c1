import { once } from "node:events";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { emptyReply, type MockReply, textReply } from "../../http/reply.ts";
import { delayed, ending, listenReplies } from "../../testing/listen-replies.ts";
import { endWith, openSocket, parseAnswer, readAnswers, readToEnd } from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";

/** Answers that are late, long, endless or broken, to clients that leave, wait or pipeline. */

const get = (path: string, lines = "") => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;
const key = "Authorization: Bearer mock-key\r\n";
const fine = () => emptyReply(204, "fine");

describe("a client that ends its half of the connection", () => {
  test("after its request gets the whole answer, long or late", async () => {
    await using server = await startMockServer({ orders: 50_000 });
    const long = await endWith(openSocket(server.port), get("/v1/store/orders", key));
    const { status, headers, body } = parseAnswer(long);
    expect([status, body.length]).toEqual([200, Number(headers["content-length"])]);

    const { port } = await listenReplies({ "/": () => delayed(50) });
    expect(parseAnswer(await endWith(openSocket(port), get("/"))).body).toBe("late");
  });

  test.each([
    ["a head", get("/v1").slice(0, 20)],
    ["a body", `DELETE /v1/store/orders/1001 HTTP/1.1\r\nHost: a\r\n${key}Content-Length: 9\r\n\r\nab`],
    ["a chunk", `POST /_mock/reset HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab`],
  ])("in the middle of %s is refused, and the connection ends", async (_what, bytes) => {
    await using server = await startMockServer();
    const answers = readAnswers(await endWith(openSocket(server.port), bytes));
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(server.mock.control.order(1001)).toMatchObject({ status: "pending" });
    expect(server.mock.control.journal()).toEqual([]);
  });

  test.each(["/_mock/events", "/hang"])("ends %s, which would not end otherwise", async (path) => {
    const { port } = await listenReplies({ "/hang": () => ending("hang") });
    await endWith(openSocket(port), get(path));
  });
});

describe("a pipeline", () => {
  test("behind a late answer keeps its order, and Node prints no warning", async () => {
    const warned = vi.fn();
    process.on("warning", warned);
    onTestFinished(() => void process.off("warning", warned));
    const { port } = await listenReplies({ "/late": () => delayed(20), "/": fine });
    const all = await endWith(openSocket(port), get("/late").repeat(30) + get("/").repeat(30));
    const statuses = readAnswers(all).map(({ status }) => status);
    expect(statuses).toEqual([...Array(30).fill(200), ...Array(30).fill(204)]);
    await new Promise(setImmediate);
    expect(warned).not.toHaveBeenCalled();
  });

  test.each(["reset", "cut"] as const)("ends where an answer behind another is %s", async (end) => {
    const { port } = await listenReplies({ "/late": () => delayed(20), "/end": () => ending(end) });
    const socket = await openSocket(port);
    socket.write(get("/late") + get("/end"));
    // The client does not wait for an answer that never comes.
    await readToEnd(socket);
  });

  test("100 Continue does not fall into an answer that waits for its turn", async () => {
    const b = () => textReply(200, "text/plain", "b", "b");
    const { port } = await listenReplies({ "/late": () => delayed(20), "/": b });
    const both = get("/late") + get("/", "Expect: 100-continue\r\n");
    const answers = readAnswers(await endWith(openSocket(port), both));
    expect(answers.map(({ body }) => body)).toEqual(["late", "b"]);
  });
});

function fail(): never {
  throw new Error("no");
}

test.each<[string, () => MockReply]>([
  ["throws", fail],
  ["gives a header that cannot be sent", () => emptyReply(200, "x", { "x-bad": "a\nb" })],
  ["gives a late one", () => ({ ...emptyReply(200, "x", { "x-bad": "\0" }), delivery: { delayMs: 1 } })],
  ["has events that fail", () => ({ ...emptyReply(200, "x"), stream: fail })],
])("a mock that %s answers 500 or ends the connection, and then serves others", async (_what, reply) => {
  const { port } = await listenReplies({ "/": reply, "/fine": fine });
  const { status } = parseAnswer(await endWith(openSocket(port), get("/")));
  expect([200, 500]).toContain(status);
  expect(parseAnswer(await endWith(openSocket(port), get("/fine"))).status).toBe(204);
});

describe("time", () => {
  const settings = { headersTimeout: 500, requestTimeout: 600, connectionsCheckingInterval: 20 };

  test.each([
    ["half a head", "GET / HTTP/1.1\r\nHo", "408"],
    ["half a body", "DELETE / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab", "408"],
    ["nothing", "", ""],
  ])("a connection on which a client sends %s is closed after a limit", async (_what, bytes, status) => {
    const { port } = await listenReplies({ "/": fine }, settings);
    const socket = await openSocket(port);
    socket.write(bytes);
    const answer = await readToEnd(socket);
    expect(answer.toString().slice(9, 12)).toBe(status);
  });

  test("a kept connection stays open longer, and its answers say for how long", async () => {
    const { port, server } = await listenReplies({ "/": fine }, settings);
    expect(server.keepAliveTimeout).toBe(120_000);
    const kept = await openSocket(port);
    kept.write(get("/"));
    const [first] = (await once(kept, "data")) as [Buffer];
    expect(parseAnswer(first).headers["keep-alive"]).toBe("timeout=120");
    // A later, unused connection is closed first: the kept one was idle for longer.
    await readToEnd(await openSocket(port));
    expect(parseAnswer(await endWith(kept, get("/"))).status).toBe(204);
  });
});
