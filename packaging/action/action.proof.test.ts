import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { variableOf } from "../../cli/options.ts";
import { startCli } from "../../cli/testing/start-cli.ts";
import { verifyCommand } from "../../cli/verify/verify-options.ts";
import { kitName, kitVersion } from "../../spec/kit-version.ts";
import { type PackedKit, packKit } from "../testing/pack-kit.ts";
import { readAction, runCompositeAction } from "../testing/run-composite-action.ts";

const file = fileURLToPath(new URL("../../action.yml", import.meta.url));

let kit: PackedKit;
let folder: string;

beforeAll(async () => {
  kit = await packKit();
}, 240_000);
afterAll(() => kit?.[Symbol.dispose]());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-orders-action-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (inputs: Readonly<Record<string, string>>) =>
  runCompositeAction(file, { kit: kit.tarball, ...inputs }, folder);

test("every input reaches the step, and every variable of the kit is the twin of an option", () => {
  const { inputs, runs } = readAction(file);
  const variables = Object.entries(runs.steps[0]!.env!);
  const used = variables.map(([, value]) => /inputs\.([\w-]+)/.exec(value)![1]!);
  expect(used.toSorted()).toEqual(Object.keys(inputs).toSorted());
  const twins = [
    verifyCommand.positional.variable,
    ...Object.keys(verifyCommand.options).map((name) => variableOf(verifyCommand, name)),
  ] as string[];
  const own = variables.map(([name]) => name).filter((name) => name.startsWith("STORE_ORDERS_"));
  expect(own.filter((name) => !twins.includes(name))).toEqual([]);
});

test("the version it installs by default is the one it came with", () => {
  expect(readAction(file).inputs.kit?.default).toBe(`${kitName}@${kitVersion}`);
});

test("a conformant server: outputs, reports and a summary", { timeout: 120_000 }, async () => {
  const { exitCode, outputs, summary, log } = await run({ "own-mock": "true" });
  expect(exitCode, log).toBe(0);
  expect(outputs).toMatchObject({ verdict: "conformant", "exit-code": "0", failed: "0" });
  expect(Number(outputs.passed)).toBeGreaterThan(50);
  for (const name of ["json-report", "junit-report", "html-report", "profile"])
    expect(existsSync(join(folder, outputs[name]!)), name).toBe(true);
  expect(summary).toContain("conformant");
  expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(readAction(file).outputs).toSorted());
});

test("a wrong server: annotations, exit 1, and the key nowhere", { timeout: 120_000 }, async () => {
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
  [
    "an address in quotes",
    { "base-url": '"http://127.0.0.1:9/v1"', "api-key": "k" },
    "it must be an http or https address",
  ],
  ["another word", { "own-mock": "yes" }, "it must be true or false"],
])("%s: exit 2 and a line that says why", { timeout: 60_000 }, async (_name, inputs, why) => {
  const { exitCode, outputs, log } = await run(inputs);
  expect(exitCode, log).toBe(2);
  expect(log.trim().split("\n")).toEqual([expect.stringContaining(why)]);
  expect(outputs).toMatchObject({ "exit-code": "2", verdict: "", "json-report": "" });
});

test("text of an input is never run", { timeout: 120_000 }, async () => {
  const hostile = `http://127.0.0.1:9/v1$(touch ran)\`touch ran\`"; touch ran; "`;
  const { exitCode, outputs } = await run({
    "base-url": hostile,
    "api-key": hostile,
    only: hostile,
    headers: hostile,
  });
  expect(exitCode).toBe(2);
  expect(outputs).toMatchObject({ verdict: "", passed: "", "json-report": "" });
  expect(existsSync(join(folder, "ran"))).toBe(false);
});
