import { expect, test } from "vitest";
import { listenRaw } from "../testing/listen-raw.ts";
import { startRawServer } from "../testing/raw-server.ts";
import { createFetchTarget, type FetchTargetOptions } from "./fetch-target.ts";
import { nothingListens } from "./target.ts";

const request = {
  method: "DELETE",
  path: "/store/orders/1?x=%20",
  headers: [["authorization", "Bearer k"]],
} as const;

function send(fetch: FetchTargetOptions["fetch"], timeoutMs?: number) {
  const options = {
    baseUrl: "http://test/v1//",
    apiKey: "k",
    fetch: fetch!,
    ...(timeoutMs ? { timeoutMs } : {}),
  };
  return createFetchTarget(options).send(request);
}

test("a request goes out as it stands, and its answer comes back as it is", async () => {
  let seen: unknown;
  const answer = await send(async (input, init) => {
    seen = [input, init.method, init.headers, init.redirect];
    const headers = [
      ["X-One", "1"],
      ["Set-Cookie", "a=1"],
      ["set-cookie", "b=2"],
    ] as [string, string][];
    return new Response("body", { status: 418, headers });
  });
  expect(seen).toEqual([
    "http://test/v1/store/orders/1?x=%20",
    "DELETE",
    [["authorization", "Bearer k"]],
    "manual",
  ]);
  expect(answer.status).toBe(418);
  expect(answer.headers).toEqual(
    expect.arrayContaining([
      ["x-one", "1"],
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ]),
  );
  expect(new TextDecoder().decode(answer.body)).toBe("body");
  expect(answer.stray).toBeUndefined();
});

test.each<[string, FetchTargetOptions["fetch"]]>([
  [
    "heeds the signal",
    (_input, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  ],
  ["heeds nothing", () => new Promise(() => undefined)],
  [
    "never ends a body",
    async () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1)) })),
  ],
])("a fetch that %s is given up in time", async (_name, fetch) => {
  await expect(send(fetch, 30)).rejects.toMatchObject({ name: "NoAnswer", message: "timeout after 30 ms" });
});

test("a failure is told with its cause", async () => {
  const fail = (error: Error) => send(() => Promise.reject(error));
  await expect(fail(new TypeError("Failed to fetch"))).rejects.toThrow("Failed to fetch");
  const cause = new Error("connect ECONNREFUSED 127.0.0.1:1");
  await expect(fail(new TypeError("fetch failed", { cause }))).rejects.toThrow(
    "fetch failed: connect ECONNREFUSED",
  );
});

test("a server that is gone is waited for, since its failure says that nothing listens", async () => {
  const { origin, close } = await listenRaw((socket) => void socket.destroy());
  await close();
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

test("while this process stands still no server is late", async () => {
  const timeoutMs = 1200;
  const origin = await startRawServer((socket) => {
    // As a sleeping machine or a long task of an embedding test does.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, timeoutMs + 400);
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nlate");
  });
  const target = createFetchTarget({ baseUrl: origin, apiKey: "k", timeoutMs });
  const { body } = await target.send(request);
  expect(new TextDecoder().decode(body)).toBe("late");
});
