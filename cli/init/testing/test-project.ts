/** A user's project, in which npm installs the packed kit and init runs. */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { npmEnv } from "../../../examples/testing/npm-project.ts";
import type { PackedKit } from "../../../tools/testing/pack-kit.ts";
import { startProgram } from "../../testing/start-cli.ts";

const run = promisify(execFile);

const env = { ...npmEnv, npm_config_fund: "false", npm_config_yes: "true" };

/** A folder of the project, and what is done in it. */
export function projectAt(folder: string) {
  mkdirSync(folder, { recursive: true });
  const say = (command: string, ...args: string[]) =>
    run(command, args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch(({ stdout, stderr }) => {
      throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
    });
  const write = (path: string, content: string | object) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
    writeFileSync(join(folder, path), text);
  };
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const has = (path: string) => existsSync(join(folder, path));
  const start = (what: RegExp, command: string, ...args: string[]) => {
    const program = startProgram(command, args, { cwd: folder, env, isGroup: true, patienceMs: 240_000 });
    onTestFinished(() => program[Symbol.asyncDispose]());
    return program.printed(what);
  };
  return { folder, say, write, read, has, start };
}
type TestProject = ReturnType<typeof projectAt>;

/** @returns what init printed */
export async function installAndInit({ say }: TestProject, kit: PackedKit): Promise<string> {
  const installed = await say("npm", "install", "--save-dev", kit.tarball);
  // npm would ask about scripts that it is to run.
  expect(installed.stdout + installed.stderr).not.toMatch(/install-scripts +store-orders-kit/);
  const { stdout } = await say("npx", "store-orders", "init", "--yes");
  return stdout;
}

/** The promises of init for every project. */
export async function expectAllWorks({ say, start }: TestProject, tests: RegExp): Promise<void> {
  expect((await say("npm", "test")).stdout).toMatch(tests);
  const verified = await say("npx", "store-orders", "verify");
  expect(verified.stdout.trimEnd().split("\n").at(-1)).toMatch(/^http:\S+ conforms: /);
  const [, baseUrl] = await start(
    /"baseUrl":"([^"]+)"/,
    "npm",
    "run",
    "mock",
    "--",
    "--port=0",
    "--log=json",
  );
  const answer = await fetch(`${baseUrl}/store/orders`, { headers: { authorization: "Bearer mock-key" } });
  expect(answer.status).toBe(200);
}
