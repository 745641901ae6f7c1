import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createMock } from "../../mock.ts";
import { manyCases, proofSeed } from "../../testing/create-draw.ts";
import { createHostileRequests } from "../../testing/hostile-requests.ts";
import { formatLongest, type Longest, measurePauses } from "../../testing/measure-pauses.ts";
import { callPort, openSocket, readToEnd, writeRequest } from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";

/** Milliseconds of processor time that one request may keep all others waiting. */
const longestPause = 50;
/** Milliseconds on the clock. */
const longestWait = 5000;

const overPort = manyCases(200);
test(`none of ${overPort} hostile requests keeps other clients waiting for long (seed ${proofSeed})`, async () => {
  const { longest, statuses } = await measurePauses(proofSeed, overPort);
  process.stdout.write(`longest pause: ${formatLongest(longest)}\nanswers ${JSON.stringify(statuses)}\n`);
  // No fault of the mock, and none without an answer.
  expect(Object.keys(statuses).filter((status) => status === "500" || status === "NaN")).toEqual([]);
  expect(longest.ms, formatLongest(longest)).toBeLessThan(longestPause);
}, 600_000);

const inProcess = manyCases(300);
test(`each of ${inProcess} heads is answered quickly in process (seed ${proofSeed})`, () => {
  const { next } = createHostileRequests(proofSeed + 1);
  let longest: Longest | undefined;
  for (let count = 0; count < inProcess; count++) {
    const request = next();
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
}, 60_000);

test("many requests that hang, on one connection or on several, end at once with the connection", async () => {
  await using server = await startMockServer({ faults: [{ fault: "hang", operation: "listOrders" }] });
  const one = writeRequest("GET /v1/store/orders", { connection: undefined }).toString();
  const asked = () => server.mock.control.journal().at(-1)?.id ?? 0;
  const healthy = async () => {
    const startedAt = performance.now();
    expect((await callPort(server.port, "GET /_mock/health")).status).toBe(200);
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
