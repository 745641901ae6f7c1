/** The servers that are measured: how each is set up with the same orders, and started. */

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { formatJson } from "../base/json.ts";
import { formatFixtures } from "../fixtures/format-fixtures.ts";
import { generateOrders } from "../fixtures/generate-orders.ts";

export interface Bench {
  /** The built cli.js of the kit. */
  readonly cli: string;
  /** Of this run; removed at its end. */
  readonly folder: string;
  readonly rounds: number;
  readonly isQuick: boolean;
}

export interface ServerSetup {
  readonly name: string;
  /** Its set-up in one line, for the report. */
  readonly description: string;
  /** Where it lists the orders, if not at the usual path. */
  readonly listPath?: string;
  /** The arguments for Node. */
  launch(port: number, folder: string): readonly string[];
}

export type Server = Awaited<ReturnType<typeof startServer>>;

export const authorization = "Bearer mock-key";

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The same orders for each server: with states for the mock, and as the API lists them. */
export function writeOrders(folder: string, count: number) {
  const files = {
    fixtures: join(folder, `fixtures-${count}.json`),
    list: join(folder, `list-${count}.json`),
  };
  const orders = generateOrders(1, count);
  writeFileSync(files.fixtures, [...formatFixtures(orders, "json")].join(""));
  const listed = orders.map(({ status: _, ...order }) => order);
  writeFileSync(files.list, formatJson(listed));
  return files;
}

export function limitSetup(list: string): ServerSetup {
  return {
    name: "the limit: bare node:http",
    description: "`bench/peers/limit.js`: node:http writes a list that lies ready, and looks at nothing",
    launch: (port) => [fileOf("peers/limit.js"), String(port), list],
  };
}

/** @param options where its orders come from */
export function mockSetup(cli: string, name: string, options: readonly string[]): ServerSetup {
  return {
    name,
    description: `\`store-orders mock ${options[0]} … --log silent\``,
    launch: (port) => [cli, "mock", "--port", String(port), ...options, "--log", "silent"],
  };
}

/** A mock made of a description of the API: its example holds the orders. */
export function prismSetup(list: string): ServerSetup {
  return {
    name: "Prism",
    description: "`prism mock openapi.json -v silent`; the orders are the example of the description",
    listPath: "/store/orders",
    launch(port, folder) {
      const answer = { 200: { description: "", content: { "application/json": { example: "@orders" } } } };
      const paths = { "/store/orders": { get: { responses: answer } } };
      const openapi = JSON.stringify({ openapi: "3.0.3", info: { title: "", version: "1" }, paths });
      const file = join(folder, "openapi.json");
      writeFileSync(
        file,
        openapi.replace('"@orders"', () => readFileSync(list, "utf8")),
      );
      const bin = fileOf("../node_modules/@stoplight/prism-cli/dist/index.js");
      return [bin, "mock", "-p", String(port), "-h", "127.0.0.1", "-v", "silent", file];
    },
  };
}

/** @throws {Error} when no list came in a minute */
export async function startServer(bench: Bench, setup: ServerSetup) {
  const folder = mkdtempSync(join(bench.folder, "server-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const url = origin + (setup.listPath ?? "/v1/store/orders");
  const args = setup.launch(port, folder);
  const startedAt = performance.now();
  const child = execa(process.execPath, args, {
    cwd: folder,
    stdin: "ignore",
    all: true,
    reject: false,
    forceKillAfterDelay: 2000,
  });
  let isOver = false;
  void child.finally(() => {
    isOver = true;
  });
  // By SIGTERM, as its user stops it: Node writes its compile cache at an orderly end.
  const stop = async () => {
    child.kill();
    return (await child).all;
  };
  while (!isOver && performance.now() < startedAt + 60_000) {
    const answer = await readList(url).catch(() => undefined);
    if (answer === 200) {
      const startMs = performance.now() - startedAt;
      return {
        pid: child.pid!,
        /** Address of its list. */
        url,
        origin,
        /** Milliseconds from the spawn to the end of the first list. */
        startMs,
        [Symbol.asyncDispose]: async () => void (await stop()),
      };
    }
    await pause(2);
  }
  const [words = ""] = (await stop()).trim().split("\n").slice(-1);
  throw new Error(`${setup.name} gave no list within a minute: ${words.slice(0, 160)}`);
}

/** Reads a whole list. @returns the status */
async function readList(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(60_000) });
  await answer.arrayBuffer();
  return answer.status;
}

/** A loopback port that nobody holds at this moment: Prism cannot pick one. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** The most memory in bytes that a process has had resident; 0 where the system does not tell. */
export function peakMemory(pid: number): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
