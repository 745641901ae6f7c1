import { expect, onTestFinished, test, vi } from "vitest";
import { startMockServer } from "../adapters/server/mock-server.ts";
import { createMock, type Mock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callControl, callMock, errorAnswer } from "../testing/call-mock.ts";
import { nextUncaught } from "../testing/next-uncaught.ts";
import { openSocket, writeRequest } from "../testing/raw-socket.ts";
import { watchListeners } from "../testing/watch-listeners.ts";

const magic = (options: MockOptions = {}) => createMock({ fixtures: "magic", ...options });
const list = "GET /v1/store/orders";
const longList = `${list}?${"x".repeat(1900)}`;

/** Follows a stream as the HTML standard reads it (9.2.6): blocks of `name: value` lines. */
function follow(mock: Mock, query = "") {
  const reply = mock.handle({ method: "GET", target: `/_mock/events${query}`, headers: {} });
  let text = "";
  const stop = reply.stream?.(
    (piece) => {
      text += piece;
    },
    () => {},
  );
  const blocks = () => text.split("\n\n").slice(0, -1);
  const events = () =>
    blocks()
      .slice(1)
      .map((block) => {
        const fields = block.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2));
        const { event, data } = Object.fromEntries(fields) as Record<string, string>;
        return { event, data: JSON.parse(data!) };
      });
  return { reply, stop: () => stop?.(), blocks, events };
}

test("a stream opens at once, with a comment line and the time after which to reconnect", () => {
  const { reply, blocks } = follow(magic());
  expect(reply).toMatchObject({
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8" },
  });
  expect(blocks()).toEqual([expect.stringMatching(/^: .+\nretry: 1000$/)]);
});

test("each exchange is an event with its journal entry", () => {
  const mock = magic();
  const { events } = follow(mock);
  callMock(mock, "DELETE /v1/store/orders/204");
  callMock(mock, `${list}?line=%0aend`);
  const [first, second] = mock.control.journal().map((entry) => ({
    event: "exchange",
    data: { event: "exchange", world: "default", entry },
  }));
  const orders = { event: "orders", data: { event: "orders", world: "default", ids: ["204"] } };
  expect(events()).toEqual([first, orders, second]);
});

test("each action of the control plane is an event with its name, in order", () => {
  const mock = magic();
  const { control } = mock;
  const { events } = follow(mock);
  const snapshot = control.snapshot();
  control.ship(2n);
  control.put({ id: 7n, status: "pending" });
  control.setFaults([]);
  control.setProfile(control.profile());
  control.restore(snapshot);
  control.clearJournal();
  control.reset();
  const names = ["orders", "orders", "faults", "profile", "restored", "journal-cleared", "reset"];
  expect(events()).toMatchObject(names.map((event) => ({ event, data: { event, world: "default" } })));
});

test("a stream of one world shows nothing of another", () => {
  const mock = magic();
  const [a, b] = ["?world=a", "?world=b"].map((query) => follow(mock, query).events);
  for (const world of ["", "~b", "~a"]) callMock(mock, list, { key: `mock-key${world}` });
  mock.control.world("b").clearJournal();
  mock.control.resetAll();
  const shown = (events: typeof a) =>
    events!().map(({ event, data }) => `${data.world} ${event} ${data.entry?.id}`);
  expect(shown(a)).toEqual(["a exchange 1", "a reset undefined"]);
  expect(shown(b)).toEqual(["b exchange 1", "b journal-cleared undefined", "b reset undefined"]);
});

test("HEAD opens no stream, and a stream beyond a hundred is refused until one ends", () => {
  const mock = magic();
  const listeners = watchListeners(mock);
  expect(mock.handle({ method: "HEAD", target: "/_mock/events", headers: {} })).not.toHaveProperty("stream");
  const [first] = Array.from({ length: 100 }, () => follow(mock));
  expect(callControl(mock, "GET /_mock/events")).toMatchObject(errorAnswer(503, "too_many_streams"));
  expect(listeners()).toBe(100);
  first!.stop();
  expect([follow(mock).reply.status, listeners()]).toEqual([200, 100]);
});

test("a client that does not read is disconnected, and the events that wait for it are bounded", async () => {
  await using server = await startMockServer({ fixtures: "magic", journalLength: 10 });
  const listeners = watchListeners(server.mock);
  const socket = await openSocket(server.port);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.pause();
  socket.write(writeRequest("GET /_mock/events"));
  await vi.waitFor(() => expect(listeners()).toBe(1));
  const before = process.memoryUsage();
  // Each event is some 3 KB: more than any socket's buffers hold, sent until the mock has had enough.
  for (let calls = 0; listeners() === 1 && calls < 50_000; calls++) {
    callMock(server.mock, longList);
    if (calls % 50 === 0) await new Promise(setImmediate);
  }
  expect(listeners()).toBe(0);
  const { heapUsed, external } = process.memoryUsage();
  expect(heapUsed + external - before.heapUsed - before.external).toBeLessThan(100e6);
});

test("a listener in this process that throws changes neither the answer nor the events of others", async () => {
  const mock = magic();
  const heard: string[] = [];
  const thrown = nextUncaught();
  const stop = mock.control.onEvent(({ event }) => {
    if (event === "exchange") throw new Error("of the listener");
  });
  mock.control.onEvent(({ event }) => heard.push(event));
  expect(callMock(mock, "DELETE /v1/store/orders/204").status).toBe(204);
  stop();
  expect(heard).toEqual(["exchange", "orders"]);
  expect(await thrown).toMatchObject({ message: "of the listener" });
});
