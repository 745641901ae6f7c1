import { expect, test } from "vitest";
import { listenRaw } from "../testing/listen-raw.ts";
import { startRawServer } from "../testing/raw-server.ts";
import { createFetchTarget, type FetchTargetOptions } from "./fetch-target.ts";
import { createHttpTarget } from "./http/http-target.ts";
import { nothingListens } from "./target.ts";

const request = {
  method: "DELETE",
  path: "/store/orders/1?x=%20",
  headers: [["authorization", "Bearer k"]],
} as const;

const send = (fetch: NonNullable<FetchTargetOptions["fetch"]>, timeoutMs = 5000) =>
  createFetchTarget({ baseUrl: "http://test/v1//", apiKey: "k", fetch, timeoutMs }).send(request);

test("a request and its answer pass unchanged", async () => {
  let seen: unknown;
  const headers: [string, string][] = [
    ["X-One", "1"],
    ["Set-Cookie", "a=1"],
    ["set-cookie", "b=2"],
  ];
  const answer = await send(async (input, init) => {
    seen = [input, init.method, init.headers, init.redirect];
    return new Response("body", { status: 418, headers });
  });
  const url = "http://test/v1/store/orders/1?x=%20";
  expect(seen).toEqual([url, "DELETE", [["authorization", "Bearer k"]], "manual"]);
  expect(answer.status).toBe(418);
  const lowered = headers.map(([name, value]) => [name.toLowerCase(), value]);
  expect(answer.headers).toEqual(expect.arrayContaining(lowered));
  expect(new TextDecoder().decode(answer.body)).toBe("body");
  expect(answer.stray).toBeUndefined();
});

test.each([
  [
    { baseUrl: undefined },
    "Cannot use baseUrl: it must be an http or https address, as in https://host/v1, got nothing.",
  ],
  [{ baseUrl: "localhost:4010/v1" }, 'got "localhost:4010/v1".'],
  [
    { baseURL: "http://test/v1" },
    "Cannot use baseURL: there is no such member in options. Did you mean baseUrl?",
  ],
])("options %j are refused", (options, message) => {
  for (const create of [createFetchTarget, createHttpTarget])
    expect(() => create({ apiKey: "k", ...options } as never)).toThrow(message);
});

const endless = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1)) });

const rejectAt = (signal?: AbortSignal | null) =>
  new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

test.each<[string, NonNullable<FetchTargetOptions["fetch"]>]>([
  ["obeys the signal", (_input, { signal }) => rejectAt(signal)],
  ["obeys nothing", () => new Promise(() => undefined)],
  ["never ends a body", async () => new Response(endless)],
])("a fetch that %s ends at its timeout", async (_name, fetch) => {
  await expect(send(fetch, 30)).rejects.toMatchObject({ name: "NoAnswer", message: "timeout after 30 ms" });
});

const cause = new Error("connect ECONNREFUSED 127.0.0.1:1");
test.each([
  [new TypeError("Failed to fetch"), "Failed to fetch"],
  [new TypeError("fetch failed", { cause }), "fetch failed: connect ECONNREFUSED"],
])("a failure is reported with its cause: %s", async (error, message) => {
  await expect(send(() => Promise.reject(error))).rejects.toThrow(message);
});

test("a run waits for a server that has stopped, since the failure says that nothing listens", async () => {
  const { origin, close } = await listenRaw((socket) => void socket.destroy());
  close();
  const target = createFetchTarget({ baseUrl: origin, apiKey: "k" });
  await expect(target.send(request)).rejects.toMatchObject({ name: "NoAnswer", message: nothingListens });
});

test("the global fetch is looked up at each call, so that one that is replaced later is used", async () => {
  const target = createFetchTarget({ baseUrl: "http://test/v1", apiKey: "k" });
  const original = globalThis.fetch;
  globalThis.fetch = async () => new Response(null, { status: 204 });
  try {
    expect(await target.send(request)).toMatchObject({ status: 204, body: new Uint8Array() });
  } finally {
    globalThis.fetch = original;
  }
});

test("time in which this process is blocked does not count as a timeout", async () => {
  const timeoutMs = 300;
  const origin = await startRawServer((socket) => {
    // As a sleeping machine or a long task of an embedding test does.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * timeoutMs);
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nlate");
  });
  const { body } = await createFetchTarget({ baseUrl: origin, apiKey: "k", timeoutMs }).send(request);
  expect(new TextDecoder().decode(body)).toBe("late");
});
