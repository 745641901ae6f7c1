import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hostileTexts } from "../../cli/testing/hostile-texts.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { action, readOutputs, runAction } from "../testing/run-action.ts";

/** The script of the action without the kit: hostile inputs, and damaged reports. */

const script = fileURLToPath(new URL("write-outputs.mjs", import.meta.url));
const own = { "own-mock": "true" };
const noOutputs = Object.fromEntries(Object.keys(action.outputs).map((name) => [name, ""]));

/** Writes the outputs for a folder. @returns what GitHub gets, and what the log shows */
function writeOutputs(folder: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "1", folder], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return { stdout, stderr };
}

const refusals = [
  ["-", "it begins with a dash"],
  ["--package=x", "it begins with a dash"],
  ["r\nexit-code<<E\n0\nE\nx", "it has a line end"],
  ["r\rverdict=conformant", "it has a line end"],
  ["r\r\n", "it has a line end"],
  ["", "it is empty"],
] as const;

test.each([...refusals.map((refusal) => ["reports", ...refusal] as const), ["kit", ...refusals[0]] as const])(
  "the input %s as %j is refused with the reason, and adds no output",
  async (input, value, fact) => {
    const { exitCode, outputs, log } = await runAction({ ...own, [input]: value }, createScratchFolder());
    expect(exitCode).toBe(2);
    const line = `^::error title=Store Orders::Cannot use the input ${input}: ${fact}[.,].*\n$`;
    expect(log).toMatch(new RegExp(line));
    expect(outputs).toEqual({ ...noOutputs, "exit-code": "2" });
  },
);

test("a folder that cannot be made is refused with the reason", async () => {
  const folder = createScratchFolder();
  writeFileSync(join(folder, "taken"), "");
  const { exitCode, log } = await runAction({ ...own, reports: "taken/r" }, folder);
  expect(exitCode).toBe(2);
  expect(log).toMatch(/^::error title=Store Orders::Cannot use the input reports: reports cannot be .*\n$/);
});

const counts = { passed: 1, failed: 0, warned: 2, untested: 3 };
const whole = JSON.stringify({ verdict: "partial", counts });

test("a whole report gives its verdict, its counts and its path", () => {
  const folder = createScratchFolder();
  writeFileSync(join(folder, "report.json"), whole);
  const counted = { passed: "1", failed: "0", warned: "2", untested: "3" };
  const outputs = { "exit-code": "1", verdict: "partial", "json-report": join(folder, "report.json") };
  expect(readOutputs(writeOutputs(folder).stdout)).toEqual({ ...noOutputs, ...counted, ...outputs });
});

test.each([
  ...[0, 8, 24, 60].map((length) => whole.slice(0, length)),
  ...["null", "5", "[]", '{"verdict":"conformant"}'],
])("a report that ends as %j gives empty outputs and one line", (report) => {
  const folder = createScratchFolder();
  writeFileSync(join(folder, "report.json"), report);
  const { stdout, stderr } = writeOutputs(folder);
  expect(stderr).toMatch(/^::error title=Store Orders::Cannot read report\.json.*\n$/);
  expect(readOutputs(stdout)).toEqual({ ...noOutputs, "exit-code": "1" });
});

test.each([hostileTexts.join(""), "a\nexit-code=0", "b\nverdict<<X\nconformant\nX"])(
  "a value such as %j adds or changes no other output",
  (text) => {
    const folder = join(createScratchFolder(), "r\nexit-code=0");
    mkdirSync(folder);
    const hostile = { passed: text, failed: text, warned: text, untested: text };
    writeFileSync(join(folder, "report.json"), JSON.stringify({ verdict: text, counts: hostile }));
    const outputs = { "exit-code": "1", verdict: text, "json-report": join(folder, "report.json") };
    expect(readOutputs(writeOutputs(folder).stdout)).toEqual({ ...noOutputs, ...hostile, ...outputs });
  },
);
