import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startCli } from "../../cli/testing/start-cli.ts";
import { action, runAction } from "../testing/run-action.ts";
import { usePackedKit } from "../testing/use-packed-kit.ts";

const kit = usePackedKit();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-orders-action-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (inputs: Readonly<Record<string, string>>) => runAction({ kit: kit.tarball, ...inputs }, folder);

test("a conformant server: outputs, reports and a summary", { timeout: 120_000 }, async () => {
  const { exitCode, outputs, summary, log } = await run({ "own-mock": "true" });
  expect(exitCode, log).toBe(0);
  expect(outputs).toMatchObject({ verdict: "conformant", "exit-code": "0", failed: "0" });
  expect(Number(outputs.passed)).toBeGreaterThan(50);
  for (const name of ["json-report", "junit-report", "html-report", "profile"])
    expect(existsSync(join(folder, outputs[name]!)), name).toBe(true);
  expect(summary).toContain("conformant");
  expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(action.outputs).toSorted());
});

test("a wrong server: annotations, exit code 1, and the key in no output", { timeout: 120_000 }, async () => {
  const key = "s3cret-of-the-action";
  await using server = startCli(["mock", "--port=0", "--log=json", "--broken=cancel-200"], {
    env: { STORE_ORDERS_MOCK_API_KEY: key },
  });
  const [, baseUrl] = await server.printed(/(http:\/\/[^"\s]+\/v1)/);
  const { exitCode, outputs, summary, log } = await run({ "base-url": baseUrl!, "api-key": key });
  expect(exitCode, log).toBe(1);
  expect(outputs.verdict).toBe("nonconformant");
  expect(log).toContain("::error");
  const reports = join(folder, "store-orders-report");
  const files = readdirSync(reports).map((name) => readFileSync(join(reports, name), "utf8"));
  expect([log, summary, ...files].filter((text) => text.includes(key))).toEqual([]);
});

test.each([
  ["nothing at all", {}, "the input base-url is empty"],
  ["an address without a key", { "base-url": "http://127.0.0.1:9/v1" }, "the input api-key is empty"],
  ["an address and the mock", { "base-url": "http://127.0.0.1:9/v1", "own-mock": "true" }, "not both"],
  ["another word", { "own-mock": "yes" }, "it must be true or false"],
])("%s: exit code 2 and one line that says why", { timeout: 60_000 }, async (_name, inputs, why) => {
  const { exitCode, outputs, log } = await run(inputs);
  expect(exitCode, log).toBe(2);
  expect(log.trim().split("\n")).toEqual([expect.stringContaining(why)]);
  expect(outputs).toMatchObject({ "exit-code": "2", verdict: "", "json-report": "" });
});

test("an input that a shell could run reaches the kit as text, and is refused", {
  timeout: 120_000,
}, async () => {
  const hostile = `"http://127.0.0.1:9/v1$(touch ran)\`touch ran\`"; touch ran; "`;
  const inputs = { "base-url": hostile, "api-key": hostile, only: hostile, headers: hostile };
  const { exitCode, outputs, log } = await run(inputs);
  expect(exitCode, log).toBe(2);
  expect(log.trim().split("\n")).toEqual([expect.stringContaining("it must be an http or https address")]);
  expect(outputs).toMatchObject({ "exit-code": "2", verdict: "", passed: "", "json-report": "" });
  expect(existsSync(join(folder, "ran"))).toBe(false);
});
