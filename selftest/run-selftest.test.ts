import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { formatRemarks, formatTable } from "./runner/format-table.ts";
import { parseOptions } from "./runner/options.ts";

const start = (...args: readonly string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL("run-selftest.ts", import.meta.url)), ...args], {
    encoding: "utf8",
  });

test("a mistyped option is refused in one line, with exit code 2", () => {
  const { status, stdout, stderr } = start("--sead=3");
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^Cannot run the self-test: Unknown option '--sead'\. .*\n$/);
});

test.each([
  [["--seed=x"], /^Cannot use --seed: .* got "x"\.$/],
  [["--pairs=-3"], /^Cannot use --pairs: .* got "-3"\.$/],
  [["--random=1.5"], /^Cannot use --random: .* got "1\.5"\.$/],
  [["--seed"], /^Cannot run the self-test: [^\n]*--seed[^\n]*\.$/],
  [["--causes=yes"], /^Cannot run the self-test: [^\n]*--causes[^\n]*\.$/],
])("%s is refused", (args, message) => {
  expect(() => parseOptions(args, 0)).toThrow(message);
});

test("options and parts of ids are read in any order", () => {
  expect(parseOptions(["list-", "--seed", "7", "--few", "--pairs=40", "wire-"], 0)).toEqual({
    seed: 7,
    pairs: 40,
    random: 300,
    causes: false,
    isFew: true,
    only: ["list-", "wire-"],
  });
  expect(parseOptions([], 12).seed).toBe(12);
});

test("the table has a row for each set, and remarks name each unexpected outcome", () => {
  const wrong = { set: "wrong ones", servers: 2, result: "1 caught, 1 missed", ms: 1234 };
  const remarks = ["one: missed."];
  expect(formatRemarks({ ...wrong, remarks, isFine: false })).toBe("wrong ones:\n  one: missed.\n\n");
  expect(formatRemarks({ ...wrong, remarks: [], isFine: true })).toBe("");
  const rows = formatTable(
    [
      { ...wrong, remarks, isFine: false },
      { set: "right ones", servers: 30, result: "30 not blamed", ms: 60, remarks: [], isFine: true },
    ],
    7,
  );
  expect(rows.split("\n").map((row) => row.split("|").map((cell) => cell.trim()))).toEqual([
    ["", "set", "servers", "result", "s", ""],
    ["", ":---------", "------:", ":----------------------------", "--:", ""],
    ["", "wrong ones", "2", "1 caught, 1 missed (NOT FINE)", "1.2", ""],
    ["", "right ones", "30", "30 not blamed", "0.1", ""],
    ["seed 7"],
    [""],
  ]);
});
