import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { startProgram } from "../../cli/testing/start-cli.ts";
import { withoutVitest } from "../../examples/testing/install-examples.ts";
import { kitName } from "../../spec/kit-version.ts";
import { describeContracts } from "../check/contracts.ts";
import { usePackedKit } from "../testing/use-packed-kit.ts";

/** The packed kit on the oldest Node that package.json asks for, and on the newest. The other tests run on Node 24. */

const run = promisify(execFile);
/** Versions of npm packages that hold the program for this machine, without install scripts. */
const versions = ["22.19.0", "26.10.0"];
/** Entries that need no vitest around them. */
const entries = Object.keys(describeContracts().exports).filter(
  (entry) => !/\.|\/vitest$/.test(entry.slice(1)),
);

/** They are kept for the next run. */
const programs = fileURLToPath(new URL("../../node_modules/.cache/node-versions", import.meta.url));
const programOf = (version: string) => join(programs, "node_modules", `node-${version}`, "bin", "node");

const kit = usePackedKit(async (kit) => {
  writeFileSync(join(kit.home, "package.json"), JSON.stringify({ type: "module", private: true }));
  const packages = versions.map(
    (version) => `node-${version}@npm:node-${process.platform}-${process.arch}@${version}`,
  );
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  if (versions.every((version) => existsSync(programOf(version)))) return;
  mkdirSync(programs, { recursive: true });
  await run("npm", ["install", ...options, "--prefix", programs, ...packages], {
    env: withoutVitest(process.env),
  });
});

describe.each(versions)("Node %s", (version) => {
  const node = (...args: string[]) =>
    run(programOf(version), args, { cwd: kit.home, env: { PATH: process.env.PATH } });
  const cli = () => join(kit.directory, "dist", "cli.js");

  test("runs, and imports every entry", async () => {
    const names = entries.map((entry) => kitName + entry.slice(1));
    expect(names.length).toBeGreaterThan(8);
    const script = `for (const name of ${JSON.stringify(names)}) await import(name); console.log(process.version);`;
    const { stdout } = await node("--input-type=module", "--eval", script);
    expect(stdout).toBe(`v${version}\n`);
  });

  test("a mock keeps a cancel in its file, and stops after SIGTERM", async () => {
    const file = join(kit.home, `orders-${version}.db`);
    for (const status of [204, 404]) {
      const line = [cli(), "mock", "--port=0", "--log=json", `--state=${file}`];
      await using mock = startProgram(programOf(version), line, { cwd: kit.home });
      const [start] = await mock.printed(/.*\n/);
      const headers = { authorization: "Bearer mock-key" };
      const url = `${JSON.parse(start).baseUrl}/store/orders/1001`;
      expect((await fetch(url, { method: "DELETE", headers })).status).toBe(status);
      expect(await mock.stop()).toMatchObject({ code: 0, signal: null });
    }
  });

  test("verify finds that its own mock conforms", async () => {
    expect((await node(cli(), "verify")).stdout).toContain(" conforms: ");
  });
});
