import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { npmEnv } from "../../examples/testing/npm-project.ts";
import { launchChromium } from "../../mocks/browser/testing/launch-chromium.ts";
import { usePackedKit } from "../../tools/testing/use-packed-kit.ts";
import { startProgram } from "../testing/start-cli.ts";
import { projectAt, type TestProject } from "./testing/project-at.ts";

/** Three kinds of projects in which a user installs the packed kit and runs init: everything works. */

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

const env = { ...npmEnv, npm_config_fund: "false", npm_config_yes: "true" };
const run = promisify(execFile);
const runIn = ({ folder }: TestProject, command: string, ...args: string[]) =>
  run(command, args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch(({ stdout, stderr }) => {
    throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
  });

/** Starts a program that ends with the test, and waits until it prints something. */
function start({ folder }: TestProject, printed: RegExp, command: string, ...args: string[]) {
  const program = startProgram(command, args, { cwd: folder, env, isGroup: true, patienceMs: 240_000 });
  onTestFinished(() => program[Symbol.asyncDispose]());
  return program.printed(printed);
}

/** @returns the output of init */
async function installAndInit(project: TestProject): Promise<string> {
  const installed = await runIn(project, "npm", "install", "--save-dev", kit.tarball);
  // npm would ask whether to run install scripts.
  expect(installed.stdout + installed.stderr).not.toMatch(/install-scripts +store-orders-kit/);
  return (await runIn(project, "npx", "store-orders", "init", "--yes")).stdout;
}

/** The promises of init for every project. */
async function expectAllWorks(project: TestProject, tests: RegExp): Promise<void> {
  expect((await runIn(project, "npm", "test")).stdout).toMatch(tests);
  const verified = await runIn(project, "npx", "store-orders", "verify");
  expect(verified.stdout.trimEnd().split("\n").at(-1)).toMatch(/^http:\S+ conforms: /);
  const options = ["--port=0", "--log=json"];
  const [, baseUrl] = await start(project, /"baseUrl":"([^"]+)"/, "npm", "run", "mock", "--", ...options);
  const answer = await fetch(`${baseUrl}/store/orders`, { headers: { authorization: "Bearer mock-key" } });
  expect(answer.status).toBe(200);
}

test("npm create vite: MSW's plugin serves the worker, and the page shows orders", async () => {
  const started = performance.now();
  const create = "npm create vite@9 vite -- --template vanilla-ts --no-interactive".split(" ");
  await runIn(projectAt(home), create[0]!, ...create.slice(1));
  const project = projectAt(join(home, "vite"));
  const { scripts } = JSON.parse(project.read("package.json"));
  await installAndInit(project);
  const written = { ...scripts, test: "vitest run", mock: "store-orders mock" };
  expect(JSON.parse(project.read("package.json")).scripts).toEqual(written);
  expect(project.has("public/mockServiceWorker.js")).toBe(false);
  expect(project.read("vite.config.ts")).toContain("msw/vite");
  await expectAllWorks(project, /2 passed/);
  // The project's own compiler reads the files of init.
  await runIn(project, "npm", "run", "build");

  const address = /http:\/\/localhost:\d+\//;
  const [url] = await start(project, address, "npm", "run", "dev", "--", "--port", "0");
  await using browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`${url}orders.html`);
  await page.getByText("Order 9007199254740993").waitFor();
  expect(await page.getByRole("list").innerText()).not.toContain("undefined");
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`from npm create vite to a page with orders: ${seconds} s\n`);
});

test("a CommonJS package of a workspace: hoisted packages are found, and the workflow is in the root", async () => {
  const root = projectAt(join(home, "workspace"));
  root.write("package.json", { name: "all", private: true, workspaces: ["packages/*"] });
  await runIn(root, "git", "init", "--quiet");
  root.write("packages/shop/package.json", {
    name: "shop",
    version: "1.0.0",
    type: "commonjs",
    // As npm init writes it.
    scripts: { test: 'echo "Error: no test specified" && exit 1' },
    devDependencies: { vite: "^8.0.0" },
  });
  root.write("packages/shop/vite.config.mjs", "export default {};\n");
  const project = projectAt(join(root.folder, "packages", "shop"));
  // The plugin that serves MSW's worker is not in its configuration.
  expect(await installAndInit(project)).toContain("npx msw init public --save");
  expect(project.has("store-orders.config.mjs")).toBe(true);
  const scripts = { test: "vitest run", mock: "store-orders mock" };
  expect(JSON.parse(project.read("package.json")).scripts).toEqual(scripts);
  expect(root.read(".github/workflows/store-orders.yml")).toContain("working-directory: packages/shop\n");
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
  const recipe = new URL("../../examples/runners/msw-2-vitest-4/orders.spec.ts", import.meta.url);
  project.write("orders.spec.ts", readFileSync(recipe, "utf8"));
  expect(await installAndInit(project)).toContain("npx msw init public --save");
  expect(project.has("store-orders.config.ts")).toBe(true);
  const majorOf = (name: string) => JSON.parse(project.read(`node_modules/${name}/package.json`)).version[0];
  expect([majorOf("msw"), majorOf("vitest")]).toEqual(["2", "4"]);
  // Two tests of init's, five of the recipe.
  await expectAllWorks(project, /7 passed/);
  await runIn(project, "npx", "tsc");
  expect((await runIn(project, "npx", "store-orders", "mock", "--print-config")).stdout).toMatch(
    /fixtures +magic +store-orders\.config\.ts/,
  );
});
