import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ForeignOptions } from "../../conformance/testing/foreign-server.ts";
import { createFolder, fiveOrders, foreignKey, startForeign } from "../../conformance/testing/verify.ts";
import { type CliOptions, startCli } from "../testing/start-cli.ts";

vi.setConfig({ testTimeout: 60_000 });

/** How `store-orders verify` ends early: with its teardown done and its reports written. */

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

async function start(
  source: string,
  args: readonly string[] = [],
  options: CliOptions & { readonly server?: ForeignOptions } = {},
) {
  const requests: string[] = [];
  const server = await startForeign({
    ...fiveOrders,
    ...options.server,
    // Slow enough that there is a middle of the run.
    interrupt: (request) => {
      requests.push(`${request.method} ${request.url}`);
      return false;
    },
    deliver: (response, reply) => {
      setTimeout(() => {
        response.writeHead(reply.status, reply.headers);
        response.end(reply.body);
      }, 30);
    },
  });
  const folder = await createFolder();
  const module = join(folder, "orders.mjs");
  const log = join(folder, "log");
  await writeFile(
    module,
    `import { appendFileSync } from "node:fs";
     const tell = (what) => appendFileSync(${JSON.stringify(log)}, what + "\\n");
     ${source}`,
  );
  const report = join(folder, "report.json");
  const cli = startCli(
    [
      "verify",
      server.baseUrl,
      `--provision=${module}`,
      "--timeout=1000",
      `--reporter=json=${report}`,
      "--reporter=terminal",
      ...args,
    ],
    { env: { STORE_ORDERS_API_KEY: foreignKey }, ...options },
  );
  onTestFinished(() => cli[Symbol.asyncDispose]());
  return {
    cli,
    requests,
    told: async () => (await readFile(log, "utf8").catch(() => "")).split("\n").filter(Boolean),
    report: async () => JSON.parse(await readFile(report, "utf8")),
  };
}

const module = (changes: Readonly<Record<string, string>> = {}) => {
  const parts = {
    first: "",
    pending: `tell("pending"); return ["101", "102", "103", "104", "105"];`,
    shipped: `tell("shipped"); return ["301"];`,
    teardown: `tell("teardown");`,
    ...changes,
  };
  return `${parts.first}
    export async function pendingOrders() { ${parts.pending} }
    export async function shippedOrders() { ${parts.shipped} }
    export async function teardown() { ${parts.teardown} }`;
};

/** Until so many requests have come, or a line was told. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 20_000, interval: 10 });
}

const signals = Object.keys(exitCodes) as (keyof typeof exitCodes)[];
const phases = [1, 5, 40, 150] as const;

test.each(phases.map((after, index) => [signals[index % signals.length]!, after] as const))(
  "%s after %i requests: no more calls, teardown, reports, and the signal's exit code",
  async (signal, after) => {
    const { cli, requests, told, report } = await start(module());
    await until(() => requests.length >= after);
    cli.kill(signal);
    const sent = requests.length;
    const { code, stdout, stderr } = await cli.ended;
    expect(code, stderr).toBe(exitCodes[signal]);
    expect(stderr).toContain(`${signal}: no more calls`);
    // Those under way when the signal came.
    expect(requests.length - sent).toBeLessThanOrEqual(9);
    const { verdict, results } = await report();
    const failed = results.filter(({ outcome }: { outcome: string }) => outcome === "failed");
    expect(failed.map(({ id, reason }: { id: string; reason: string }) => `${id}: ${reason}`)).toEqual([]);
    expect(verdict).toBe("partial");
    expect(stdout).toMatch(/ is tested in part: /);
    const steps = await told();
    if (steps.includes("pending")) expect(steps.at(-1)).toBe("teardown");
  },
);

test("a run that is stopped after a must has failed is nonconformant: what was seen stays seen", async () => {
  // Its errors are none of the document's, from the first on.
  const server = { error: () => ["application/json", "{}"] as const };
  const { cli, requests, report } = await start(module(), [], { server });
  await until(() => requests.length >= 150);
  cli.kill("SIGTERM");
  const { code, stdout } = await cli.ended;
  expect(code).toBe(exitCodes.SIGTERM);
  const { verdict, counts } = await report();
  expect(counts.failed).toBeGreaterThan(0);
  expect(counts.untested).toBeGreaterThan(0);
  expect(verdict).toBe("nonconformant");
  expect(stdout).toMatch(/ does not conform: /);
});

test.each(signals)("a second %s ends at once, whatever hangs", async (signal) => {
  const { cli, told } = await start(
    module({ teardown: `tell("teardown"); await new Promise((go) => setTimeout(go, 60_000));` }),
  );
  await until(async () => (await told()).includes("shipped"));
  cli.kill("SIGINT");
  await until(async () => (await told()).includes("teardown"));
  cli.kill(signal);
  expect((await cli.ended).code).toBe(exitCodes[signal]);
});

test.each([
  [
    "a module that never loads",
    { first: "await new Promise(() => undefined);" },
    /loading it did not end within 6 s/,
  ],
  [
    "pendingOrders that never settles",
    { pending: "await new Promise(() => undefined);" },
    /pendingOrders\(\d+\) failed .*did not end within 6 s/,
  ],
  [
    "shippedOrders that never settles",
    { shipped: "await new Promise(() => undefined);" },
    /shippedOrders\(\d+\) failed .*did not end within 6 s/,
  ],
  [
    "a module that ends the process while it loads",
    { first: "process.exit(0);" },
    /it ended the process before the run was over/,
  ],
  [
    "pendingOrders that ends the process",
    { pending: "process.exit(0);" },
    /it ended the process before the run was over/,
  ],
  [
    "a timer that ends the process",
    { first: "setTimeout(() => process.exit(0), 1000);" },
    /it ended the process before the run was over/,
  ],
])("%s is a clear line and exit code 2", async (_name, changes, line) => {
  const { cli } = await start(module(changes));
  const { code, stderr } = await cli.ended;
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(line);
  expect(code).toBe(2);
});

test("half a provision is torn down", async () => {
  const { cli, told } = await start(module({ shipped: "await new Promise(() => undefined);" }));
  await cli.ended;
  expect(await told()).toEqual(["pending", "teardown"]);
});

test("a teardown that hangs loses no report", async () => {
  const { cli, report } = await start(module({ teardown: "await new Promise(() => undefined);" }));
  const { code, stderr, stdout } = await cli.ended;
  expect([code, (await report()).verdict]).toEqual([0, "conformant"]);
  expect(stdout).toMatch(/ conforms: /);
  expect(stderr).toMatch(/teardown failed .*did not end within 6 s/);
});

test("a handle that a module left open does not keep the run alive", async () => {
  const { cli } = await start(module({ first: `setInterval(() => undefined, 1000);` }));
  expect((await cli.ended).code).toBe(0);
});

test("a reader that has gone does not keep reports from their files", async () => {
  const { cli, requests, report, told } = await start(module());
  await until(() => requests.length >= 10);
  cli.hangUp();
  const { code } = await cli.ended;
  expect([code, (await report()).verdict]).toEqual([0, "conformant"]);
  expect((await told()).at(-1)).toBe("teardown");
});
