/** `npm run check:size` prints lines of code, and files on ways through the kit. It fails above a bound. */

import { execFileSync } from "node:child_process";
import { mkdtempDisposableSync, readdirSync, readFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector/promises";
import { execa } from "execa";
import { markdownTable } from "markdown-table";
import { allRequirements } from "../../conformance/requirements/all-requirements.ts";
import { createCallJudge, ordersOf } from "../../conformance/testing/judge-calls.ts";
import { createMock, defaultApiKey } from "../../entries/mock.ts";
import { startMockServer } from "../../entries/node/server.ts";

const root = new URL("../../", import.meta.url);
const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
const code = tracked.filter((path) => !/\.test\.ts$|(?:^|\/)(?:testing|examples)\//.test(path));
const linesIn = (paths: readonly string[]) =>
  paths.flatMap((path) => readFileSync(new URL(path, root), "utf8").match(/^.*\S/gm) ?? []).length;
const lines = (paths: RegExp) => linesIn(code.filter((path) => paths.test(path)));

/** @param offset where functions begin: 1 leaves out the module itself, which runs when it is loaded */
function filesIn(scripts: readonly Profiler.ScriptCoverage[], offset: number): readonly string[] {
  const isRun = ({ ranges: [all] }: Profiler.FunctionCoverage) =>
    all!.count > 0 && all!.startOffset >= offset;
  const urls = scripts.flatMap(({ url, functions }) => (functions.some(isRun) ? url : []));
  return code.filter((path) => urls.includes(root.href + path) && !path.startsWith("tools/"));
}

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true });
async function files(call: () => unknown): Promise<number> {
  await call();
  await session.post("Profiler.takePreciseCoverage");
  await call();
  return filesIn((await session.post("Profiler.takePreciseCoverage")).result, 1).length;
}

const headers = { authorization: `Bearer ${defaultApiKey}` };
await using server = await startMockServer();
const cancelOrder = () => fetch(`${server.baseUrl}/store/orders/1`, { method: "DELETE", headers });
const fixtures = [{ id: 1, shipDate: "2026-01-15T08:00:00Z" }];
const listOrders = () =>
  createMock({ fixtures }).handle({ method: "GET", target: "/v1/store/orders", headers });
const requirements = allRequirements.filter(({ id }) => id === "cancel-order/only-that-order");
function judgeCancel() {
  const { call } = createCallJudge({ isAllTraffic: true, requirements });
  call("GET /store/orders", 200, ordersOf(1, 2, 3));
  call("DELETE /store/orders/1", 204);
  call("GET /store/orders", 200, ordersOf(3));
}
using folder = mkdtempDisposableSync("/tmp/store-orders-size-");
const env = { STORE_ORDERS_API_KEY: defaultApiKey, NODE_V8_COVERAGE: folder.path };
await using wrong = await startMockServer({
  faults: [{ fault: "status", operation: "cancelOrder", status: 500 }],
});
await execa(process.execPath, ["cli.ts", "verify", wrong.baseUrl], { cwd: root, env, reject: false });
const { result: verify } = JSON.parse(readFileSync(`${folder.path}/${readdirSync(folder.path)[0]}`, "utf8"));

const rows: readonly (readonly [name: string, now: number, bound: number, wanted: number])[] = [
  ["lines of selftest", lines(/^selftest.*\.ts$/), 3702, 3700],
  ["conformance", lines(/^conformance.*\.ts$/), 17_180, 10_500],
  ["mocks", lines(/^mocks.*\.ts$/), 7850, 6500],
  ["cli", lines(/^cli.*\.ts$/), 4820, 2900],
  ["page", lines(/^page.*\.tsx?$/), 3960, 3800],
  ["page, CSS", lines(/^page.*\.css$/), 1300, 1400],
  ["base, spec, fixtures, entries", lines(/^(?:base|spec|fixtures|entries).*\.ts$/), 2455, 2100],
  ["tools", lines(/^tools.*\.ts$/), 900, 900],
  ["all TypeScript", lines(/\.tsx?$/), 40_960, 30_500],
  ["files from DELETE over the port to its bytes", await files(cancelOrder), 12, 12],
  ["fixtures to the bytes of a list", await files(listOrders), 18, 12],
  ["exchange to cancel-order/only-that-order", await files(judgeCancel), 43, 20],
  ["verify, arguments to a printed failure", filesIn(verify, 1).length, 156, 65],
  ["lines in them", linesIn(filesIn(verify, 1)), 17_090, 7000],
  ["verify, all that is loaded", filesIn(verify, 0).length, 178, 65],
];
const table = [["", "now", "bound", "wanted"], ...rows.map((row) => row.map(String))];
process.stdout.write(`${markdownTable(table, { align: ["l", "r", "r", "r"] })}\n`);
process.exitCode = rows.some(([, now, bound]) => now > bound) ? 1 : 0;
