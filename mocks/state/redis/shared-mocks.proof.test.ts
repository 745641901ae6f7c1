import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { startRedis } from "../../testing/redis-server.ts";
import { runClients } from "../../testing/shared-clients.ts";

/**
 * Three mocks on one Redis, each a process, and 200 clients in 50 worlds: what they are told must all be
 * true, while mocks are killed and while Redis is. In CI for some seconds; STORE_ORDERS_PROOF_SECONDS=60 for longer.
 */

const seconds = Number(process.env.STORE_ORDERS_PROOF_SECONDS ?? 5);
const seed = Number(process.env.STORE_ORDERS_PROOF_SEED ?? Date.now() % 1_000_000);
vi.setConfig({ testTimeout: 1000 * (3 * seconds + 120) });

const script = fileURLToPath(new URL("../../testing/serve-shared-mock.ts", import.meta.url));

interface Replica {
  readonly port: number;
  kill(): Promise<void>;
  start(): Promise<void>;
}

async function startReplica(url: string): Promise<Replica> {
  let child: ChildProcess | undefined;
  let port = 0;
  async function start(): Promise<void> {
    child = fork(script, [url, "proof:", String(port)], { env: {} });
    const [message] = await once(child, "message");
    ({ port } = message as { port: number });
  }
  async function kill(): Promise<void> {
    const running = child;
    child = undefined;
    if (!running) return;
    const end = once(running, "exit");
    running.kill("SIGKILL");
    await end;
  }
  await start();
  onTestFinished(kill);
  return {
    get port() {
      return port;
    },
    kill,
    start,
  };
}

test.each([
  ["nothing fails", [], 0, 0],
  ["a mock is killed every now and then", [], 1500, 0],
  ["Redis is killed every now and then", ["--appendonly", "yes", "--appendfsync", "always"], 0, 2000],
  ["both are killed", ["--appendonly", "yes", "--appendfsync", "always"], 1500, 2000],
] as const)("nothing that was answered is lost while %s", async (_name, options, mockMs, redisMs) => {
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
    seed,
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
  const told = [...statuses].toSorted().map(([what, count]) => `${what}: ${count}`);
  process.stdout.write(`seed ${seed}, ${kills} kills; ${told.join(", ")}\n`);
  expect(contradictions).toEqual([]);
  expect(lists[1]).toEqual(lists[0]);
  expect(lists[2]).toEqual(lists[0]);
  expect(statuses.get("DELETE 204")).toBeGreaterThan(50);
  if (mockMs + redisMs > 0) expect(kills).toBeGreaterThan(0);
});
