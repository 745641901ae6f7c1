import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import type { ForeignOptions } from "../../conformance/testing/foreign-server.ts";
import { fiveOrders, foreignKey, startForeign } from "../../conformance/testing/verify.ts";
import { exitCodes } from "../stop-signals.ts";
import { pathOf } from "../testing/scratch-files.ts";
import { startCli } from "../testing/start-cli.ts";
import { writeModule } from "../testing/write-module.ts";

/** `store-orders verify` that is stopped: its teardown is done, and its reports are written. */

const hang = "await new Promise(() => undefined);";

/** Code that a module has, and runs in its functions. */
type Parts = Partial<Record<"first" | "pending" | "shipped" | "teardown", string>>;

/** A run on a slow server, with the orders of a module. */
async function start(parts: Parts = {}, options: ForeignOptions = {}) {
  const server = await startForeign({
    ...fiveOrders,
    // Slow, so that a run can be stopped in its middle.
    deliver: (response, { status, headers, body }) =>
      void setTimeout(() => response.writeHead(status, headers).end(body), 15),
    ...options,
  });
  const { file, calls } = writeModule(`${parts.first ?? ""}
    export async function pendingOrders() { record("pending"); ${parts.pending ?? 'return ["101", "102", "103", "104", "105"];'} }
    export async function shippedOrders() { record("shipped"); ${parts.shipped ?? 'return ["301"];'} }
    export async function teardown() { record("teardown"); ${parts.teardown ?? ""} }`);
  const report = pathOf("report.json");
  const args = [`--provision=${file}`, `--reporter=json=${report}`, "--reporter=terminal"];
  const env = { STORE_ORDERS_API_KEY: foreignKey };
  const cli = startCli(["verify", server.baseUrl, ...args], { env });
  onTestFinished(() => cli[Symbol.asyncDispose]());
  const names = () => calls().map((line) => JSON.parse(line)[0] as string);
  const readReport = () => JSON.parse(readFileSync(report, "utf8")) as Report;
  return { cli, requests: server.requests, calls: names, report: readReport };
}

const until = (isSo: () => boolean) =>
  vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 20_000, interval: 5 });

test.each([
  ["SIGINT", 1],
  ["SIGHUP", 40],
] as const)(
  "%s after %i requests: no more calls, teardown, reports, and the signal's exit code",
  async (signal, after) => {
    const { cli, requests, calls, report } = await start();
    await until(() => requests.length >= after);
    cli.kill(signal);
    await cli.warned(new RegExp(`${signal}: no more calls`));
    const sent = requests.length;
    const { code, stdout } = await cli.ended;
    // The calls under way.
    expect(requests.length - sent).toBeLessThanOrEqual(8);
    const { verdict, counts } = report();
    expect([code, verdict, counts.failed]).toEqual([exitCodes[signal], "partial", 0]);
    expect(stdout.split("; ").at(-1)).toBe(`exit ${code}: stopped by ${signal}\n`);
    if (calls().includes("pending")) expect(calls().at(-1)).toBe("teardown");
  },
);

test("a run that is stopped after a must has failed is nonconformant", async () => {
  // From the first call on, its errors differ from the document.
  const { cli, requests, report } = await start({}, { error: () => ["application/json", "{}"] });
  await until(() => requests.length >= 90);
  cli.kill("SIGTERM");
  const { code, stdout } = await cli.ended;
  const { verdict, counts } = report();
  expect([code, verdict]).toEqual([exitCodes.SIGTERM, "nonconformant"]);
  expect(Math.min(counts.failed, counts.untested)).toBeGreaterThan(0);
  expect(stdout).toMatch(/ does not conform: /);
});

test("a second signal ends the run at once, whatever hangs", async () => {
  const { cli, calls } = await start({ teardown: hang });
  await until(() => calls().includes("shipped"));
  cli.kill("SIGINT");
  await until(() => calls().includes("teardown"));
  cli.kill("SIGTERM");
  expect((await cli.ended).code).toBe(exitCodes.SIGTERM);
});

const ends = "it ended the process before the run was over";
test.each<[string, Parts, string]>([
  ["is not JavaScript", { first: "export const = 1;" }, "it cannot be loaded ("],
  ["ends the process while it loads", { first: "process.exit(0);" }, ends],
  ["ends the process later", { first: "setTimeout(() => process.exit(0), 300);", pending: hang }, ends],
])("a module that %s is one line and exit code 2", async (_name, parts, fact) => {
  const { cli } = await start(parts);
  const { code, stderr } = await cli.ended;
  expect(stderr).toMatch(/^store-orders: Cannot use --provision [^\n]+\n$/);
  expect([code, stderr]).toEqual([2, expect.stringContaining(fact)]);
});

test.each<[string, Parts]>([
  ["while it is asked", { pending: `setTimeout(() => { throw new Error("later"); }, 60); ${hang}` }],
  ["as a promise", { shipped: `void Promise.reject(new Error("later")); return ["301"];` }],
])(
  "a module that throws outside of a call, %s, is named, and its orders are torn down",
  async (_name, parts) => {
    const { cli, calls } = await start(parts);
    const { code, stderr } = await cli.ended;
    const fact =
      /^store-orders: Cannot use --provision \S+: it threw outside of a call \([^\n]*later[^\n]*\)\.\n$/;
    expect(stderr).toMatch(fact);
    expect([code, calls()]).toEqual([2, parts.pending ? ["pending"] : ["pending", "shipped", "teardown"]]);
  },
);

test("a report is written to its file although its reader has ended and a module left a handle open", async () => {
  const { cli, requests, report, calls } = await start({ first: "setInterval(() => undefined, 1000);" });
  await until(() => requests.length >= 10);
  cli.hangUp();
  const { code } = await cli.ended;
  expect([code, report().verdict, calls().at(-1)]).toEqual([0, "conformant", "teardown"]);
});
