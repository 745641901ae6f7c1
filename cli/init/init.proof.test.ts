import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutVitest } from "../../examples/testing/install-examples.ts";
import { explainMissing, findChromium } from "../../mocks/browser/testing/find-chromium.ts";
import { type PackedKit, packKit } from "../../packaging/testing/pack-kit.ts";

/** From an empty Vite project to tests that pass and a page that shows orders, with the packed kit. */

const run = promisify(execFile);
let kit: PackedKit;
let folder: string;
let site: ChildProcess | undefined;

beforeAll(async () => {
  kit = await packKit();
  folder = mkdtempSync(join(tmpdir(), "store-orders-init-"));
}, 240_000);
afterAll(() => {
  // npm, its shell and Vite.
  if (site?.exitCode === null) process.kill(-site.pid!, "SIGKILL");
  kit?.[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** As a person has it: this Node before any other, and nothing of the test's own. */
const env = {
  ...withoutVitest(process.env),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  NO_COLOR: "1",
};
const say = (command: string, ...args: string[]) =>
  run(command, args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch(({ stdout, stderr }) => {
    throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
  });
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

test("install, init, test, dev", { timeout: 240_000 }, async () => {
  const started = performance.now();
  // What Vite's own template for TypeScript without a framework has.
  const scripts = { dev: "vite", build: "tsc && vite build", preview: "vite preview" };
  const devDependencies = { typescript: "^5.9.0", vite: "^8.0.0" };
  write(
    "package.json",
    JSON.stringify({ name: "shop", private: true, type: "module", scripts, devDependencies }, null, 4),
  );
  write("index.html", '<!doctype html><script type="module" src="/src/main.ts"></script>');
  write("src/main.ts", "document.title = 'shop';\n");

  await say("npm", "install", "--no-audit", "--no-fund", "--save-dev", kit.tarball);
  const first = await say("npx", "store-orders", "init", "--yes");
  expect(first.stdout).toContain("npx msw init public --save");
  const manifest = readFileSync(join(folder, "package.json"), "utf8");
  expect(JSON.parse(manifest).scripts).toEqual({ ...scripts, test: "vitest run", mock: "store-orders mock" });
  expect(manifest).toMatch(/^ {4}"name"/m);
  await say("npm", "install", "--no-audit", "--no-fund");

  // Again: what is there is left alone, the worker file is new as MSW is there now.
  write("orders.http", "mine");
  const second = await say("npx", "store-orders", "init", "--yes");
  expect(second.stdout).toContain("orders.http is there already: left alone.");
  expect(readFileSync(join(folder, "orders.http"), "utf8")).toBe("mine");
  expect(readFileSync(join(folder, "package.json"), "utf8")).toContain("store-orders mock");
  expect(existsSync(join(folder, "public/mockServiceWorker.js"))).toBe(true);

  expect((await say("npm", "test")).stdout).toMatch(/2 passed/);
  expect((await say("npx", "store-orders", "mock", "--print-config")).stdout).toMatch(
    /fixtures +magic +store-orders\.config\.ts/,
  );
  await say(
    "npx",
    "tsc",
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--target",
    "es2024",
    "--allowImportingTsExtensions",
    "--types",
    "vite/client",
    "store-orders.config.ts",
    "src/mocks/browser.ts",
    "src/mocks/orders.test.ts",
  );

  const executablePath = findChromium();
  if (!executablePath) throw new Error(`Cannot open the page: ${explainMissing()}.`);
  site = spawn("npm", ["run", "dev", "--", "--port", "0"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  let printed = "";
  for await (const [chunk] of on(site)) {
    printed += chunk;
    if (/http:\/\/localhost:\d+\//.test(printed)) break;
  }
  const [address] = /http:\/\/localhost:\d+\//.exec(printed)!;
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-quic"] });
  try {
    const page = await browser.newPage();
    await page.goto(`${address}orders.html`);
    await page.getByText("Order 204:").waitFor();
  } finally {
    await browser.close();
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`from an empty Vite project to a page with orders: ${seconds} s\n`);
});

async function* on({ stdout }: ChildProcess): AsyncGenerator<readonly [string]> {
  stdout!.setEncoding("utf8");
  for (;;) yield (await once(stdout!, "data")) as [string];
}

test("a folder without a project, and a pipe without --yes, get one line", async () => {
  const empty = mkdtempSync(join(tmpdir(), "store-orders-empty-"));
  const cli = join(kit.directory, "dist", "cli.js");
  const fail = (args: string[]) =>
    run(process.execPath, [cli, "init", ...args], { cwd: empty, env }).catch(({ code, stderr }) => ({
      code,
      stderr,
    }));
  expect(await fail(["--yes"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("it has no package.json"),
  });
  expect(await fail([])).toMatchObject({ code: 2, stderr: expect.stringContaining("Give --yes") });
  rmSync(empty, { recursive: true });
});
