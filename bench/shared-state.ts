/**
 * `npx node bench/shared-state.ts`: what it costs to share the state by Redis. One mock in memory, one on
 * Redis and three on the same Redis, from the sources, each in a process of its own; Redis on this machine,
 * without a file. `--write` puts the table into docs/shared-state.md, `--seconds N` measures longer.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Pool } from "undici";
import { freePort } from "./server.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "4" }, write: { type: "boolean", default: false } },
});
const seconds = Number(values.seconds);
const clients = 48;
const cli = fileURLToPath(new URL("../cli.ts", import.meta.url));
const page = fileURLToPath(new URL("../docs/shared-state.md", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "store-orders-bench-"));
const children: ChildProcess[] = [];
const load = loadavg()[0]!.toFixed(1);

function start(command: string, args: readonly string[]): void {
  children.push(spawn(command, args, { stdio: "ignore", cwd: folder }));
}

async function startMock(options: readonly string[]): Promise<string> {
  const port = await freePort();
  start(process.execPath, [cli, "mock", "--port", String(port), "--log", "silent", ...options]);
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${origin}/_mock/health?ready`).catch(() => undefined);
    if (answer?.ok) return origin;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Cannot measure: the mock at ${origin} did not start in 30 s.`);
}

interface Discipline {
  readonly name: string;
  /** The next request of a client. */
  next(
    client: number,
    turn: number,
  ): { readonly method: "GET" | "DELETE"; readonly id: string; readonly world: string };
  readonly status: number;
}

const orders = 1000;
let run = 0;
/** A world for every so many turns of a client: each order is cancelled once. */
const worldOf = (client: number, turn: number) => `r${run}c${client}t${Math.floor(turn / orders)}`;
const cancel = { method: "DELETE", status: 204 } as const;
const disciplines: readonly Discipline[] = [
  {
    name: "list of 1,000 orders, one world",
    status: 200,
    next: () => ({ method: "GET", id: "", world: `r${run}` }),
  },
  {
    name: "cancels, a world for each client",
    status: 204,
    next: (client, turn) => ({ ...cancel, id: `/${turn % orders}`, world: worldOf(client, turn) }),
  },
  {
    name: "cancels, all clients in one world",
    status: 204,
    next(client, turn) {
      const number = turn * clients + client;
      return { ...cancel, id: `/${number % orders}`, world: worldOf(0, number) };
    },
  },
];

/** Answers a second. */
async function measure(origins: readonly string[], discipline: Discipline): Promise<number> {
  run++;
  const pools = origins.map(
    (origin) => new Pool(origin, { connections: Math.ceil(clients / origins.length) }),
  );
  let count = 0;
  let isCounted = false;
  let end = Number.POSITIVE_INFINITY;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; performance.now() < end; turn++) {
        const { method, id, world } = discipline.next(client, turn);
        const { statusCode, body } = await pools[(client + turn) % pools.length]!.request({
          method,
          path: `/v1/store/orders${id}`,
          headers: { authorization: `Bearer mock-key~${world}` },
        });
        await body.dump();
        if (statusCode !== discipline.status) throw new Error(`Cannot measure: got status ${statusCode}.`);
        if (isCounted) count++;
        if (turn === 20 && client === 0) {
          isCounted = true;
          end = performance.now() + seconds * 1000;
        }
      }
    }),
  );
  await Promise.all(pools.map((pool) => pool.close()));
  return count / seconds;
}

try {
  const fixtures = join(folder, "orders.json");
  const list = Array.from({ length: orders }, (_, id) => ({ id, petId: 7, quantity: 1, complete: false }));
  writeFileSync(fixtures, JSON.stringify(list));
  const usual = ["--fixtures", fixtures];
  const port = await freePort();
  start("redis-server", ["--port", String(port), "--save", "", "--dir", folder]);
  const shared = [...usual, "--state", `redis://127.0.0.1:${port}/0`];
  const replicas = [await startMock(shared), await startMock(shared), await startMock(shared)];
  const setups: readonly (readonly [name: string, origins: readonly string[]])[] = [
    ["one, in memory", [await startMock(usual)]],
    ["one, on Redis", replicas.slice(0, 1)],
    ["three, on Redis", replicas],
  ];
  const rows: string[][] = [];
  for (const discipline of disciplines) {
    const rates: number[] = [];
    for (const [, origins] of setups) rates.push(await measure(origins, discipline));
    rows.push([discipline.name, ...rates.map((rate) => Math.round(rate).toLocaleString("en"))]);
  }
  const table = [
    ["Answers a second", ...setups.map(([name]) => name)],
    ["---", ...setups.map(() => "---:")],
    ...rows,
  ];
  const text = table.map((row) => `| ${row.join(" | ")} |`).join("\n");
  const facts = `${cpus().length} processors, shared by the mocks, Redis and ${clients} clients; load ${load} before it began; Node ${process.versions.node}.`;
  process.stdout.write(`${text}\n\n${facts}\n`);
  if (values.write) {
    const before = readFileSync(page, "utf8");
    const place = /(<!-- bench\/shared-state\.ts -->\n)[\s\S]*?(<!-- end -->)/;
    writeFileSync(
      page,
      before.replace(place, (_all, from, to) => `${from}${text}\n\n${facts}\n${to}`),
    );
  }
} finally {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
