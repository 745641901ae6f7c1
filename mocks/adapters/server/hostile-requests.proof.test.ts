import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createMock } from "../../mock.ts";
import { createHostileRequests } from "../../testing/hostile-requests.ts";
import { formatLongest, type Longest, measurePauses } from "../../testing/measure-pauses.ts";
import { exchangeBytes, openSocket, readToEnd } from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";

/** Milliseconds of processor time that one request may keep all others waiting: of the API, and of the control plane. */
const longestPause = 50;
const longestControl = 10_000;
/** Milliseconds on the clock. */
const longestWait = 5000;

const seed = Math.floor(Math.random() * 2 ** 32);

test(`no one of a thousand hostile requests keeps the others waiting for long (seed ${seed})`, async () => {
  const { longestOfApi, longestOfControl, peak, statuses } = await measurePauses(seed, 1000);
  process.stdout.write(
    `longest pause of 1,000 hostile requests: ${formatLongest(longestOfApi)}\nof the control plane: ${formatLongest(longestOfControl)}\nanswers ${JSON.stringify(statuses)}, peak ${Math.round(peak / 2 ** 20)} MiB\n`,
  );
  // No fault of the mock, and none without an answer.
  expect(Object.keys(statuses).filter((status) => status === "500" || status === "NaN")).toEqual([]);
  expect(longestOfApi.ms, formatLongest(longestOfApi)).toBeLessThan(longestPause);
  expect(longestOfControl.ms, formatLongest(longestOfControl)).toBeLessThan(longestControl);
}, 600_000);

test(`nor does the API in process, whatever a head holds (seed ${seed})`, () => {
  const { toApi } = createHostileRequests(seed + 1);
  let longest: Longest | undefined;
  for (let count = 0; count < 500; count++) {
    const request = toApi();
    // The least of three: what else the machine does is not the request's doing.
    const times = Array.from({ length: 3 }, () => {
      const mock = createMock();
      const before = process.threadCpuUsage();
      mock.handle(request);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    });
    const ms = Math.min(...times);
    if (ms > (longest?.ms ?? -1)) longest = { ms, request };
  }
  process.stdout.write(`longest in process: ${longest!.ms.toFixed(1)} ms\n`);
  expect(longest!.ms, formatLongest(longest!)).toBeLessThan(longestPause);
});

test("a request with two Host lines is a 400, whatever they say", async () => {
  await using server = await startMockServer();
  const ask = (lines: string) =>
    exchangeBytes(
      server.port,
      `GET /v1/store/orders HTTP/1.1\r\n${lines}Authorization: Bearer mock-key\r\nConnection: close\r\n\r\n`,
    );
  expect((await ask("Host: a\r\n")).status).toBe(200);
  for (const lines of ["Host: a\r\nHost: a\r\n", "Host: a\r\nhOST: b\r\n", "host:\r\nX: y\r\nHost: a\r\n"]) {
    const { status, body } = await ask(lines);
    expect(status).toBe(400);
    expect(body).toContain("several Host headers");
  }
});

test("floods of hanging requests, on one connection and on many, end at once", async () => {
  await using server = await startMockServer({ faults: [{ fault: "hang", operation: "listOrders" }] });
  const one = "GET /v1/store/orders HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer mock-key\r\n\r\n";
  const asked = () => server.mock.control.journal().at(-1)?.id ?? 0;
  const healthy = async () => {
    const line = "GET /_mock/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    const startedAt = performance.now();
    expect((await exchangeBytes(server.port, line)).status).toBe(200);
    return performance.now() - startedAt;
  };

  const single = await openSocket(server.port);
  const closed = readToEnd(single);
  single.write(one.repeat(20_000));
  // Past a thousand that wait, the connection is closed.
  await closed;
  const afterOne = await healthy();

  const before = asked();
  const many = await Promise.all(Array.from({ length: 500 }, () => openSocket(server.port)));
  for (const socket of many) socket.write(one.repeat(20));
  while (asked() < before + 10_000) await nextTurn();
  for (const socket of many) socket.destroy();
  const afterMany = await healthy();
  process.stdout.write(
    `answered after floods of hanging requests: ${afterOne.toFixed(0)} and ${afterMany.toFixed(0)} ms\n`,
  );
  expect(Math.max(afterOne, afterMany)).toBeLessThan(longestWait);
}, 60_000);
