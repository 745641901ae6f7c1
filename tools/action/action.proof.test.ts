import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAll } from "../../cli/testing/scratch-files.ts";
import { startMock } from "../../cli/testing/start-mock.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { action, runAction } from "../testing/run-action.ts";
import { usePackedKit } from "../testing/use-packed-kit.ts";

const kit = usePackedKit();
async function run(inputs: Readonly<Record<string, string>>) {
  const folder = createScratchFolder();
  return { folder, ...(await runAction({ kit: kit.tarball, ...inputs }, folder)) };
}

test("a conformant server: outputs, reports and a summary", { timeout: 120_000 }, async () => {
  const { folder, exitCode, outputs, summary, log } = await run({ "own-mock": "true" });
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
  const { baseUrl } = await startMock(["--log=json", "--broken=cancel-200", `--api-key=${key}`]);
  const inputs = { "base-url": baseUrl, "api-key": key };
  const { folder, exitCode, outputs, summary, log } = await run(inputs);
  expect(exitCode, log).toBe(1);
  expect(outputs.verdict).toBe("nonconformant");
  expect(log).toContain("::error");
  const files = Object.values(readAll(join(folder, "store-orders-report")));
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
  const { folder, exitCode, outputs, log } = await run(inputs);
  expect(exitCode, log).toBe(2);
  expect(log.trim().split("\n")).toEqual([expect.stringContaining("it must be an http or https address")]);
  expect(outputs).toMatchObject({ "exit-code": "2", verdict: "", passed: "", "json-report": "" });
  expect(existsSync(join(folder, "ran"))).toBe(false);
});
