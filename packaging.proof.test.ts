import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noticesFile } from "./packaging/licence-notices.ts";
import { type PackedKit, packKit } from "./packaging/testing/pack-kit.ts";
import { kitName, kitVersion } from "./spec/kit-version.ts";

/** What a stranger gets from the registry. */

const root = dirname(fileURLToPath(import.meta.url));
const run = promisify(execFile);
const bin = (name: string) => join(root, "node_modules", ".bin", name);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

let kit: PackedKit;

beforeAll(async () => {
  kit = await packKit();
}, 120_000);

afterAll(() => kit?.[Symbol.dispose]());

const anyPort = ["mock", "--port=0", "--log=json"];
/** Writes the address of each module to standard error as it is loaded. */
const showLoads = `
  import { writeSync } from "node:fs";
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      writeSync(2, url + "\\n");
      return next(url, context);
    },
  });`;
const cli = () => join(kit.directory, "dist", "cli.js");
const node = (...args: string[]) => run(process.execPath, args, { cwd: kit.home });

describe("the packed kit", () => {
  test("holds what it needs and no tests", () => {
    expect(kit.files).toEqual(
      expect.arrayContaining(["dist/cli.js", "spec/openapi.yaml", "README.md", "LICENSE"]),
    );
    const strays = /\.test\.|\/testing\/|tsbuildinfo|^node_modules|packaging|\.config\.|stale/;
    expect(kit.files.filter((path) => strays.test(path))).toEqual([]);
    expect(kit.files.filter((path) => /\.ts$/.test(path) && !/\.d\.ts$/.test(path))).toEqual([]);
  });

  test("has JavaScript for its doors and its command, and what they share apart", () => {
    const doors = Object.values<string | { default: string }>(manifest.exports)
      .map((door) => (typeof door === "string" ? door : door.default).slice("./".length))
      .concat(Object.values<string>(manifest.bin));
    const scripts = kit.files.filter((path) => path.endsWith(".js"));
    expect(scripts.filter((path) => !path.startsWith("dist/chunks/")).sort()).toEqual(
      doors.filter((path) => path.endsWith(".js")).sort(),
    );
  });

  test("carries the licences of the packages that it contains, and brings none", () => {
    expect(manifest.dependencies).toBeUndefined();
    const notices = readFileSync(join(kit.directory, "dist", noticesFile), "utf8");
    const titles = ["@faker-js/faker", "undici"].map((name) => {
      const contained = join(root, "node_modules", name);
      expect(notices).toContain(readFileSync(join(contained, "LICENSE"), "utf8").trim());
      return `${name} ${JSON.parse(readFileSync(join(contained, "package.json"), "utf8")).version} (MIT)`;
    });
    expect(notices.match(/(?<=-{80}\n).*/g)).toEqual(titles);
  });

  test("has the version that its reports state", () => {
    expect(manifest.version).toBe(kitVersion);
    expect(manifest.name).toBe(kitName);
  });

  test("asks for the Node that its command checks for", () => {
    const [, major, minor] = /minimumNode = \[(\d+), (\d+)\]/.exec(
      readFileSync(join(root, "cli.ts"), "utf8"),
    )!;
    expect(manifest.engines.node).toBe(`>=${major}.${minor}`);
  });

  test("prints its version, and judges its own mock", async () => {
    expect((await node(cli(), "--version")).stdout).toBe(`${kitVersion}\n`);
    expect((await node(cli(), "verify")).stdout).toContain("\nconformant: ");
  });

  test("makes the orders that the sources make", async () => {
    const args = ["fixtures", "--seed", "7", "--count", "300"];
    const { stdout } = await node(cli(), ...args);
    expect(stdout).toBe((await node(join(root, "cli.ts"), ...args)).stdout);
    expect(JSON.parse(stdout)).toHaveLength(300);
  });

  test("answers for the mock from a few files, none of a package and none of the judge", async () => {
    const running = node(
      "--import",
      `data:text/javascript,${encodeURIComponent(showLoads)}`,
      cli(),
      ...anyPort,
    );
    const [line] = await once(running.child.stdout!, "data");
    const { baseUrl } = JSON.parse(line);
    const answer = await fetch(`${baseUrl}/store/orders`, { headers: { authorization: "Bearer mock-key" } });
    expect(answer.status).toBe(200);
    await answer.text();
    running.child.kill("SIGTERM");
    const urls = (await running).stderr.split("\n").filter((url) => url.startsWith("file:"));
    const files = [...new Set(urls)].map((url) => relative(kit.directory, fileURLToPath(url)));
    expect(files.filter((file) => !file.startsWith("dist"))).toEqual([]);
    expect(files.length).toBeLessThan(15);
    // The bundler names each source above what it made of it.
    const sources = files.flatMap((file) => [
      ...readFileSync(join(kit.directory, file), "utf8").matchAll(/^\/\/ (?:#region )?(\S+\.ts)$/gm),
    ]);
    expect(sources.map(([, source]) => source)).toContain("mocks/mock.ts");
    expect(sources.filter(([, source]) => source!.startsWith("conformance/"))).toEqual([]);
  });

  test("opens every door of its exports map", async () => {
    const doors = Object.keys(manifest.exports).filter((door) => !/\.(?:json|yaml)$/.test(door));
    expect(doors.length).toBeGreaterThan(8);
    const loads = doors
      .filter((door) => !door.endsWith("/vitest"))
      .map((door) => `await import("${kitName}${door.slice(1)}");`);
    await node("--input-type=module", "--eval", loads.join("\n"));
  });

  test("has no door without Node's mark that reaches a file for Node", () => {
    const neutral = Object.values<string | { default: string; browser?: null }>(manifest.exports)
      .flatMap((door) => (typeof door === "string" || door.browser === null ? [] : [door.default]))
      .map((path) => join(kit.directory, path));
    const reached = new Set(neutral);
    for (const file of reached) {
      const code = readFileSync(file, "utf8");
      expect(code, file).not.toMatch(/\bprocess\.\w|from "node:/);
      for (const [, path] of code.matchAll(/^(?:import|export) .*?"(\.[^"]+)";$/gm))
        reached.add(join(dirname(file), path!));
    }
    expect(reached.size).toBeGreaterThan(neutral.length);
  });

  test("gives a browser no door that needs Node", async () => {
    const open = `await import("${kitName}/server")`;
    await expect(node("--conditions=browser", "--input-type=module", "--eval", open)).rejects.toThrow(
      /ERR_PACKAGE_PATH_NOT_EXPORTED/,
    );
  });

  test("passes publint", async () => {
    const { messages, pkg } = await publint({ pkgDir: kit.directory, level: "warning" });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test("passes arethetypeswrong", async () => {
    await run(bin("attw"), [
      kit.tarball,
      "--profile",
      "esm-only",
      "--no-color",
      "--exclude-entrypoints",
      "report.schema.json",
      "openapi.yaml",
    ]);
  }, 60_000);
});
