import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startForeign } from "../conformance/testing/verify.ts";
import { createScratchFolder } from "../mocks/testing/scratch-folder.ts";
import { isRunning, runCli, startCli } from "./testing/start-cli.ts";

const { PATH = "" } = process.env;
const run = (args: readonly string[]) => runCli(args, { env: { PATH } });
const mock = ["mock", "--port=0", "--"] as const;
/** Asks for the list with the key in the environment, and prints the status. */
const askList = `const { STORE_ORDERS_BASE_URL: url, STORE_ORDERS_API_KEY: key = "a-foreign-key" } = process.env;
const { status } = await fetch(url + "/store/orders", { headers: { authorization: "Bearer " + key } });
console.log("status", status);`;
const listScript = ["node", "--input-type=module", "-e", askList] as const;

test.each([
  ["of a program that fails", ["sh", "-c", "exit 7"], 7],
  ["of one that a signal ends", ["sh", "-c", "kill -9 $$"], 137],
])("mock -- CMD ends with the exit code %s", async (_what, program, code) => {
  expect(await run([...mock, ...program])).toEqual({ code, signal: null, stdout: "", stderr: "" });
});

test("the program gets the mock's address and a key in its environment, whatever keys the mock has", async () => {
  for (const keys of [[], ["--api-key=one", "--api-key=two"]]) {
    const ended = await run(["mock", "--port=0", ...keys, "--", ...listScript]);
    expect(ended).toMatchObject({ code: 0, stdout: "status 200\n" });
  }
});

test.each([
  ["that does not exist", ["no-such-program"], 'Cannot run "no-such-program": there is no such program.'],
  ["that may not be executed", ["/"], 'Cannot run "/": it may not be executed.'],
  ["that is missing", [], "Cannot run store-orders mock: behind -- a program must follow"],
])("a program %s is refused in one line", async (_what, program, line) => {
  const { code, stderr } = await run([...mock, ...program]);
  expect([code, stderr.trimEnd().split("\n")]).toEqual([2, [expect.stringContaining(line)]]);
});

test("SIGINT goes to the program, and ends every process that it started", async () => {
  const file = join(createScratchFolder(), "pids");
  const script = `sleep 100 & echo $! $$ > ${file}.new; mv ${file}.new ${file}; wait`;
  await using command = startCli([...mock, "sh", "-c", script], { env: { PATH } });
  await expect.poll(() => existsSync(file)).toBe(true);
  command.kill("SIGINT");
  expect((await command.ended).code).toBe(130);
  for (const pid of readFileSync(file, "utf8").trim().split(" "))
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
});

test("processes that a program leaves behind end with it", async () => {
  const file = join(createScratchFolder(), "pid");
  expect((await run([...mock, "sh", "-c", `sleep 100 & echo $! > ${file}`])).code).toBe(0);
  await expect.poll(() => isRunning(Number(readFileSync(file, "utf8")))).toBe(false);
});

test("proxy TARGET -- CMD judges the calls of the program; its exit code comes before that of the verdict", async () => {
  const { baseUrl } = await startForeign({ pending: ["1"] });
  const proxy = ["proxy", baseUrl, "--port=0", "--quiet", "--"];
  const judged = await run([...proxy, ...listScript]);
  expect(judged.code).toBe(0);
  expect(judged.stdout).toMatch(/^status 200\n[\s\S]*musts passed/);
  expect((await run([...proxy, "sh", "-c", "exit 5"])).code).toBe(5);
  expect((await run([...proxy, "true"])).code).toBe(3);
  const refused = await run([...proxy, "no-such-program"]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("there is no such program")]);
});

test("the exit code is that of the verdict where a violation stopped the program", async () => {
  const { baseUrl } = await startForeign({ list: () => "{}" });
  const script = [...listScript.slice(0, -1), `${askList}\nsetInterval(() => {}, 1000);`];
  const { code } = await run(["proxy", baseUrl, "--port=0", "--fail-fast", "--", ...script]);
  expect(code).toBe(1);
});
