import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { preview } from "vite";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { requireChromium } from "../../mocks/browser/testing/find-chromium.ts";
import { launchChromium } from "../../mocks/browser/testing/launch-chromium.ts";
import { servePanelApp } from "../../page/testing/panel-app.ts";
import { readDocs } from "../../tools/testing/read-docs.ts";
import { prepareExamples } from "../testing/install-examples.ts";
import { npmEnv } from "../testing/npm-project.ts";

/** The recipes for other runners, each run by its own runner against the packed kit; Cypress needs a download of its own. */

const run = promisify(execFile);
beforeAll(() => {
  if (!existsSync(fileURLToPath(new URL("node_modules/jest", import.meta.url))))
    throw new Error(
      "Cannot run the recipes: their runners are missing. Run npm ci --prefix examples/runners.",
    );
});
const examples = prepareExamples();
const inRunners = (...path: readonly string[]) => join(examples.home, "examples", "runners", ...path);

/** @returns all that it printed */
async function node(recipe: string, args: readonly string[], more = {}): Promise<string> {
  const options = { cwd: inRunners(recipe), env: { ...npmEnv, ...more }, maxBuffer: 2 ** 26 };
  const { stdout, stderr } = await run(process.execPath, args, options).catch((error) => {
    throw new Error(`The recipe ${recipe} failed:\n${error.stdout}\n${error.stderr}`);
  });
  return stdout + stderr;
}

const installed = (path: string) => inRunners("node_modules", path);

test("the recipes compile", { timeout: 60_000 }, async () => {
  const tsc = join(examples.home, "node_modules", "typescript", "bin", "tsc");
  expect(await node(".", [tsc, "--noEmit", "-p", "."])).toBe("");
});

test.each(["jest", "jest-jsdom"])("%s", { timeout: 60_000 }, async (recipe) => {
  const said = await node(recipe, ["--experimental-vm-modules", installed("jest/bin/jest.js")]);
  expect(said).toMatch(/Tests: +3 passed, 3 total/);
});

test("wait-on", { timeout: 60_000 }, async () => {
  await using server = await startMockServer();
  const address = `127.0.0.1:${server.port}`;
  const waits = [`http://${address}`, `http-get://${address}/_mock/health?ready`, `tcp:${address}`];
  await node(".", [installed("wait-on/bin/wait-on"), "--timeout", "30000", ...waits]);
});

test("node:test", { timeout: 60_000 }, async () => {
  expect(await node("node-test", ["--test", "*.spec.ts"])).toMatch(/pass 3\n.*fail 0/);
});

test("vitest in a browser", { timeout: 90_000 }, async () => {
  const vitest = join(examples.home, "node_modules", "vitest", "vitest.mjs");
  const said = await node("vitest-browser", [vitest, "run"], { CHROMIUM_PATH: requireChromium() });
  expect(said).toMatch(/Tests +2 passed \(2\)/);
});

/** What to see in each story. */
const sights: Readonly<Record<string, string>> = {
  "with-orders": "Cancel order 1008",
  empty: "There are no orders.",
  "wrong-key": "Use this key",
  "store-fails": "The orders cannot be shown.",
  "ships-meanwhile": "Cancel order 204",
};

test("storybook: a build, each story with a mock of its own", { timeout: 120_000 }, async () => {
  const storybook = installed("storybook/dist/bin/dispatcher.js");
  await node("storybook", [storybook, "build", "--quiet", "--disable-telemetry"]);
  const site = await preview({
    root: inRunners("storybook"),
    configFile: false,
    logLevel: "error",
    appType: "mpa",
    build: { outDir: "storybook-static" },
    preview: { host: "127.0.0.1", port: 0 },
  });
  onTestFinished(() => site.close());
  await using chrome = await launchChromium();
  const page = await chrome.newPage();
  for (const [story, sight] of Object.entries(sights)) {
    await page.goto(`${site.resolvedUrls!.local[0]}iframe.html?id=orders--${story}&viewMode=story`);
    const button = page.getByRole("button", { name: sight, exact: true });
    await page.getByText(sight).or(button).first().waitFor();
    // The decorator's panel.
    expect(await page.locator("store-orders-devtools").count()).toBe(1);
  }
  await page.getByRole("button", { name: "Cancel order 204", exact: true }).click();
  await page.getByText("Order 204 has shipped and cannot be cancelled.").waitFor();
});

test.each([
  ["jest-jsdom/jest.config.mjs", "js"],
  ["storybook/.storybook/preview.ts", "ts"],
])("docs print %s", async (recipe, language) => {
  const own = linesOf(await readFile(inRunners(recipe), "utf8"));
  const byThis = readDocs().flatMap(({ blocks }) =>
    blocks.filter(({ note }) => note?.text === "examples/runners/runners.proof.test.ts"),
  );
  const missing = byThis
    .filter((block) => block.language === language)
    .map(({ text }) => linesOf(text).filter((line) => !line.startsWith("//") && !own.includes(line)));
  expect(missing).toContainEqual([]);
});

/** The lines of a file without their indentation. */
const linesOf = (text: string) => text.split("\n").map((line) => line.trim());

test.each([
  { recipe: "react.tsx", fence: "jsx" },
  { recipe: "vue.ts", fence: "js" },
])(
  "the panel in $recipe appears and disappears with its component, as docs/page.md shows",
  { timeout: 60_000 },
  async ({ recipe, fence }) => {
    const own = linesOf(await readFile(inRunners("panel", recipe), "utf8"));
    const page = await readFile(new URL("../../docs/page.md", import.meta.url), "utf8");
    const snippets = page.split(new RegExp(`\n\`\`\`${fence}\\b.*\n`)).slice(1);
    const shown = snippets.map((rest) => linesOf(rest.slice(0, rest.indexOf("\n```"))));
    const unmounting = shown.filter((lines) => lines.some((line) => line.includes("unmount()")));
    expect(unmounting).toHaveLength(1);
    // Types are the recipe's own.
    const typed = own.map((line) => line.replace(": Devtools | undefined", ""));
    expect(unmounting[0]!.filter((line) => !typed.includes(line))).toEqual([]);

    const site = await servePanelApp(inRunners("panel"));
    onTestFinished(() => site.close());
    await using chrome = await launchChromium();
    const tab = await chrome.newPage();
    const faults: string[] = [];
    tab.on("pageerror", ({ message }) => faults.push(message));
    await tab.goto(`${site.resolvedUrls!.local[0]!}?${recipe}`);
    await leaveAndEnter(tab);
    expect(faults).toEqual([]);
  },
);

async function leaveAndEnter(tab: Page): Promise<void> {
  const panels = tab.locator("store-orders-devtools");
  const corner = tab.getByRole("button", { name: /^Store Orders mock/ });
  await corner.click();
  await tab.getByRole("gridcell", { name: "204", exact: true }).waitFor();
  expect(await panels.count()).toBe(1);
  await tab.getByRole("button", { name: "Leave", exact: true }).click();
  await expect.poll(() => panels.count()).toBe(0);
  await tab.getByRole("button", { name: "Enter", exact: true }).click();
  // It was open, and is so again.
  await tab.getByRole("gridcell", { name: "204", exact: true }).waitFor();
  expect(await panels.count()).toBe(1);
}

/** Its program is no part of its package. What the recipe sets up in Node is run all the same. */
test("cypress: the tasks and the address of its configuration", { timeout: 60_000 }, async () => {
  const script = `
    import { registerHooks } from "node:module";
    registerHooks({ resolve: (name, context, next) => name === "cypress"
      ? { url: "data:text/javascript,export const defineConfig = (config) => config", shortCircuit: true }
      : next(name, context) });
    const { default: config } = await import(${JSON.stringify(pathToFileURL(inRunners("cypress", "cypress.config.mjs")).href)});
    const listeners = {};
    const { env } = await config.e2e.setupNodeEvents((name, listener) => { listeners[name] = listener; }, { env: {} });
    await listeners.task["orders:reset"]();
    await listeners.task["orders:faults"]([{ fault: "ship-first", operation: "cancelOrder", times: 1 }]);
    const headers = { authorization: "Bearer mock-key" };
    const { status } = await fetch(env.ordersUrl + "/store/orders/204", { method: "DELETE", headers });
    console.log(status, JSON.stringify(await listeners.task["orders:status"]("204")));
    await listeners["after:run"]();`;
  expect(await node("cypress", ["--input-type=module", "--eval", script])).toBe('409 "shipped"\n');
});
