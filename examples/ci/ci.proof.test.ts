import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { type PackedKit, packKit } from "../../packaging/testing/pack-kit.ts";
import { kitName } from "../../spec/kit-version.ts";
import { freePort } from "../testing/free-port.ts";

/** The scripts of the examples, run in bash as the runners run them, with the packed kit. */

interface Step {
  readonly name?: string;
  readonly run?: string;
}

let kit: PackedKit;
let folder: string;
let jobs: ChildProcess[];

beforeAll(async () => {
  kit = await packKit();
}, 240_000);
afterAll(() => kit?.[Symbol.dispose]());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-orders-ci-"));
  jobs = [];
});
afterEach(() => {
  // A job's processes end with it, those in the background too.
  for (const { pid } of jobs) {
    try {
      process.kill(-pid!, "SIGKILL");
    } catch {}
  }
  rmSync(folder, { recursive: true, force: true });
});

const read = (name: string) => parse(readFileSync(new URL(name, import.meta.url), "utf8"));

async function runScript(script: string, env: Readonly<Record<string, string>>) {
  const child = spawn("bash", ["-eo", "pipefail", "-c", script], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  jobs.push(child);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { exitCode: child.exitCode, out, log: out + err };
}

test("the end-to-end job has the mock up when its tests start", { timeout: 60_000 }, async () => {
  const steps: readonly Step[] = read("github-end-to-end.yml").jobs["end-to-end"].steps;
  const port = await freePort();
  mkdirSync(join(folder, "node_modules", ".bin"), { recursive: true });
  symlinkSync(kit.directory, join(folder, "node_modules", kitName));
  chmodSync(join(kit.directory, "dist", "cli.js"), 0o755);
  symlinkSync(join("..", kitName, "dist", "cli.js"), join(folder, "node_modules", ".bin", "store-orders"));
  writeFileSync(join(folder, "package.json"), "{}");
  const start = steps.find(({ name }) => name === "Start the mock")!.run!.replaceAll("4010", String(port));
  const { exitCode, out, log } = await runScript(start.replaceAll("&\n", "</dev/null &\n"), {});
  expect(
    exitCode,
    log + (existsSync(join(folder, "mock.log")) ? readFileSync(join(folder, "mock.log")) : ""),
  ).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ service: "store-orders-mock" });
});
