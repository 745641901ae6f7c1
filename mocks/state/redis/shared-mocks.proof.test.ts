import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { proofSeed } from "../../testing/create-draw.ts";
import { startMockProcess } from "../../testing/mock-process.ts";
import { startRedis } from "../../testing/redis-server.ts";
import { runClients } from "../../testing/shared-clients.ts";
import { type CallRecord, WorldHistory } from "../../testing/shared-history.ts";

/**
 * Three mocks on one Redis, each a process, and 200 clients in 50 worlds: no answers may contradict
 * each other, while mocks and Redis are killed. STORE_ORDERS_PROOF_SECONDS=60 makes it longer.
 */

const seconds = Number(process.env.STORE_ORDERS_PROOF_SECONDS ?? 2);
vi.setConfig({ testTimeout: 1000 * (3 * seconds + 120) });

/** A mock on the Redis, in a process that is killed and started again on its port. */
async function startReplica(url: string) {
  const redis = { url, prefix: "proof:" };
  let running = await startMockProcess({ redis });
  const { port } = running;
  const kill = async () => running[Symbol.asyncDispose]();
  onTestFinished(kill);
  return {
    port,
    kill,
    async start() {
      // A mock that starts while Redis is down ends, and is started again.
      const tryStart = () => startMockProcess({ redis, port }).catch(() => undefined);
      let started = await tryStart();
      while (!started) started = await tryStart();
      running = started;
    },
  };
}

test.each([
  ["nothing fails", [], 0, 0],
  ["a mock is killed every now and then", [], 700, 0],
  ["Redis is killed every now and then", ["--appendonly", "yes", "--appendfsync", "always"], 0, 900],
  ["both are killed", ["--appendonly", "yes", "--appendfsync", "always"], 700, 900],
] as const)("no answered change is lost while %s", async (_name, options, mockMs, redisMs) => {
  const redis = await startRedis(...options);
  onTestFinished(() => redis[Symbol.asyncDispose]());
  const replicas = await Promise.all([1, 2, 3].map(() => startReplica(redis.url)));
  let isOver = false;
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  let kills = 0;
  const disturb = async (ms: number, target: () => { kill(): Promise<void>; start(): Promise<void> }) => {
    while (ms > 0 && !isOver) {
      await Promise.race([wait(ms), over]);
      const { kill, start } = target();
      await kill();
      kills++;
      await wait(200);
      await start();
    }
  };
  let next = 0;
  const disturbing = Promise.all([
    disturb(mockMs, () => replicas[next++ % replicas.length]!),
    disturb(redisMs, () => redis),
  ]);
  const clients = runClients({
    ports: replicas.map(({ port }) => port),
    clients: 200,
    worlds: 50,
    seconds,
    seed: proofSeed,
    settled: async () => {
      isOver = true;
      end();
      await disturbing;
    },
  });
  const { histories, statuses, lists } = await clients;
  const contradictions = histories.flatMap((history, world) =>
    [...history.contradictions()].map((each) => `world ${world}: ${each}`),
  );
  const counts = [...statuses].toSorted().map(([what, count]) => `${what}: ${count}`);
  process.stdout.write(`seed ${proofSeed}, ${kills} kills; ${counts.join(", ")}\n`);
  expect(contradictions).toEqual([]);
  expect(lists[1]).toEqual(lists[0]);
  expect(lists[2]).toEqual(lists[0]);
  expect(statuses.get("DELETE 204")).toBeGreaterThan(10 * seconds);
  if (mockMs + redisMs > 0) expect(kills).toBeGreaterThan(0);
});

const at = (sentAt: number, outcome: CallRecord["outcome"] = "done", endedAt = sentAt + 1): CallRecord => ({
  sentAt,
  endedAt,
  outcome,
});
const listed = (...ids: number[]) => ({ sentAt: 4, endedAt: 5, ids });

test.each<[string, (history: WorldHistory) => void]>([
  ["order 1 was cancelled by 2 answers of 204", (h) => [h.cancel(1, at(2)), h.cancel(1, at(4))]],
  ["order 1 was cancelled and shipped", (h) => [h.cancel(1, at(2)), h.ship(1, at(4))]],
  ["a list showed order 1 after its cancel was answered", (h) => [h.cancel(1, at(2)), h.list(listed(1, 2))]],
  ["a list lacked order 1, which no client had cancelled", (h) => h.list(listed(2))],
  ["order 1 was gone, and no client had cancelled it", (h) => h.cancel(1, at(2, "missing"))],
  [
    "a list showed orders of before an answered reset: 1,2",
    (h) => [h.reset([3], at(2)), h.list(listed(1, 2))],
  ],
  ["a list showed orders of two resets: 3,1", (h) => [h.reset([3], at(2, "done", 9)), h.list(listed(3, 1))]],
  [
    "a list showed orders of a reset that was not made: 3",
    (h) => [h.reset([3], at(2, "refused")), h.list(listed(3))],
  ],
])("a contradiction is found: %s", (found, emit) => {
  const history = new WorldHistory();
  history.reset([1, 2], at(0));
  emit(history);
  expect([...history.contradictions()]).toContain(found);
});
