import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createFolder, fiveOrders, startForeign, verify } from "../../conformance/testing/verify.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 40_000 });

const PATH = process.env.PATH!;

test("the orders that a command prints are used, and it runs once", async () => {
  const server = await startForeign(fiveOrders);
  const log = join(await createFolder(), "log");
  const printed = '{"pending": [101, "102", 103, "104", 105], "shipped": [301]}';
  const command = `echo ran >> '${log}'; echo '${printed}'`;
  const { code, report, stderr } = await verify([server.baseUrl, "--complete"], {
    PATH,
    STORE_ORDERS_ORDERS_COMMAND: command,
  });
  expect([code, report?.verdict, stderr]).toEqual([0, "conformant", ""]);
  expect(fiveOrders.pending.map(server.stateOf)).toEqual(Array(5).fill("cancelled"));
  expect(await readFile(log, "utf8")).toBe("ran\n");
});

test("ids keep every digit", async () => {
  const pending = ["9007199254740993", "9007199254740995"];
  const server = await startForeign({ pending, shipped: ["-9223372036854775808"] });
  const command = `echo '{"pending": [${pending.join()}], "shipped": [-9223372036854775808]}'`;
  const { code, report } = await verify([server.baseUrl, "--complete", "--orders-command", command], {
    PATH,
  });
  expect([code, report?.verdict]).toEqual([0, "conformant"]);
});

const form = 'it must print {"pending": [101, 102], "shipped": [301]}';
test.each<[string, string, string]>([
  ["fails", "echo 'no database' >&2; echo more >&2; exit 3", "it ended with exit code 3 (no database)."],
  ["is not there", "no-such-command-anywhere", "it ended with exit code 127 ("],
  ["is killed", "kill -9 $$", "it ended with SIGKILL."],
  ["prints nothing", "true", `${form}; line 1, column 1 is not JSON`],
  ["prints no JSON", "echo '101,102'", `${form}; line 1`],
  ["prints an array", "echo '[101]'", `${form}, got an array.`],
  ["prints another member", `echo '{"pnding": []}'`, `${form}, got a member "pnding".`],
  ["prints no shipped", `echo '{"pending": [1]}'`, "shipped must be an array of ids, got nothing."],
  ["prints a word", `echo '{"pending": ["a"], "shipped": []}'`, 'pending has "a", which is no int64 id.'],
  ["prints a fraction", `echo '{"pending": [1.5], "shipped": []}'`, "pending has 1.5, which is no int64 id."],
  [
    "prints a number beyond int64",
    `echo '{"pending": [9223372036854775808], "shipped": []}'`,
    "pending has 9223372036854775808, which is no int64 id.",
  ],
  ["prints a gigabyte", "head -c 1000000000 /dev/zero", "it prints more than 256 KB."],
  ["prints without end", "yes", "it prints more than 256 KB."],
  ["hangs", "sleep 600 & sleep 600", "it did not end within 6 s."],
])("a command that %s is one line and exit code 2", async (_name, command, fact) => {
  const server = await startForeign(fiveOrders);
  const { code, stderr } = await verify([server.baseUrl, `--orders-command=${command}`], { PATH });
  expect(stderr).toContain(`store-orders: Cannot use --orders-command: ${fact}`);
  expect(stderr.trimEnd()).not.toContain("\n");
  expect(code).toBe(2);
  expect(server.requests.filter((line) => line.startsWith("DELETE"))).toEqual([]);
});

test("what a command that hangs has started ends with it", async () => {
  const server = await startForeign(fiveOrders);
  const file = join(await createFolder(), "pid");
  await writeFile(file, "");
  const command = `sleep 600 & echo $! > '${file}'; wait`;
  const { code } = await verify([server.baseUrl, `--orders-command=${command}`], { PATH });
  expect(code).toBe(2);
  const pid = Number(await readFile(file, "utf8"));
  expect(pid).toBeGreaterThan(0);
  // It may be there as a process that has ended and that nobody has asked about.
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ") Z");
  expect(state.slice(state.lastIndexOf(")") + 2, state.lastIndexOf(")") + 3)).toBe("Z");
});

test("neither a failing command nor its configuration is shown with its text", async () => {
  const { stdout } = await verify([
    "http://127.0.0.1:1/v1",
    "--print-config",
    "--orders-command=psql -W hush",
  ]);
  expect(stdout).not.toContain("hush");
});

test.each(["", "  "])("the command %j is refused", async (command) => {
  const { code, stderr } = await verify(["http://127.0.0.1:1/v1", "--orders-command", command]);
  expect(code).toBe(2);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stderr).toContain("--orders-command");
});
