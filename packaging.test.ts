import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kitName, kitVersion } from "./spec/kit-version.ts";

/** What a stranger gets from the registry: the package as npm packs it, unpacked beside its dependencies. */

const root = dirname(fileURLToPath(import.meta.url));
const run = promisify(execFile);
const bin = (name: string) => join(root, "node_modules", ".bin", name);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

let home: string;
let tarball: string;
let kit: string;
let packed: readonly string[];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "store-orders-kit-"));
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", home], { cwd: root });
  const listing = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
  const [{ filename, files }] = Array.isArray(listing) ? listing : Object.values<never>(listing);
  packed = (files as { path: string }[]).map(({ path }) => path);
  tarball = join(home, filename);
  kit = join(home, "node_modules", kitName);
  mkdirSync(kit, { recursive: true });
  await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", kit]);
  for (const name of ["@faker-js", "undici", "msw", "vitest"]) {
    symlinkSync(join(root, "node_modules", name), join(home, "node_modules", name));
  }
}, 120_000);

afterAll(() => rmSync(home, { recursive: true, force: true }));

const node = (...args: string[]) => run(process.execPath, args, { cwd: home });

describe("the packed kit", () => {
  test("holds what it needs and no tests", () => {
    expect(packed).toContain("dist/cli.js");
    expect(packed).toContain("spec/openapi.yaml");
    expect(packed).toContain("README.md");
    expect(packed).toContain("LICENSE");
    expect(packed.filter((path) => /\.test\.|\/testing\/|tsbuildinfo|^node_modules/.test(path))).toEqual([]);
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
    const cli = join(kit, "dist", "cli.js");
    expect((await node(cli, "--version")).stdout).toBe(`${kitVersion}\n`);
    expect((await node(cli, "verify")).stdout).toContain("\nconformant: ");
  });

  test("opens every door of its exports map", async () => {
    const doors = Object.keys(manifest.exports).filter((door) => !/\.(?:json|yaml)$/.test(door));
    expect(doors.length).toBeGreaterThan(8);
    const loads = doors
      .filter((door) => !door.endsWith("/vitest"))
      .map((door) => `await import("${kitName}${door.slice(1)}");`);
    await node("--input-type=module", "--eval", loads.join("\n"));
  });

  test("gives a browser no door that needs Node", async () => {
    const open = `await import("${kitName}/server")`;
    await expect(node("--conditions=browser", "--input-type=module", "--eval", open)).rejects.toThrow(
      /ERR_PACKAGE_PATH_NOT_EXPORTED/,
    );
  });

  test("passes publint", async () => {
    const { messages, pkg } = await publint({ pkgDir: kit, level: "warning" });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test("passes arethetypeswrong", async () => {
    await run(bin("attw"), [
      tarball,
      "--profile",
      "esm-only",
      "--no-color",
      "--exclude-entrypoints",
      "report.schema.json",
      "openapi.yaml",
    ]);
  }, 60_000);
});
