import { closeSync, openSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { runCli } from "../../cli/testing/start-cli.ts";

vi.setConfig({ testTimeout: 40_000 });

/** The command as a process. Refusals are in cli/refusals.test.ts. */

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const commands = ["mock", "verify", "fixtures"];

describe("the help", () => {
  test.concurrent.each(["--help", "-h", "help"])("of %s names each command and exit code", async (word) => {
    const { code, stdout, stderr } = await runCli([word]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const name of commands) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, "m"));
    expect(stdout).toContain("70 a fault of the kit");
    expect(stdout).not.toMatch(/[ \t]$/m);
  });

  test.concurrent("goes to standard error, with exit code 2, when no command is given", async () => {
    const { code, stdout, stderr } = await runCli([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: store-orders <command> [options]");
  });
});

const usageOf = (name: string) => expect.stringContaining(`Usage: store-orders ${name} `);
test.concurrent.each<[line: string, shown: string]>([
  ["verify --help", usageOf("verify")],
  ["fixtures -h", usageOf("fixtures")],
  // Even if other arguments are wrong.
  ["mock --port=abc --fixtures=nowhere.json --help", usageOf("mock")],
  ["--version", `${version}\n`],
  ["-v", `${version}\n`],
])("`%s` prints its text, and nothing on standard error", async (line, shown) => {
  const { code, stdout, stderr } = await runCli(line.split(" "));
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: shown, stderr: "" });
});

const fault = "A fault of the kit, please report it:";

test.concurrent.each<[name: string, line: string, prelude: string, code: number, message: string]>([
  [
    "a Node that is too old",
    "--version",
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.18.0" } });',
    2,
    "Cannot run on Node 22.18.0: it needs Node 22.19 or newer. Install one from nodejs.org.",
  ],
  [
    "a fault in a command",
    "mock --help",
    'String.prototype.padEnd = () => { throw new TypeError("it broke\\n  in two"); };',
    70,
    `${fault} TypeError: it broke in two`,
  ],
  [
    "a fault in a listener, outside of any promise",
    "mock --port=0 --log=silent",
    `process.on("newListener", (name) => {
      if (name === "SIGTERM") setImmediate(() => { throw new RangeError("too far"); });
    });`,
    70,
    `${fault} RangeError: too far`,
  ],
])("%s is one line on standard error, and nothing on standard output", async (...row) => {
  const [, line, prelude, code, message] = row;
  const end = await runCli(line.split(" "), { prelude });
  expect(end).toMatchObject({ code, stdout: "", stderr: `store-orders: ${message}\n` });
});

describe.runIf(process.platform === "linux")("a full disk under standard output", () => {
  test.concurrent.each([
    "--help",
    "fixtures",
    "fixtures --count=20000",
    "mock --port=0",
    "verify --only=list-orders/status",
  ])("ends `%j` with one line", async (line) => {
    const full = openSync("/dev/full", "w");
    try {
      const { code, stderr } = await runCli(line.split(" "), { stdout: full });
      expect(code).toBe(2);
      expect(stderr).toMatch(/^store-orders: Cannot write to standard output: ENOSPC.*\n$/);
    } finally {
      closeSync(full);
    }
  });
});
