/**
 * `npm run walks`: how many of the kit's files a reader opens to follow four ways through it, beside what is wanted.
 * Counted are the files in which V8 saw a function run while a warmed-up call does; for `verify` also those that are
 * loaded. Fails above a bound: today's count where more is wanted. `npm run walks -- --files` names the files.
 */

import { execFile } from "node:child_process";
import { Session } from "node:inspector/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { markdownTable } from "markdown-table";
import { findBrokenMock } from "../cli/mock/broken-mock.ts";
import { runVerifyCommand } from "../cli/verify/verify-command.ts";
import type { Exchange } from "../conformance/evidence/exchange.ts";
import { createTrafficJudge } from "../conformance/judge-traffic.ts";
import { allRequirements } from "../conformance/requirements/all-requirements.ts";
import { formatFixtures } from "../fixtures/format-fixtures.ts";
import { generateOrders } from "../fixtures/generate-orders.ts";
import { parseFixtures } from "../fixtures/parse-fixtures.ts";
import { startMockServer } from "../mocks/adapters/server/mock-server.ts";
import { createMock } from "../mocks/mock.ts";
import { defaultApiKey } from "../mocks/mock-options.ts";

interface Walk {
  readonly name: string;
  readonly wanted: number;
  readonly bound: number;
  files(baseUrl: string): Promise<readonly string[]>;
}

const root = new URL("..", import.meta.url).href;
const headers = { authorization: `Bearer ${defaultApiKey}` };
const env = { STORE_ORDERS_API_KEY: defaultApiKey };

const walks: readonly Walk[] = [
  {
    name: "DELETE over the port to its bytes",
    wanted: 12,
    bound: 15,
    async files() {
      await using server = await startMockServer();
      const pending = server.mock.control.orders().filter(({ status }) => status === "pending");
      const ids = pending.map(({ id }) => id);
      return await filesOf(() => send(`${server.baseUrl}/store/orders/${ids.pop()}`, "DELETE", 204));
    },
  },
  {
    name: "a fixtures file to the bytes of a list",
    wanted: 10,
    bound: 17,
    files() {
      const text = [...formatFixtures(generateOrders(1, 25), "json")].join("");
      return filesOf(async () => {
        const { handle } = createMock({ fixtures: parseFixtures(text, "orders.json") });
        expectEqual(handle({ method: "GET", target: "/v1/store/orders", headers }).status, 200);
      });
    },
  },
  {
    name: "an exchange to the verdict of cancel-order/only-that-order",
    wanted: 15,
    bound: 40,
    files: () => filesOf(async () => expectEqual(judgeTakingAlong(), "cancel-order/only-that-order")),
  },
  {
    name: "verify from its arguments to a printed failure",
    wanted: 25,
    bound: 120,
    files: (baseUrl) => filesOf(() => verify(baseUrl)),
  },
  {
    name: "verify: files that are loaded",
    wanted: 60,
    bound: 139,
    files: loadedFiles,
  },
];

async function send(url: string, method: string, status: number): Promise<void> {
  const answer = await fetch(url, { method, headers });
  await answer.arrayBuffer();
  expectEqual(answer.status, status);
}

/** Of three listed orders one is cancelled, and two are gone. @returns what was broken */
function judgeTakingAlong(): string {
  const requirements = allRequirements.filter(({ id }) => id === "cancel-order/only-that-order");
  const judge = createTrafficJudge({ baseUrl: "http://test/v1", isAllTraffic: true, requirements });
  const exchange = (at: number, method: string, path: string, status: number, ids?: number[]): Exchange => ({
    request: { method, path, headers: Object.entries(headers) },
    answer: {
      status,
      headers: ids ? [["content-type", "application/json"]] : [],
      body: new TextEncoder().encode(ids ? JSON.stringify(ids.map((id) => ({ id }))) : ""),
    },
    ms: 1,
    sentAt: at,
    endedAt: at + 1,
  });
  const exchanges = [
    exchange(0, "GET", "/store/orders", 200, [1, 2, 3]),
    exchange(2, "DELETE", "/store/orders/1", 204),
    exchange(4, "GET", "/store/orders", 200, [3]),
  ];
  return exchanges.flatMap((each) => judge.judge(each).map(({ id }) => id)).join();
}

async function verify(baseUrl: string): Promise<void> {
  let printed = "";
  const terminal = {
    async out(text: string) {
      printed += text;
      return true;
    },
    err: () => {},
    style: (_format: string, text: string) => text,
    interactive: false,
  };
  expectEqual(await runVerifyCommand([baseUrl], env, terminal), 1);
  expectEqual(printed.includes("nonconformant"), true);
}

function expectEqual(value: unknown, expected: unknown): void {
  if (value !== expected) throw new Error(`A walk was to end with ${expected}, and did with ${value}.`);
}

/** The kit's files in which a function runs while a warmed-up call does. */
async function filesOf(call: () => Promise<void>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  for (let turn = 0; turn < 3; turn++) await call();
  await session.post("Profiler.takePreciseCoverage");
  await call();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0));
  return ofKit(ran.map(({ url }) => url));
}

/** Writes the address of each module to standard error as it is loaded. */
const showLoads = `
  import { writeSync } from "node:fs";
  import { registerHooks } from "node:module";
  registerHooks({ load(url, context, next) { writeSync(2, url + "\\n"); return next(url, context); } });`;

async function loadedFiles(baseUrl: string): Promise<readonly string[]> {
  const hooks = `data:text/javascript,${encodeURIComponent(showLoads)}`;
  const args = ["--import", hooks, fileURLToPath(`${root}cli.ts`), "verify", baseUrl];
  const failure = await promisify(execFile)(process.execPath, args, { env }).catch((error) => error);
  expectEqual(failure.code, 1);
  return ofKit(failure.stderr.split("\n"));
}

function ofKit(urls: readonly string[]): readonly string[] {
  const own = urls.filter((url) => url.startsWith(root) && !/\/(?:node_modules|packaging)\//.test(url));
  return [...new Set(own.map((url) => url.slice(root.length)))].toSorted();
}

if (isMainThread) {
  // In a thread of its own, so that its functions are not counted.
  const server = new Worker(new URL(import.meta.url));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    server.once("message", resolve).once("error", reject);
  });
  const table = [["", "files", "bound", "wanted"]];
  for (const { name, wanted, bound, files } of walks) {
    const found = await files(baseUrl);
    if (found.length > bound) process.exitCode = 1;
    table.push([name, ...[found.length, bound, wanted].map(String)]);
    if (process.argv.includes("--files"))
      process.stdout.write(`${name}\n${found.map((file) => `  ${file}\n`).join("")}\n`);
  }
  process.stdout.write(`${markdownTable(table, { align: ["l", "r", "r", "r"] })}\n`);
  await server.terminate();
} else {
  const { baseUrl } = await startMockServer({}, findBrokenMock("list-lets-in-any-token").listener);
  parentPort?.postMessage(baseUrl);
}
