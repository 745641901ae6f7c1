import { closeSync, openSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { runCli } from "../../cli/testing/start-cli.ts";

vi.setConfig({ testTimeout: 40_000 });

/** The command as a process. Refusals are in cli/refusals.proof.test.ts. */

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const commands = ["mock", "verify", "fixtures"];

describe("the help", () => {
  test.concurrent.each(["--help", "-h", "help"])("of %s names each command and exit code", async (word) => {
    const { code, stdout, stderr } = await runCli([word]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const name of commands) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, "m"));
    expect(stdout).toContain("70 a fault of the kit");
    expect(stdout).not.toMatch(/[ \t]$/m);
  });

  test.concurrent.each([
    ["verify", "--help"],
    ["fixtures", "-h"],
  ])("of %s is printed by %s", async (name, word) => {
    const { code, stdout, stderr } = await runCli([name, word]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`Usage: store-orders ${name} `);
  });

  test.concurrent("of a command is printed even if other arguments are wrong", async () => {
    const { code, stdout } = await runCli(["mock", "--port=abc", "--fixtures=nowhere.json", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: store-orders mock ");
  });

  test.concurrent("goes to standard error, with exit code 2, when no command is given", async () => {
    const { code, stdout, stderr } = await runCli([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: store-orders <command> [options]");
  });
});

test.concurrent.each(["--version", "-v"])("%s is the package's version", async (word) => {
  const { code, stdout, stderr } = await runCli([word]);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
});

test.concurrent("a Node that is too old is refused in one sentence", async () => {
  const prelude =
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.18.0" } });';
  const { code, stdout, stderr } = await runCli(["--version"], { prelude });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toBe(
    "store-orders: Cannot run on Node 22.18.0: it needs Node 22.19 or newer. Install one from nodejs.org.\n",
  );
});

describe("a fault of the kit is one line and exit code 70", () => {
  test.concurrent("in a command", async () => {
    const prelude = 'String.prototype.padEnd = () => { throw new TypeError("it broke\\n  in two"); };';
    const { code, stdout, stderr } = await runCli(["mock", "--help"], { prelude });
    expect({ code, stdout }).toEqual({ code: 70, stdout: "" });
    expect(stderr).toBe("store-orders: A fault of the kit, please report it: TypeError: it broke in two\n");
  });

  test.concurrent("in a listener, outside of any promise", async () => {
    const prelude = `process.on("newListener", (name) => {
      if (name === "SIGTERM") setImmediate(() => { throw new RangeError("too far"); });
    });`;
    const { code, stderr } = await runCli(["mock", "--port=0", "--log=silent"], { prelude });
    expect(code).toBe(70);
    expect(stderr).toBe("store-orders: A fault of the kit, please report it: RangeError: too far\n");
  });
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
