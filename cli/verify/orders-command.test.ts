import { existsSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { foreignKey, startForeign } from "../../conformance/testing/verify.ts";
import { pathOf } from "../testing/scratch-files.ts";
import { isRunning } from "../testing/start-cli.ts";
import { verifyHere } from "../testing/verify-here.ts";
import { commandOrders } from "./find-orders.ts";

/** `--orders-command CMD`, and the shell in which a command for a key runs, too. */

test("the orders that a command prints are used, to the last digit, and it runs once", async () => {
  const [pending, shipped] = ["9007199254740993", "-9223372036854775808"];
  const server = await startForeign({ pending: [pending], shipped: [shipped] });
  const log = pathOf("log");
  const command = `echo ran >> '${log}'; echo '{"pending": [${pending}], "shipped": ["${shipped}"]}'`;
  const env = { STORE_ORDERS_ORDERS_COMMAND: command };
  const { code, stderr } = await verifyHere([server.baseUrl, "--only=cancel-order/pending"], env);
  expect([code, stderr, server.stateOf(pending)]).toEqual([0, "", "cancelled"]);
  expect(readFileSync(log, "utf8")).toBe("ran\n");
  const arrange = commandOrders(command, new AbortController().signal);
  for (const _ of [1, 2])
    expect(await arrange()).toEqual({ pending: [BigInt(pending)], shipped: [BigInt(shipped)] });
  expect(readFileSync(log, "utf8")).toBe("ran\nran\n");
});

const form = 'it must print {"pending": [101, 102], "shipped": [301]}';
const tooLarge = `echo '{"pending": [9223372036854775808], "shipped": []}'`;
test.each<[string, string, string]>([
  ["fails", "echo 'no database' >&2; exit 3", "it ended with exit code 3 (no database)."],
  ["is not there", "no-such-command-anywhere", "it ended with exit code 127 ("],
  ["is killed", "kill -9 $$", "it ended with SIGKILL."],
  ["prints nothing", "true", `${form}; line 1, column 1 is not JSON`],
  ["prints text that is not JSON", "echo '101,102'", `${form}; line 1`],
  ["prints an array", "echo '[101]'", `${form}, got [101].`],
  ["prints another member", `echo '{"pnding": []}'`, `${form}, got a member "pnding".`],
  ["prints no shipped", `echo '{"pending": [1]}'`, "shipped must be an array of ids, got nothing."],
  ["prints too large a number", tooLarge, "pending has 9223372036854775808, which is no"],
  ["prints without end", "yes", "it prints more than 256 KB."],
])("a command that %s is refused in one line", async (_name, command, fact) => {
  const message = expect.stringContaining(`Cannot use --orders-command: ${fact}`);
  await expect(commandOrders(command, new AbortController().signal)()).rejects.toMatchObject({
    name: "BadInput",
    message,
    details: [],
  });
});

test("the run ends where a command fails, with the last twenty lines of its standard error made printable", async () => {
  const lines = "for line in $(seq 1 30); do printf 'line %s \\033[31m\\n' $line >&2; done";
  const command = `${lines}; printf '::error::${foreignKey}' >&2; exit 3`;
  const server = await startForeign();
  const { code, stderr } = await verifyHere([server.baseUrl, `--orders-command=${command}`]);
  expect([code, server.requests.filter((line) => line.startsWith("DELETE"))]).toEqual([2, []]);
  expect(stderr.split("\n")).toEqual([
    "store-orders: Cannot use --orders-command: it ended with exit code 3 and wrote:",
    ...Array.from({ length: 19 }, (_, index) => `  line ${index + 12} ␛[31m`),
    expect.stringMatching(/^ {2}·::error::\*+$/),
    "",
  ]);
});

test.each<[string, (stop: AbortController) => void, string]>([
  ["the time limit", () => void vi.advanceTimersByTime(6000), "it did not end within 6 s."],
  ["a signal", (stop) => stop.abort(), "it did not end before the run was stopped."],
])("%s ends a command that hangs, with all that it started", async (_what, end, fact) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const file = pathOf("pids");
  const pids = () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : []);
  const note = `echo $! >> '${file}'`;
  const command = `(sleep 600 & ${note}; wait) & ${note}; sleep 600 & ${note}; wait`;
  const stop = new AbortController();
  const refused = expect(commandOrders(command, stop.signal)()).rejects.toThrow(fact);
  await vi.waitFor(() => expect(pids()).toHaveLength(3), 20_000);
  end(stop);
  await refused;
  await vi.waitFor(() => expect(pids().map(Number).filter(isRunning)).toEqual([]), 5000);
});
