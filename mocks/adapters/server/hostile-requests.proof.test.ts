import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { manyCases, proofSeed } from "../../testing/create-draw.ts";
import {
  bytesOfRequest,
  createHostileRequests,
  type HostileRequest,
} from "../../testing/hostile-requests.ts";
import { startMockProcess } from "../../testing/mock-process.ts";
import { callPort, exchangeBytes, openSocket, readToEnd, writeRequest } from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";

/** Milliseconds of processor time that one request may keep all others waiting. */
const longestPause = 50;
/** Milliseconds on the clock. */
const longestWait = 5000;

/** Minimum time in ms after which a request is sent twice more; the shortest of its times counts. */
const suspiciousMs = 15;

/** Finds the request of a seed that takes longest. @param take returns the processor time of a request in ms */
async function findLongest(seed: number, count: number, take: (request: HostileRequest) => Promise<number>) {
  const { next } = createHostileRequests(seed);
  let longest = { ms: -1, description: "" };
  for (let index = 0; index < count; index++) {
    const request = next();
    let ms = await take(request);
    // The garbage of earlier requests is collected during a later one, which must not count for it.
    for (let again = 0; again < 2 && ms > suspiciousMs; again++) ms = Math.min(ms, await take(request));
    const { method, target, headers } = request;
    const description = `${ms.toFixed(1)} ms: ${method} ${target.slice(0, 60)} ${JSON.stringify(headers).slice(0, 80)}`;
    if (ms > longest.ms) longest = { ms, description };
  }
  process.stdout.write(`longest: ${longest.description}\n`);
  return longest;
}

const overPort = manyCases(200);
test(`none of ${overPort} hostile requests keeps other clients waiting for long (seed ${proofSeed})`, async () => {
  await using mock = await startMockProcess();
  await mock.cost("pause");
  const statuses: Record<number, number> = {};
  const longest = await findLongest(proofSeed, overPort, async (request) => {
    const { status } = await exchangeBytes(mock.port, bytesOfRequest(request));
    statuses[status] = (statuses[status] ?? 0) + 1;
    return (await mock.cost("pause")).pause;
  });
  process.stdout.write(`answers ${JSON.stringify(statuses)}\n`);
  // Every request is answered, and not by a fault of the mock.
  expect(Object.keys(statuses).filter((status) => status === "500" || status === "NaN")).toEqual([]);
  expect(longest.ms, longest.description).toBeLessThan(longestPause);
}, 600_000);

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
