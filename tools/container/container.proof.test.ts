import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startProgram } from "../../cli/testing/start-cli.ts";
import { copyRepository, isCloned } from "../testing/pack-kit.ts";
import { argumentsOf, imageEnvironment, wordsOf } from "../testing/read-dockerfile.ts";

/** Each command of the Dockerfile, run once by this machine's shell: no container engine is needed. */

const root = fileURLToPath(new URL("../../", import.meta.url));
let folder: string;
let app: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "store-orders-image-"));
  const build = join(folder, "build");
  app = join(build, "app");
  // Without what .dockerignore leaves out, and with the packages that `npm ci` installs.
  copyRepository(root, build, (name) => isCloned(name) && name !== "docs" && !name.endsWith(".test.ts"));
  const [install, ...others] = argumentsOf("RUN");
  expect(install).toMatch(/^npm ci /);
  expect(others).toHaveLength(3);
  for (const [index, command] of others.entries())
    await promisify(execFile)("sh", ["-ec", command], { cwd: index < 2 ? build : app, maxBuffer: 2 ** 26 });
}, 240_000);
// Removal of many small files takes long on a busy machine.
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);

/** Starts the image's program on a free port. */
async function start(...command: readonly string[]) {
  const [program, ...words] = [...wordsOf("ENTRYPOINT"), ...command, "--port", "0", "--log", "json"];
  expect(program).toBe("node");
  const env = { ...imageEnvironment, PATH: process.env.PATH };
  const mock = startProgram(process.execPath, words, { cwd: app, env });
  onTestFinished(() => mock[Symbol.asyncDispose]());
  const [line] = await mock.printed(/.*\n/);
  return { mock, url: new URL(JSON.parse(line).baseUrl) };
}

test.each([
  ["its own command", wordsOf("CMD"), "0.0.0.0"],
  ["another command", ["mock", "--fixtures", "magic"], "0.0.0.0"],
  ["an address", ["mock", "--host", "127.0.0.1"], "127.0.0.1"],
])(
  "with %s the mock listens for other machines unless --host names an address",
  async (_name, command, host) => {
    const { url } = await start(...command);
    expect(url.hostname).toBe(host);
  },
);

test("the command serves the API, is healthy, and ends at once after SIGTERM", async () => {
  const { mock, url } = await start(...wordsOf("CMD"));
  const headers = { authorization: "Bearer mock-key" };
  const orders = await fetch(`http://127.0.0.1:${url.port}/v1/store/orders`, { headers });
  expect(await orders.json()).toHaveLength(25);
  const checkHealth = async () => {
    const [, ...words] = wordsOf("HEALTHCHECK");
    return startProgram(process.execPath, words, { env: { STORE_ORDERS_PORT: url.port } }).ended;
  };
  expect(await checkHealth()).toMatchObject({ code: 0 });
  expect(await mock.stop()).toMatchObject({ code: 0, signal: null });
  expect(await checkHealth()).toMatchObject({ code: 1 });
});

test("the image has the kit, its one dependency and the Redis client, and no sources", () => {
  const { dependencies } = JSON.parse(readFileSync(join(app, "package.json"), "utf8"));
  expect(Object.keys(dependencies)).toEqual(["redis", "store-orders-kit"]);
});
