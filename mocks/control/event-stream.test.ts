import { expect, onTestFinished, test, vi } from "vitest";
import { type MockServer, type MockServerOptions, startMockServer } from "../adapters/server/mock-server.ts";
import { nextUncaught } from "../testing/next-uncaught.ts";
import { openSocket, writeRequest } from "../testing/raw-socket.ts";
import { watchListeners } from "../testing/watch-listeners.ts";

const withKey = { authorization: "Bearer mock-key" };

async function start(options: MockServerOptions = {}) {
  const server = await startMockServer({ fixtures: "magic", ...options });
  onTestFinished(() => server.close());
  return server;
}

const controlUrl = ({ port }: MockServer, path: string) => `http://127.0.0.1:${port}/_mock${path}`;

/** Follows a stream as the HTML standard reads it (9.2.6): blocks of `name: value` lines. */
async function follow(server: MockServer, query = "") {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(controlUrl(server, `/events${query}`), { signal: stop.signal });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream\b/);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  async function block(): Promise<string> {
    while (!waiting.includes("\n\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error("the stream ended");
      waiting += value;
    }
    const end = waiting.indexOf("\n\n");
    const text = waiting.slice(0, end);
    waiting = waiting.slice(end + 2);
    return text;
  }
  const opening = await block();
  return {
    opening,
    stop: () => stop.abort(),
    async next() {
      const fields = (await block()).split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2));
      const { event, data } = Object.fromEntries(fields) as Record<string, string>;
      return { event, data: JSON.parse(data!) };
    },
  };
}

test("a stream opens at once, with a comment line and the time after which to reconnect", async () => {
  const { opening } = await follow(await start());
  expect(opening).toMatch(/^: .+\nretry: 1000$/);
});

test("each exchange is an event with its journal entry", async () => {
  const server = await start();
  const stream = await follow(server);
  await fetch(`${server.baseUrl}/store/orders/204`, { method: "DELETE", headers: withKey });
  await fetch(`${server.baseUrl}/store/orders?line=%0aend`, { headers: withKey });
  const entries = server.mock.control.journal();
  expect(entries).toMatchObject([
    { id: 1, status: 204 },
    { id: 2, status: 200 },
  ]);
  const heard = [await stream.next(), await stream.next(), await stream.next()];
  const exchanges = entries.map((entry) => ({
    event: "exchange",
    data: { event: "exchange", world: "default", entry },
  }));
  const orders = { event: "orders", data: { event: "orders", world: "default", ids: ["204"] } };
  expect(heard).toEqual([exchanges[0], orders, exchanges[1]]);
});

test("each action of the control plane is an event with its name, in order", async () => {
  const server = await start();
  const { control } = server.mock;
  const stream = await follow(server);
  const snapshot = control.snapshot();
  control.ship(2n);
  control.put({ id: 7n, status: "pending" });
  control.setFaults([]);
  control.setProfile(control.profile());
  control.restore(snapshot);
  control.clearJournal();
  await fetch(controlUrl(server, "/reset"), { method: "POST" });
  const events = ["orders", "orders", "faults", "profile", "restored", "journal-cleared", "reset"];
  for (const event of events) {
    expect(await stream.next()).toMatchObject({ event, data: { event, world: "default" } });
  }
});

test("a stream of one world shows nothing of another", async () => {
  const server = await start();
  const [a, b] = [await follow(server, "?world=a"), await follow(server, "?world=b")];
  for (const world of ["", "~b", "~a"])
    await fetch(`${server.baseUrl}/store/orders`, { headers: { authorization: `Bearer mock-key${world}` } });
  expect((await a.next()).data).toMatchObject({ world: "a", entry: { id: 1 } });
  expect((await b.next()).data).toMatchObject({ world: "b", entry: { id: 1 } });
  server.mock.control.world("b").clearJournal();
  server.mock.control.resetAll();
  expect((await a.next()).event).toBe("reset");
  expect((await b.next()).event).toBe("journal-cleared");
});

test("HEAD opens no stream", async () => {
  const server = await start();
  const listeners = watchListeners(server.mock);
  for (let call = 0; call < 2; call++)
    expect((await fetch(controlUrl(server, "/events"), { method: "HEAD" })).status).toBe(200);
  expect(listeners()).toBe(0);
});

test("a client that does not read is disconnected, and the events that wait for it are bounded", async () => {
  const server = await start({ journalLength: 10 });
  const listeners = watchListeners(server.mock);
  const socket = await openSocket(server.port);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.pause();
  socket.write(writeRequest("GET /_mock/events"));
  await vi.waitFor(() => expect(listeners()).toBe(1));
  const target = `/v1/store/orders?${"x".repeat(1900)}`;
  const before = process.memoryUsage();
  let calls = 0;
  // Each event is some 3 KB: more than any socket's buffers hold, sent until the mock has had enough.
  while (listeners() === 1 && calls < 50_000) {
    for (let call = 0; call < 50; call++, calls++)
      server.mock.handle({ method: "GET", target, headers: withKey });
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(listeners()).toBe(0);
  const { heapUsed, external } = process.memoryUsage();
  expect(heapUsed + external - before.heapUsed - before.external).toBeLessThan(100e6);
});

test("a listener in this process that throws changes neither the answer nor the events of others", async () => {
  const server = await start();
  const { control, handle } = server.mock;
  const heard: string[] = [];
  const thrown = nextUncaught();
  const stop = control.onEvent(({ event }) => {
    if (event === "exchange") throw new Error("of the listener");
  });
  control.onEvent(({ event }) => heard.push(event));
  const reply = handle({ method: "DELETE", target: "/v1/store/orders/204", headers: withKey });
  stop();
  expect(reply.status).toBe(204);
  expect(heard).toEqual(["exchange", "orders"]);
  expect(await thrown).toMatchObject({ message: "of the listener" });
});
