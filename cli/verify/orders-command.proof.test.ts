import { existsSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { fiveOrders, foreignKey, startForeign } from "../../conformance/testing/verify.ts";
import { pathOf } from "../testing/scratch-files.ts";
import { startCli } from "../testing/start-cli.ts";
import { verifyHere } from "../testing/verify-here.ts";

const short = "--only=list-orders/status";

/** Judges a right server with the orders of a command. */
async function runWith(command: string, ...more: readonly string[]) {
  const server = await startForeign(fiveOrders);
  return { server, ...(await verifyHere([server.baseUrl, `--orders-command=${command}`, ...more])) };
}

test("the orders that a command prints are used, to the last digit, and it runs once", async () => {
  const pending = ["9007199254740993", "9007199254740995", "103", "104", "105"];
  const server = await startForeign({ pending, shipped: ["-9223372036854775808"] });
  const log = pathOf("log");
  const ids = '9007199254740993, "9007199254740995", 103, "104", 105';
  const printed = `{"pending": [${ids}], "shipped": [-9223372036854775808]}`;
  const { code, report, stderr } = await verifyHere([server.baseUrl, "--complete"], {
    STORE_ORDERS_ORDERS_COMMAND: `echo ran >> '${log}'; echo '${printed}'`,
  });
  expect([code, report?.verdict, stderr]).toEqual([0, "conformant", ""]);
  expect(pending.map(server.stateOf)).toEqual(Array(5).fill("cancelled"));
  expect(readFileSync(log, "utf8")).toBe("ran\n");
});

const form = 'it must print {"pending": [101, 102], "shipped": [301]}';
const prints = (pending: string) => `echo '{"pending": [${pending}], "shipped": []}'`;
test.each<[string, string, string]>([
  ["fails", "echo 'no database' >&2; exit 3", "it ended with exit code 3 (no database)."],
  ["is not there", "no-such-command-anywhere", "it ended with exit code 127 ("],
  ["is killed", "kill -9 $$", "it ended with SIGKILL."],
  ["prints nothing", "true", `${form}; line 1, column 1 is not JSON`],
  ["prints text that is not JSON", "echo '101,102'", `${form}; line 1`],
  ["prints an array", "echo '[101]'", `${form}, got [101].`],
  ["prints another member", `echo '{"pnding": []}'`, `${form}, got a member "pnding".`],
  ["prints no shipped", `echo '{"pending": [1]}'`, "shipped must be an array of ids, got nothing."],
  [
    "prints too large a number",
    prints("9223372036854775808"),
    "pending has 9223372036854775808, which is no",
  ],
  ["prints without end", "yes", "it prints more than 256 KB."],
  ["is empty", " ", ""],
])("a command that %s ends the run with one line and exit code 2", async (_name, command, fact) => {
  const { code, stderr, server } = await runWith(command);
  expect(stderr).toContain(`store-orders: Cannot use --orders-command: ${fact}`);
  expect(stderr.trimEnd()).not.toContain("\n");
  expect(code).toBe(2);
  expect(server.requests.filter((line) => line.startsWith("DELETE"))).toEqual([]);
});

test("a command that fails is shown with the last twenty lines of its standard error, made printable", async () => {
  const { code, stderr } = await runWith(
    `for line in $(seq 1 30); do printf 'line %s \\033[31m\\n' $line >&2; done; printf '::error::${foreignKey}' >&2; exit 3`,
  );
  expect(code).toBe(2);
  expect(stderr.split("\n")).toEqual([
    "store-orders: Cannot use --orders-command: it ended with exit code 3 and wrote:",
    ...Array.from({ length: 19 }, (_, index) => `  line ${index + 12} ␛[31m`),
    expect.stringMatching(/^ {2}·::error::\*+$/),
    "",
  ]);
});

const pidsIn = (file: string) =>
  existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
/** Waits until all processes have ended; one may remain as a zombie (state Z). */
const expectEnd = (pids: readonly string[]) =>
  vi.waitFor(() => {
    const states = pids.map((pid) =>
      existsSync(`/proc/${pid}`) ? /\) (.)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))![1] : "Z",
    );
    expect(new Set(states)).toEqual(new Set(["Z"]));
  });

test("a command that hangs is ended with all that it started, and the run is refused", async () => {
  const pids = pathOf("pids");
  const { code, stderr } = await runWith(`sleep 600 & echo $! > '${pids}'; wait`, short);
  expect([code, stderr]).toEqual([2, expect.stringContaining("it did not end within 6 s.")]);
  await expectEnd(pidsIn(pids));
});

test("a signal ends a command that hangs, and all that it started", async () => {
  const server = await startForeign(fiveOrders);
  const pids = pathOf("pids");
  const note = `echo $! >> '${pids}'`;
  const command = `(sleep 600 & ${note}; wait) & ${note}; sleep 600 & ${note}; wait`;
  await using cli = startCli(["verify", server.baseUrl, `--orders-command=${command}`], {
    env: { STORE_ORDERS_API_KEY: foreignKey, PATH: process.env.PATH! },
  });
  await vi.waitFor(() => expect(pidsIn(pids)).toHaveLength(3), 20_000);
  cli.kill("SIGTERM");
  const { code, stderr } = await cli.ended;
  expect(code).toBe(143);
  expect(stderr).toMatch(/^store-orders: SIGTERM: no more calls[^\n]*\n$/);
  await expectEnd(pidsIn(pids));
});
