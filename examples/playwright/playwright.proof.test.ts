import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { freePort } from "../../base/testing/free-port.ts";
import { requireChromium } from "../../mocks/browser/testing/find-chromium.ts";
import { readDocs } from "../../tools/testing/read-docs.ts";
import { prepareExamples } from "../testing/install-examples.ts";

/** The example by Playwright's own runner, against the kit as it is packed. */

const run = promisify(execFile);

const examples = prepareExamples();

/** The numbers of a run by Playwright's own runner. */
async function runPlaywright(folder: string) {
  const cli = join(examples.home, "node_modules", "@playwright", "test", "cli.js");
  const { stdout } = await run(process.execPath, [cli, "test", "--reporter=json", "--workers=2"], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      CHROMIUM_PATH: requireChromium(),
      SITE_PORT: String(await freePort()),
    },
    maxBuffer: 2 ** 26,
  }).catch(({ stdout, stderr }) => {
    throw new Error(`Playwright failed:\n${stdout.slice(-8000)}\n${stderr}`);
  });
  return JSON.parse(stdout).stats;
}

test("every test of the example passes, two workers at a time", { timeout: 120_000 }, async () => {
  const stats = await runPlaywright(join(examples.home, "examples", "playwright"));
  expect(stats).toMatchObject({ expected: 4, unexpected: 0, flaky: 0, skipped: 0 });
});

/** The site that the README's test opens is at a free port, to which the browser maps its address. */
const configForReadme = `
import { defineConfig } from "@playwright/test";

const at = \`127.0.0.1:\${process.env.SITE_PORT}\`;
export default defineConfig({
  testMatch: "*.spec.ts",
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: ["--no-sandbox", "--disable-quic", \`--host-resolver-rules=MAP localhost:5173 \${at}\`],
    },
  },
  webServer: {
    command: \`npx vite ../frontend --host 127.0.0.1 --port \${process.env.SITE_PORT} --strictPort\`,
    url: \`http://\${at}\`,
    env: { VITE_API_URL: "https://api.shop.test/v1", VITE_API_KEY: "mock-key" },
  },
});
`;

test("the README's test passes as printed, with the https address of an API that is not there", {
  timeout: 120_000,
}, async () => {
  const blocks = readDocs().find(({ path }) => path === "README.md")!.blocks;
  const snippet = blocks.find(({ text }) => text.includes("store-orders-kit/playwright"))!;
  expect(snippet.text).toContain("https://api.shop.test/v1");
  const folder = join(examples.home, "examples", "readme-playwright");
  mkdirSync(folder);
  writeFileSync(join(folder, "playwright.config.ts"), configForReadme);
  writeFileSync(join(folder, "readme.spec.ts"), snippet.text);
  expect(await runPlaywright(folder)).toMatchObject({ expected: 1, unexpected: 0, flaky: 0 });
});

/** Its test would time out if the matcher waited for longer than the configuration says. */
const impatientConfig = `
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testMatch: "*.spec.ts",
  timeout: 4500,
  expect: { timeout: 200 },
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ["--no-sandbox", "--disable-quic"] } },
});
`;
const otherBaseUrl = `
import { expect, test } from "store-orders-kit/playwright";

test.use({ apiBaseUrl: "https://api.shop.test/v1/" });
test("a page may call another base URL", async ({ page, control }) => {
  await page.route("https://*.shop.test/**", (route) => route.fulfill({ body: "" }));
  await page.goto("https://other.shop.test/");
  await page.evaluate(() => fetch("/v1/store/orders"));
  const assertion = expect(control).toHaveReceived("GET /store/orders");
  await expect(assertion).rejects.toThrow(
    "got 0. The mock was not called: is a service worker or another base URL in the way?",
  );
  const headers = { authorization: "Bearer mock-key" };
  const call = (headers) => fetch("https://api.shop.test/v1/store/orders", { headers }).then(({ status }) => status);
  expect(await page.evaluate(call, headers)).toBe(200);
});
`;

test("a matcher says that the mock was not called, after the time of expect.timeout; apiBaseUrl may end in /", {
  timeout: 120_000,
}, async () => {
  const folder = join(examples.home, "examples", "other-base-url");
  mkdirSync(folder);
  writeFileSync(join(folder, "playwright.config.ts"), impatientConfig);
  writeFileSync(join(folder, "other.spec.ts"), otherBaseUrl);
  expect(await runPlaywright(folder)).toMatchObject({ expected: 1, unexpected: 0, flaky: 0 });
});
