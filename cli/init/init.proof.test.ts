import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { launchChromium } from "../../mocks/browser/testing/open-page.ts";
import { usePackedKit } from "../../tools/testing/use-packed-kit.ts";
import { expectAllWorks, installAndInit, projectAt } from "./testing/test-project.ts";

/** The first hour of four kinds of projects: install the packed kit, init, and all works at once. */

vi.setConfig({ testTimeout: 240_000 });

const compilerOptions = {
  module: "nodenext",
  target: "es2024",
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

const home = mkdtempSync(join(tmpdir(), "store-orders-init-"));
const kit = usePackedKit();
afterAll(() => rmSync(home, { recursive: true, force: true }), 60_000);
test("npm init -y: a CommonJS project, with npm's placeholder as its test script", async () => {
  const project = projectAt(join(home, "plain"));
  await project.say("npm", "init", "-y");
  project.write("package.json", { ...JSON.parse(project.read("package.json")), type: "commonjs" });
  expect(project.read("package.json")).toContain("no test specified");
  await installAndInit(project, kit);
  expect(project.has("store-orders.config.mjs")).toBe(true);
  expect(JSON.parse(project.read("package.json")).scripts).toEqual({
    test: "vitest run",
    mock: "store-orders mock",
  });
  await expectAllWorks(project, /2 passed/);
});

test("npm create vite: MSW's plugin serves the worker, and the page shows orders", async () => {
  const started = performance.now();
  const folder = join(home, "vite");
  await projectAt(home).say(
    "npm",
    "create",
    "vite@9",
    "vite",
    "--",
    "--template",
    "vanilla-ts",
    "--no-interactive",
  );
  const project = projectAt(folder);
  const scripts = JSON.parse(project.read("package.json")).scripts;
  await installAndInit(project, kit);
  expect(JSON.parse(project.read("package.json")).scripts).toEqual({
    ...scripts,
    test: "vitest run",
    mock: "store-orders mock",
  });
  expect(project.has("public/mockServiceWorker.js")).toBe(false);
  expect(project.read("vite.config.ts")).toContain("msw/vite");
  await expectAllWorks(project, /2 passed/);
  // Its own compiler reads what init wrote.
  await project.say("npm", "run", "build");

  const address = /http:\/\/localhost:\d+\//;
  const [url] = await project.start(address, "npm", "run", "dev", "--", "--port", "0");
  await using browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`${url}orders.html`);
  await page.getByText("Order 204:").waitFor();
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`from npm create vite to a page with orders: ${seconds} s\n`);

  // Again: what is there is left alone.
  project.write("orders.http", "mine");
  const again = await project.say("npx", "store-orders", "init", "--yes");
  expect(again.stdout).toContain("orders.http is there already: left alone.");
  expect(project.read("orders.http")).toBe("mine");
});

test("a package of a workspace: hoisted packages are found, and the workflow is in the root", async () => {
  const root = projectAt(join(home, "workspace"));
  root.write("package.json", { name: "all", private: true, workspaces: ["packages/*"] });
  await root.say("git", "init", "--quiet");
  root.write("packages/shop/package.json", {
    name: "shop",
    version: "1.0.0",
    devDependencies: { typescript: "^5.9.0", vite: "^8.0.0" },
  });
  root.write("packages/shop/vite.config.mjs", "export default {};\n");
  const project = projectAt(join(root.folder, "packages", "shop"));
  // The plugin that serves MSW's worker is not in its configuration.
  expect(await installAndInit(project, kit)).toContain("npx msw init public --save");
  // No type in package.json: Node takes .ts for CommonJS.
  expect(project.has("store-orders.config.mts")).toBe(true);
  const workflow = root.read(".github/workflows/store-orders.yml");
  expect(workflow).toContain("working-directory: packages/shop\n");
  await expectAllWorks(project, /2 passed/);
});

test("an ESM project in TypeScript, with MSW 2 and vitest 4: the written files compile, and the recipe passes", async () => {
  const project = projectAt(join(home, "esm"));
  project.write("package.json", {
    name: "esm",
    private: true,
    type: "module",
    devDependencies: {
      "@types/node": "^24.0.0",
      msw: "^2.14.0",
      typescript: "^5.9.0",
      vite: "^8.0.0",
      vitest: "^4.0.0",
    },
  });
  project.write("tsconfig.json", { compilerOptions });
  await project.say("npm", "install", "--ignore-scripts");
  const recipe = new URL("../../examples/runners/msw-2-vitest-4/orders.spec.ts", import.meta.url);
  project.write("orders.spec.ts", readFileSync(recipe, "utf8"));
  expect(await installAndInit(project, kit)).toContain("npx msw init public --save");
  expect(project.has("store-orders.config.ts")).toBe(true);
  const versionOf = (name: string) => JSON.parse(project.read(`node_modules/${name}/package.json`)).version;
  expect([versionOf("msw"), versionOf("vitest")]).toEqual([
    expect.stringMatching(/^2\./),
    expect.stringMatching(/^4\./),
  ]);
  // Two tests of init's, five of the recipe.
  await expectAllWorks(project, /7 passed/);
  await project.say("npx", "tsc");
  expect((await project.say("npx", "store-orders", "mock", "--print-config")).stdout).toMatch(
    /fixtures +magic +store-orders\.config\.ts/,
  );
});
