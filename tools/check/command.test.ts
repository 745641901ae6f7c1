import { closeSync, openSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { runCli } from "../../cli/testing/start-cli.ts";

vi.setConfig({ testTimeout: 40_000 });

/** The command as a process: its help, and one line for whatever goes wrong. Other refusals are in cli/refusals.test.ts. */

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const usage =
  /^Usage: store-orders <command> \[options\]\n\n(?: {2}(?:mock|verify|proxy|fixtures|init) .*\n){5}[\s\S]*70 a fault of the kit\.\n$/m;
const usageOf = (name: string) => new RegExp(`^Usage: store-orders ${name} `, "m");

test.concurrent.each<[line: string, printed: RegExp]>([
  ["--help", usage],
  ["-h", usage],
  ["help", usage],
  ["help verify", usageOf("verify")],
  ["fixtures -h", usageOf("fixtures")],
  // Even if other arguments are wrong.
  ["mock --port=abc --fixtures=nowhere.json --help", usageOf("mock")],
  ["--version", new RegExp(`^${version}\n$`)],
  ["-v", new RegExp(`^${version}\n$`)],
])("`%s` prints its text, and nothing on standard error", async (line, printed) => {
  const { code, stdout, stderr } = await runCli(line.split(" "));
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: expect.stringMatching(printed), stderr: "" });
  expect(stdout).not.toMatch(/[ \t]$/m);
});

test.concurrent("without a command the help goes to standard error, with exit code 2", async () => {
  const stderr = expect.stringMatching(usage);
  expect(await runCli([])).toMatchObject({ code: 2, stdout: "", stderr });
});

const fault = "A fault of the kit, please report it:";
const oldNode =
  'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.18.0" } });';
const breakPadding = 'String.prototype.padEnd = () => { throw new TypeError("it broke\\n  in two"); };';
const breakListener = `process.on("newListener", (name) => {
  if (name === "SIGTERM") setImmediate(() => { throw new RangeError("too far"); });
});`;

test.concurrent.each<[line: string, code: number, message: string, prelude?: string]>([
  ["serve", 2, 'Cannot run "serve": there is no such command. Did you mean mock?'],
  [
    "https://a.b/v1",
    2,
    'Cannot run "https://a.b/v1": there is no such command. To judge a server, run store-orders verify',
  ],
  ["xyzzy", 2, 'Cannot run "xyzzy": there is no such command. Use one of: mock, verify'],
  ["verfy", 2, 'Cannot run "verfy": there is no such command. Did you mean verify?'],
  ["mo\nck", 2, 'Cannot run "mo\\nck": there is no such command.'],
  ["bob:hunter2@host.test", 2, "Cannot run a value that is not shown here: there is no such command."],
  ["--version", 2, "Cannot run on Node 22.18.0: it needs Node 22.19 or newer. Install one from", oldNode],
  ["mock --help", 70, `${fault} TypeError: it broke in two\n`, breakPadding],
  // Outside of any promise.
  ["mock --port=0 --log=silent", 70, `${fault} RangeError: too far\n`, breakListener],
])("%j ends with %i and one line on standard error: %s", async (line, code, message, prelude) => {
  const end = await runCli(line.split(" "), prelude === undefined ? {} : { prelude });
  expect(end).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(/^[^\n]+\n$/) });
  expect(end.stderr.slice(0, `store-orders: ${message}`.length)).toBe(`store-orders: ${message}`);
});

test
  .runIf(process.platform === "linux")
  .concurrent.each([
    ...["--help", "fixtures", "fixtures --count=20000", "mock --port=0"],
    "verify --only=list-orders/status",
  ])("a full disk under standard output ends `%s` with one line", async (line) => {
  const full = openSync("/dev/full", "w");
  try {
    const { code, stderr } = await runCli(line.split(" "), { stdout: full });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^store-orders: Cannot write to standard output: ENOSPC.*\n$/);
  } finally {
    closeSync(full);
  }
});
