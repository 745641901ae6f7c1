import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explainMissing, findChromium } from "../../mocks/browser/testing/find-chromium.ts";
import { freePort } from "../testing/free-port.ts";
import { type InstalledExamples, installExamples } from "../testing/install-examples.ts";

/** The example by Playwright's own runner, against the kit as it is packed. */

const run = promisify(execFile);

let examples: InstalledExamples;
beforeAll(async () => {
  examples = await installExamples();
}, 240_000);
afterAll(() => examples?.[Symbol.dispose](), 60_000);

test("every test of the example passes, two workers at a time", { timeout: 120_000 }, async () => {
  const CHROMIUM_PATH = findChromium();
  if (!CHROMIUM_PATH) throw new Error(`Cannot run the example: ${explainMissing()}.`);
  const folder = join(examples.home, "examples", "playwright");
  const modules = join(examples.home, "node_modules");
  const cli = join(modules, "@playwright", "test", "cli.js");
  const { stdout } = await run(process.execPath, [cli, "test", "--reporter=json", "--workers=2"], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      CHROMIUM_PATH,
      SITE_PORT: String(await freePort()),
    },
    maxBuffer: 2 ** 26,
  }).catch(({ stdout, stderr }) => {
    throw new Error(`Playwright failed:\n${stdout.slice(-8000)}\n${stderr}`);
  });
  expect(JSON.parse(stdout).stats).toMatchObject({ expected: 4, unexpected: 0, flaky: 0, skipped: 0 });
});
