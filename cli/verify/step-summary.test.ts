import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fiveOrders, foreignKey, namingFive, startForeign } from "../../conformance/testing/verify.ts";
import { runHere } from "../testing/run-here.ts";
import { fileIn, pathOf } from "../testing/scratch-files.ts";

const env = { STORE_ORDERS_API_KEY: foreignKey };

/** Tests a single requirement: these tests do not depend on which ones are judged. */
async function run(summary: string, ...reporters: readonly string[]) {
  const server = await startForeign(fiveOrders);
  const args = [...namingFive, "--only=list-orders/status", ...reporters.map((name) => `--reporter=${name}`)];
  const end = await runHere(["verify", server.baseUrl, ...args], { ...env, GITHUB_STEP_SUMMARY: summary });
  return { ...end, server };
}

test.each([
  ["on standard output", ""],
  ["in a file", "=SUMMARY.txt"],
])("a github report %s is also added to the end of the step's summary", async (_name, where) => {
  const summary = fileIn("summary.md", "# Before\n");
  const { code, stdout } = await run(summary, `github${where.replace("SUMMARY", summary)}`);
  expect([code, stdout !== ""]).toEqual([0, where === ""]);
  expect(readFileSync(summary, "utf8")).toMatch(/^# Before\n## \S+ partial/);
});

test("beside a report in the terminal the verdict is printed once, in the last line", async () => {
  const { stdout } = await run(pathOf("summary.md"), "terminal", "github");
  expect(stdout.match(/ is tested in part: /g)).toHaveLength(1);
  expect(stdout).toMatch(/ is tested in part: [^\n]+; exit 0: nothing failed\n$/);
});

test("no other reporter writes a summary", async () => {
  const summary = pathOf("summary.md");
  await run(summary, "terminal");
  expect(existsSync(summary)).toBe(false);
});

test("a summary that cannot be written is reported in one line, before an order is used up", async () => {
  const summary = pathOf("nowhere/summary.md");
  const { code, stderr, stdout, server } = await run(summary, "github");
  expect([code, stdout, server.requests]).toEqual([2, "", []]);
  expect(stderr).toBe(`store-orders: Cannot write step summary ${summary}: its directory does not exist.\n`);
});
