import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../../base/testing/free-port.ts";
import { startMock } from "../../cli/testing/start-mock.ts";
import { packKit } from "../../tools/testing/pack-kit.ts";
import { withoutVitest } from "../testing/install-examples.ts";
import { endToEnd, type Pipeline, verifyPipelines } from "../testing/pipelines.ts";

/** The command lines of the pipelines, each run by bash in a project that has the packed kit. */

vi.setConfig({ testTimeout: 120_000 });

const key = "the-key-of-staging";
let repository: string;
const jobs: ChildProcess[] = [];
const env = {
  HOME: process.env.HOME,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  npm_config_prefer_offline: "true",
};

/** A project, and a package of its workspace, both with the kit. The first lines of a pipeline install them. */
beforeAll(async () => {
  using kit = await packKit();
  repository = mkdtempSync(join(tmpdir(), "store-orders-pipelines-"));
  const write = (path: string, manifest: object) => {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), JSON.stringify(manifest));
  };
  const devDependencies = { "store-orders-kit": `file:${kit.tarball}` };
  write("package.json", { private: true, devDependencies, workspaces: ["packages/*"] });
  write("packages/shop/package.json", { name: "shop", version: "1.0.0", devDependencies });
  writeFileSync(join(repository, "orders.mjs"), askForOrders);
  await promisify(execFile)("npm", ["install", "--package-lock-only", "--no-audit"], {
    cwd: repository,
    env: { ...withoutVitest(process.env), ...env },
  });
  const [{ script }] = verifyPipelines as [Pipeline];
  expect(script[0]).toBe("npm ci");
  expect((await runScript(script[0]!, repository, {})).exitCode).toBe(0);
}, 240_000);
afterEach(() => {
  // Processes in the background end with their job.
  for (const { pid } of jobs.splice(0)) {
    try {
      process.kill(-pid!, "SIGKILL");
    } catch {}
  }
  rmSync(join(repository, "store-orders.xml"), { force: true });
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

/** Prints new orders, from the mock that plays staging. */
const askForOrders = `
const url = new URL("/_mock/provider-states", process.env.STORE_ORDERS_BASE_URL);
const ask = async (state, count) => {
  const body = JSON.stringify({ state, params: { count }, action: "setup" });
  const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  return (await answer.json()).ids;
};
const pending = await ask("pending orders exist", 2);
const shipped = await ask("shipped orders exist", 1);
console.log(JSON.stringify({ pending, shipped }));
`;

async function runScript(script: string, cwd: string, variables: Readonly<Record<string, string>>) {
  const child = spawn("bash", ["-eo", "pipefail", "-c", script], {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...env, CI: "true", ...variables },
  });
  jobs.push(child);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { exitCode: child.exitCode, out, log: out + err };
}

/** Runs all lines but the one that installs, which has run already. */
function runPipeline({ script, folder, env: names }: Pipeline, given: Readonly<Record<string, string>>) {
  const variables = Object.keys(names).map((name) => [name, given[name] ?? ""]);
  const lines = script.filter((line) => line !== "npm ci").join("\n");
  return runScript(lines, join(repository, folder), Object.fromEntries(variables));
}

/** Variables of a server whose orders are made on request. */
async function startStaging(...options: string[]) {
  const { baseUrl, control } = await startMock(["--log=json", `--api-key=${key}`, ...options]);
  return {
    STORE_ORDERS_BASE_URL: baseUrl,
    STORE_ORDERS_API_KEY: key,
    STORE_ORDERS_PROVIDER_STATES_URL: `${control}/provider-states`,
  };
}

const [usual] = verifyPipelines as [Pipeline];

test.each(verifyPipelines)("$name: a right server passes, and the results exist", async (pipeline) => {
  const staging = await startStaging();
  // Each run gets new orders: a server passes on a second night, too.
  for (const night of pipeline === usual ? [1, 2] : [1]) {
    const { exitCode, log } = await runPipeline(pipeline, staging);
    expect(exitCode, `night ${night}\n${log}`).toBe(0);
    expect(log).toContain(`${staging.STORE_ORDERS_BASE_URL} conforms: `);
    expect(log).not.toContain(key);
    expect(existsSync(join(repository, pipeline.kept!))).toBe(true);
  }
});

test("a wrong server fails, and the results exist", async () => {
  const staging = await startStaging("--broken=cancel-200");
  const { exitCode, log } = await runPipeline(usual, staging);
  expect(exitCode, log).toBe(1);
  expect(log).toContain(" does not conform: ");
  expect(existsSync(join(repository, usual.kept!))).toBe(true);
});

test("the end-to-end job starts its tests when the mock answers", async () => {
  const port = String(await freePort());
  const start = endToEnd.steps.find(({ name }) => name === "Start the mock")!.run!.replaceAll("4010", port);
  const { exitCode, out, log } = await runScript(start.replaceAll("&\n", "</dev/null &\n"), repository, {});
  expect(exitCode, log).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ service: "store-orders-mock" });
});
