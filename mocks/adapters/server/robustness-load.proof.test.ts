import { once } from "node:events";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { Agent, request } from "undici";
import { expect, onTestFinished, test, vi } from "vitest";
import { type MockProcess, startMockProcess } from "../../testing/mock-process.ts";
import { callPort, openSocket, writeRequest } from "../../testing/raw-socket.ts";

/** The cost of clients that only hold connections, read nothing, or send without end. */

vi.setConfig({ testTimeout: 40_000 });

const mebibyte = 1024 * 1024;
const show = (text: string) => process.stdout.write(`${text}\n`);
const headers = { authorization: "Bearer mock-key" };
const kept = { connection: undefined };
const listRequest = writeRequest("GET /v1/store/orders", kept).toString();

/** Opens a number of connections, fewer where the machine allows no more. */
async function openMany(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(250, count - sockets.length) }, () => openSocket(port));
    const opened = await Promise.allSettled(batch);
    for (const one of opened) if (one.status === "fulfilled") sockets.push(one.value);
    if (opened.some(({ status }) => status === "rejected")) break;
  }
  for (const socket of sockets) socket.on("error", () => {});
  return sockets;
}

const processorMs = async (mock: MockProcess) => (await mock.cost("processor")).processor;

/** Sends another client's request; a mock that never answers runs into the limit of the test. */
async function askMock(mock: MockProcess): Promise<void> {
  expect((await callPort(mock.port, "GET /v1/pets/1")).status).toBe(501);
}

test("four thousand idle connections cost little and delay no other client", async () => {
  await using mock = await startMockProcess();
  await askMock(mock);
  const before = await mock.cost();
  const sockets = await openMany(mock.port, 4000);
  // Kept alive after an answer, as a client's pool keeps them.
  const answered = sockets.map((socket) => once(socket, "data"));
  for (const socket of sockets) socket.write(writeRequest("GET /v1/pets/1", kept));
  await Promise.all(answered);
  const during = await mock.cost();
  // Processor time, which does not depend on other programs.
  const from = await processorMs(mock);
  await askMock(mock);
  const ms = (await processorMs(mock)) - from;
  const each = (during.heapUsed - before.heapUsed) / sockets.length;
  const eachRss = (during.rss - before.rss) / sockets.length;
  show(
    `${sockets.length} idle connections: ${(each / 1024).toFixed(1)} KiB of heap and ` +
      `${(eachRss / 1024).toFixed(1)} KiB in all for each; another request after ${ms.toFixed(0)} ms of processor time`,
  );
  expect(sockets.length).toBeGreaterThan(500);
  expect(ms).toBeLessThan(1000);
  expect(each).toBeLessThan(16 * 1024);
  expect(eachRss).toBeLessThan(64 * 1024);
  expect(during.sockets).toBeGreaterThanOrEqual(sockets.length);
  expect(sockets.filter(({ readableEnded, destroyed }) => readableEnded || destroyed)).toEqual([]);
});

test("connections that open and close, in every way, leave no memory or handle behind", async () => {
  await using mock = await startMockProcess();
  const churn = async (count: number) => {
    const sockets = await openMany(mock.port, count);
    const closed = sockets.map((socket) => once(socket, "close"));
    for (const [index, socket] of sockets.entries()) {
      if (index % 4 > 0) socket.write(listRequest.slice(0, index % 4 === 1 ? 30 : undefined));
      if (index % 4 === 2) socket.resetAndDestroy();
      else if (index % 4 === 3) socket.resume().end();
      else socket.destroy();
    }
    await Promise.all(closed);
    await vi.waitFor(async () => expect((await mock.cost()).sockets).toBe(0), { timeout: 10_000 });
  };
  // Memory that grows only once, of code and caches, has grown by then.
  await churn(1000);
  const before = await mock.cost();
  for (let turn = 0; turn < 4; turn++) await churn(1000);
  const { heapUsed } = await mock.cost();
  show(`4,000 connections come and gone: ${((heapUsed - before.heapUsed) / 1024).toFixed(0)} KiB left`);
  // A socket is some kilobytes: kept, they would be more than ten megabytes.
  expect(heapUsed - before.heapUsed).toBeLessThan(2 * mebibyte);
});

test("fifty clients that ask for a hundred thousand orders and read nothing cost little and delay no other client", async () => {
  await using mock = await startMockProcess({ orders: 100_000 });
  const { body } = await request(`http://127.0.0.1:${mock.port}/v1/store/orders`, { headers });
  const { byteLength } = await body.arrayBuffer();
  const before = await mock.cost();
  const sockets = await openMany(mock.port, 50);
  const from = await processorMs(mock);
  for (const socket of sockets) socket.pause().write(listRequest);
  await askMock(mock);
  const ms = (await processorMs(mock)) - from;
  await askMock(mock);
  const growth = (await mock.cost()).rss - before.rss;
  show(
    `50 readers of ${(byteLength / mebibyte).toFixed(1)} MiB who read nothing: ` +
      `${(growth / mebibyte).toFixed(1)} MiB more; another request after ${ms.toFixed(0)} ms of processor time`,
  );
  expect(byteLength).toBeGreaterThan(8 * mebibyte);
  expect(growth).toBeLessThan(64 * mebibyte);
  expect(ms).toBeLessThan(1000);
});

test("a client that sends request after request and reads no answer is no longer read", async () => {
  await using mock = await startMockProcess();
  const before = await mock.cost();
  const [socket] = await openMany(mock.port, 1);
  const many = listRequest.repeat(1000);
  // The buffers of both sides are full: further writes wait in this process.
  const ask = async () => {
    while (socket!.write(many)) await new Promise(setImmediate);
    return socket!.writableLength;
  };
  socket!.pause();
  await ask();
  for (let turn = 0; turn < 100; turn++) await ask();
  const growth = (await mock.cost()).rss - before.rss;
  show(`an unread pipeline: ${(growth / mebibyte).toFixed(1)} MiB more`);
  expect(growth).toBeLessThan(64 * mebibyte);
  await askMock(mock);
});

test("bodies of 100 MB, to the API and to the control plane, are never kept in memory", async () => {
  await using mock = await startMockProcess();
  await askMock(mock);
  const before = await mock.cost();
  const piece = Buffer.alloc(mebibyte, "x");
  let highest = 0;
  async function* pieces() {
    for (let sent = 0; sent < 100; sent++) {
      yield piece;
      if (sent % 10 === 9) highest = Math.max(highest, (await mock.cost()).rss - before.rss);
    }
  }
  const send = async (method: "GET" | "DELETE" | "POST", path: string, lines: Record<string, string>) => {
    const dispatcher = new Agent();
    const answer = await request(`http://127.0.0.1:${mock.port}${path}`, {
      method,
      headers: { ...headers, ...lines },
      body: Readable.from(pieces()),
      dispatcher,
    });
    await answer.body.dump();
    await dispatcher.destroy();
    return answer.statusCode;
  };
  const length = { "content-length": String(100 * mebibyte) };
  expect(await send("DELETE", "/v1/store/orders/1001", length)).toBe(204);
  expect(await send("DELETE", "/v1/store/orders/1003", { connection: "close" })).toBe(204);
  expect(await send("GET", "/v1/store/orders", length)).toBe(200);
  expect(await send("POST", "/_mock/reset", length)).toBe(413);
  const unread = highest;
  expect(await send("POST", "/_mock/reset", {})).toBe(413);
  show(
    `bodies of 100 MB: ${(unread / mebibyte).toFixed(1)} MiB at most, ` +
      `${(highest / mebibyte).toFixed(1)} MiB where the length was not said`,
  );
  expect(unread).toBeLessThan(48 * mebibyte);
  expect(highest).toBeLessThan(256 * mebibyte);
});
