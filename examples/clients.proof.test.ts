import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startMockServer } from "../mocks/adapters/server/mock-server.ts";
import { type PackedKit, packKit } from "../packaging/testing/pack-kit.ts";
import { readDocs } from "../packaging/testing/read-docs.ts";
import { withoutVitest } from "./testing/install-examples.ts";

/** The recipe for generated clients, as printed: an id beyond 2^53 is read, and cancelled by its own digits. */

vi.setConfig({ testTimeout: 240_000 });

const run = promisify(execFile);
const own = "examples/clients.proof.test.ts";
const blocks = readDocs().flatMap((page) => page.blocks.filter(({ note }) => note?.text === own));
const id = "9007199254740993";

let kit: PackedKit;
let folder: string;
beforeAll(async () => {
  kit = await packKit();
  folder = mkdtempSync(join(tmpdir(), "store-orders-clients-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await run("npm", ["install", "--save-dev", kit.tarball, "vite-node@^3"], { cwd: folder, env });
}, 240_000);
afterAll(() => {
  kit?.[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

const env = {
  ...withoutVitest(process.env),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
};

test.each([
  ["openapi-typescript and openapi-fetch", blocks[0]!, blocks[1]!],
  ["hey-api", blocks[2]!, blocks[3]!],
])("%s", async (_name, commands, code) => {
  await using mock = await startMockServer({ fixtures: [{ id: BigInt(id), status: "pending" }] });
  await run("bash", ["-euo", "pipefail", "-c", commands.text], { cwd: folder, env });
  writeFileSync(join(folder, "recipe.ts"), code.text.replace("http://127.0.0.1:4010/v1", mock.baseUrl));
  // Generated modules import each other without endings, as a bundler reads them.
  const { stdout } = await run("npx", ["vite-node", "recipe.ts"], { cwd: folder, env });
  expect(stdout).toContain(`${id}n 204`);
  expect(mock.mock.control.order(BigInt(id))).toMatchObject({ status: "cancelled" });
});
