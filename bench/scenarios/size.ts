/** What each operation costs as the number of orders grows: one client, one connection, one request at a time. */

import { readFileSync } from "node:fs";
import { call, createOneConnection } from "../first-answer.ts";
import { formatBytes, formatMs } from "../numbers.ts";
import { authorization } from "../orders.ts";
import type { Bench, Scenario } from "../scenario.ts";
import { startGenerated } from "../servers/generated.ts";
import { residentMemory, type Server } from "../servers/start-server.ts";
import { spreadOf } from "../statistics.ts";
import { reset } from "./cancel.ts";
import { worldAuthorization } from "./variants.ts";

const sizes = [10, 100, 1000, 10_000, 100_000, 1_000_000];
const columns = [
  "orders",
  "start",
  "list",
  "first byte",
  "list after a cancel",
  "cancel",
  "reset",
  "new world",
  "list there",
  "memory",
];

export const sizeScenario: Scenario = {
  name: "size",
  inQuick: false,
  limitSeconds: 180,
  async run(bench) {
    const rows: string[][] = [];
    for (const count of sizes) rows.push(await measureSize(bench, count));
    return {
      title: "Cost against size",
      notes: [
        "One client on one kept connection, one request at a time; medians. Orders are generated (`--orders N`), so nothing is read from a file.",
        "*start*: from the spawn to the end of the first list. *list*: to its last byte; *first byte*: of that list. *new world*: the first cancel with a new key `mock-key~name`, answered 204, which makes the world; *list there*: its first list. *memory*: resident, at the end, after all of these.",
      ],
      tables: [{ columns, rows }],
      duels: [],
    };
  },
};

async function measureSize(bench: Bench, count: number): Promise<string[]> {
  const shown = count.toLocaleString("en-US");
  bench.say(`cost of ${shown} orders`);
  const server = await startGenerated(bench, count);
  const agent = createOneConnection();
  try {
    const ids = await pendingIds(bench, count);
    const { url } = server;
    const lists = await repeat(() => call(url, { authorization, agent }));
    const cancel = (id: string, key = authorization) =>
      call(`${url}/${id}`, { method: "DELETE", authorization: key, agent });
    // Half of the ids here, so that each list below has a cancel of its own before it.
    const half = Math.ceil(ids.length / 2);
    const cancels: number[] = [];
    for (const id of ids.slice(0, Math.min(half, 200)))
      cancels.push(expectStatus(204, await cancel(id)).wholeMs);
    const after: number[] = [];
    for (const id of ids.slice(half, half + 5)) {
      await cancel(id);
      after.push((await call(url, { authorization, agent })).wholeMs);
    }
    const resets = await repeat(() => timed(() => reset(server)));
    const worlds = await measureWorlds(server, ids[0]!);
    const median = (values: readonly number[]) => formatMs(spreadOf(values).median);
    return [
      shown,
      formatMs(server.startMs),
      median(lists.map(({ wholeMs }) => wholeMs)),
      median(lists.map(({ firstByteMs }) => firstByteMs)),
      median(after),
      median(cancels),
      median(resets),
      worlds ? median(worlds.opened) : "–",
      worlds ? median(worlds.listed) : "–",
      formatBytes(residentMemory(server.process.pid)?.now ?? 0),
    ];
  } finally {
    agent.destroy();
    await server.process.stop();
  }
}

/** Order i is the same however many there are, so the ids of a thousand serve every size. */
async function pendingIds(bench: Bench, count: number): Promise<readonly string[]> {
  const { pendingIds: file } = await bench.orders(Math.min(count, 1000));
  return readFileSync(file, "utf8").trim().split("\n");
}

/** Undefined for a mock that has no worlds. */
async function measureWorlds({ url }: Server, id: string) {
  const agent = createOneConnection();
  const opened: number[] = [];
  const listed: number[] = [];
  try {
    for (const name of ["a", "b", "c", "d", "e"]) {
      const inWorld = worldAuthorization(name);
      const first = await call(`${url}/${id}`, { method: "DELETE", authorization: inWorld, agent });
      if (first.status !== 204) return undefined;
      opened.push(first.wholeMs);
      listed.push((await call(url, { authorization: inWorld, agent })).wholeMs);
    }
    return { opened, listed };
  } finally {
    agent.destroy();
  }
}

/** Up to 50 times, or for half a second. */
async function repeat<T>(once: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  const end = performance.now() + 500;
  do results.push(await once());
  while (results.length < 50 && performance.now() < end);
  return results;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function expectStatus<T extends { readonly status: number }>(status: number, answer: T): T {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}`);
  return answer;
}
