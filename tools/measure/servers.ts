/** Servers that are measured: each is set up with the same orders, and started. */

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { formatJson } from "../../base/json.ts";
import { freePort } from "../../base/testing/free-port.ts";
import { formatFixtures } from "../../fixtures/format-fixtures.ts";
import { generateOrders } from "../../fixtures/generate-orders.ts";

export interface Bench {
  /** The built cli.js of the kit. */
  readonly cli: string;
  /** Folder of this run; removed at its end. */
  readonly folder: string;
  readonly rounds: number;
  readonly isQuick: boolean;
}

export interface ServerSetup {
  readonly name: string;
  /** Set-up in one line, for the report. */
  readonly description: string;
  /** Path of the list. Default: that of the API. */
  readonly listPath?: string;
  /** Arguments for Node. */
  launch(port: number, folder: string): readonly string[];
}

export type Server = Awaited<ReturnType<typeof startServer>>;

export const authorization = "Bearer mock-key";

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Writes the same orders for each server: with states for the mock, and as the API lists them. */
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
    description: "`tools/measure/peers/limit.js`: node:http writes a prepared list, and reads no request",
    launch: (port) => [fileOf("peers/limit.js"), String(port), list],
  };
}

/** @param options arguments that say where the orders come from */
export function mockSetup(cli: string, name: string, options: readonly string[]): ServerSetup {
  return {
    name,
    description: `\`store-orders mock ${options[0]} … --log silent\``,
    launch: (port) => [cli, "mock", "--port", String(port), ...options, "--log", "silent"],
  };
}

/** Prism with a description of the API whose example has the orders. */
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
      const bin = fileOf("../../node_modules/@stoplight/prism-cli/dist/index.js");
      return [bin, "mock", "-p", String(port), "-h", "127.0.0.1", "-v", "silent", file];
    },
  };
}

/** Starts a server, and waits for its list. @throws {Error} when there is none within a minute */
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
  void child.finally(() => (isOver = true));
  // Stopped by SIGTERM, the mock ends in order, and Node writes its compile cache.
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
        /** Address of the list. */
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
  throw new Error(`Cannot list the orders of ${setup.name} within a minute: ${words.slice(0, 160)}`);
}

/** Reads a whole list. @returns the status */
async function readList(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(60_000) });
  await answer.arrayBuffer();
  return answer.status;
}

/** Largest resident memory of a process, in bytes; 0 where the system does not say. */
export function peakMemory(pid: number): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
