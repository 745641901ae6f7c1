import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { withoutVitest } from "../../examples/testing/install-examples.ts";
import { explainMissing, findChromium } from "../../mocks/browser/testing/find-chromium.ts";
import { type PackedKit, packKit } from "../../packaging/testing/pack-kit.ts";

/** The first hour of five kinds of projects: install the packed kit, init, and all works at once. */

vi.setConfig({ testTimeout: 240_000 });

const run = promisify(execFile);
let kit: PackedKit;
let home: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  kit = await packKit();
  home = mkdtempSync(join(tmpdir(), "store-orders-init-"));
}, 240_000);
afterAll(() => {
  // npm, its shell and what they started.
  for (const { exitCode, pid } of running) if (exitCode === null) process.kill(-pid!, "SIGKILL");
  kit?.[Symbol.dispose]();
  rmSync(home, { recursive: true, force: true });
}, 60_000);

/** As a person has it: this Node before any other, and nothing of the test's own. */
const env = {
  ...withoutVitest(process.env),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  NO_COLOR: "1",
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_yes: "true",
};

/** A folder of the project, and what is done in it. */
function projectAt(folder: string) {
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
  const start = async (what: RegExp, command: string, ...args: string[]) => {
    const child = spawn(command, args, {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    running.push(child);
    let printed = "";
    child.stderr.on("data", (chunk) => (printed += chunk));
    child.stdout.setEncoding("utf8");
    while (!what.test(printed)) {
      const ended = once(child, "exit").then(() => {
        throw new Error(`${command} ${args.join(" ")} ended:\n${printed}`);
      });
      ended.catch(() => undefined);
      printed += String(await Promise.race([once(child.stdout, "data"), ended]));
    }
    return what.exec(printed)!;
  };
  return { folder, say, write, read, has, start };
}
type TestProject = ReturnType<typeof projectAt>;

async function installAndInit({ say }: TestProject) {
  const installed = await say("npm", "install", "--save-dev", kit.tarball);
  // npm would ask about scripts that it is to run.
  expect(installed.stdout + installed.stderr).not.toMatch(/install-scripts +store-orders-kit/);
  const { stdout } = await say("npx", "store-orders", "init", "--yes");
  return stdout;
}

/** What init promises of every project. */
async function expectAllWorks({ say, start }: TestProject, tests: RegExp): Promise<void> {
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

test("npm init -y: a project of CommonJS, with npm's placeholder of a test script", async () => {
  const project = projectAt(join(home, "plain"));
  await project.say("npm", "init", "-y");
  project.write("package.json", { ...JSON.parse(project.read("package.json")), type: "commonjs" });
  expect(project.read("package.json")).toContain("no test specified");
  await installAndInit(project);
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
  await installAndInit(project);
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

  const executablePath = findChromium();
  if (!executablePath) throw new Error(`Cannot open the page: ${explainMissing()}.`);
  const address = /http:\/\/localhost:\d+\//;
  const [url] = await project.start(address, "npm", "run", "dev", "--", "--port", "0");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-quic"] });
  try {
    const page = await browser.newPage();
    await page.goto(`${url}orders.html`);
    await page.getByText("Order 204:").waitFor();
  } finally {
    await browser.close();
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`from npm create vite to a page with orders: ${seconds} s\n`);

  // Again: what is there is left alone.
  project.write("orders.http", "mine");
  const again = await project.say("npx", "store-orders", "init", "--yes");
  expect(again.stdout).toContain("orders.http is there already: left alone.");
  expect(project.read("orders.http")).toBe("mine");
});

test("an ESM project in TypeScript: what is written compiles under nodenext", async () => {
  const project = projectAt(join(home, "esm"));
  const devDependencies = { typescript: "^5.9.0", "@types/node": "^24.0.0" };
  project.write("package.json", { name: "esm", private: true, type: "module", devDependencies });
  const compilerOptions = {
    module: "nodenext",
    target: "es2024",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  project.write("tsconfig.json", { compilerOptions });
  await installAndInit(project);
  expect(project.has("store-orders.config.ts")).toBe(true);
  await expectAllWorks(project, /2 passed/);
  await project.say("npx", "tsc");
  expect((await project.say("npx", "store-orders", "mock", "--print-config")).stdout).toMatch(
    /fixtures +magic +store-orders\.config\.ts/,
  );
});

test("a package of a workspace: what is hoisted is found, the workflow stands at the top", async () => {
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
  expect(await installAndInit(project)).toContain("npx msw init public --save");
  // No type in package.json: Node takes .ts for CommonJS.
  expect(project.has("store-orders.config.mts")).toBe(true);
  const workflow = root.read(".github/workflows/store-orders.yml");
  expect(workflow).toContain("working-directory: packages/shop\n");
  await expectAllWorks(project, /2 passed/);
});

test("a project with its own configuration and test runner keeps both", async () => {
  const project = projectAt(join(home, "own"));
  const scripts = { test: "node --test", build: "echo built" };
  project.write("package.json", { name: "own", private: true, type: "module", scripts });
  project.write("own.test.js", 'import { test } from "node:test";\n\ntest("their own", () => {});\n');
  const config = { mock: { fixtures: "all-shipped" } };
  project.write("store-orders.config.json", config);
  const said = await installAndInit(project);
  expect(said).not.toContain("npm test");
  expect(JSON.parse(project.read("store-orders.config.json"))).toEqual(config);
  expect(project.has("store-orders.config.js")).toBe(false);
  const manifest = JSON.parse(project.read("package.json"));
  expect(manifest.scripts).toEqual({ ...scripts, mock: "store-orders mock" });
  expect(Object.keys(manifest.devDependencies)).not.toContain("vitest");
  await expectAllWorks(project, /# pass 1\n|pass 1\n/);
});

test("a project with MSW 2 gets the mock and the judge, as the docs say", async () => {
  const project = projectAt(join(home, "msw-2"));
  project.write("package.json", { name: "old", private: true, devDependencies: { msw: "^2.0.0" } });
  await project.say("npm", "install", "--ignore-scripts");
  await project.say("npm", "install", "--save-dev", "--legacy-peer-deps", kit.tarball);
  const { stdout } = await project.say("npx", "store-orders", "verify");
  expect(stdout).toMatch(/ conforms: /);
});
