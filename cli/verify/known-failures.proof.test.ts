import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ForeignOptions } from "../../conformance/testing/foreign-server.ts";
import { foreignKey } from "../../conformance/testing/verify.ts";
import { fileIn } from "../testing/scratch-files.ts";
import { failCode, judge, withLength } from "../testing/verify-here.ts";

const withoutCode = failCode(404);
const errors = "--only=errors/*";
const entry = { id: "errors/404-code", reason: "Ticket 12 mends it.", expires: "2999-12-31" };

const writeBaseline = (...entries: readonly object[]) => fileIn("known.json", JSON.stringify(entries));

test("with a known failure the run passes, the verdict stays, and the report has its reason and its day", async () => {
  const baseline = `--baseline=${writeBaseline(entry)}`;
  const { code, report, stdout, stderr } = await judge(withoutCode, errors, baseline, "--reporter=terminal");
  expect([code, report!.verdict, stderr]).toEqual([0, "nonconformant", ""]);
  const { id, reason, expires } = entry;
  expect(
    report!.results.flatMap(({ id, outcome, known }) => (outcome === "failed" || known ? [[id, known]] : [])),
  ).toEqual([[id, { reason, expires }]]);
  expect(stdout).toContain("known    errors/404-code, until 2999-12-31: Ticket 12 mends it.");
  expect(stdout).toMatch(/ does not conform: [^\n]+; exit 0: only known failures\n$/);
});

test.each<[string, ForeignOptions, object, readonly string[], code: number, told: string]>([
  ["is stale", {}, {}, [errors], 1, "stale    errors/404-code passes now. Remove it from the baseline."],
  [
    "is expired",
    withoutCode,
    { expires: "2020-01-01" },
    [errors],
    1,
    "expired  errors/404-code was accepted until 2020-01-01; it fails the run again.",
  ],
  [
    "names another failure",
    withoutCode,
    { id: "errors/401-code" },
    [errors, "--skip=errors/401-code"],
    1,
    "",
  ],
  ["names a requirement that is not tested", {}, {}, ["--only=list-orders/*"], 0, ""],
  [
    "names a warning of a strict run",
    withLength,
    { id: "cancel-order/no-content-length" },
    ["--only=cancel-order/*", "--strict"],
    0,
    "known",
  ],
])("an entry that %s decides the exit code", async (_name, options, changes, args, exit, told) => {
  const { code, report, stdout } = await judge(
    options,
    `--baseline=${writeBaseline({ ...entry, ...changes })}`,
    ...args,
  );
  expect([code, report!.exit?.code]).toEqual([exit, exit]);
  expect(stdout).toContain(told);
});

test("without an entry a warning fails a strict run", async () => {
  expect((await judge(withLength, "--only=cancel-order/*", "--strict")).code).toBe(1);
});

test("a baseline that is written again keeps the reasons of a person, and says when a failure was seen", async () => {
  const known = { ...entry, ticket: "SHOP-12", firstSeen: "2026-01-02", lastSeen: "2026-01-03" };
  const gone = { ...entry, id: "errors/401-message" };
  const untested = { ...entry, id: "errors/404-status" };
  const file = writeBaseline();
  const only = "--only=errors/404-code,errors/401-message";
  const baseline = `--baseline=${writeBaseline(known, gone, untested)}`;
  const { report } = await judge(withoutCode, only, baseline, `--write-baseline=${file}`);
  const today = report!.startedAt.slice(0, 10);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual([{ ...known, lastSeen: today }, untested]);
});

test("--prune-baseline removes entries that pass now, in place of a failed run", async () => {
  const stale = { ...entry, id: "errors/401-code" };
  const file = writeBaseline(stale, entry);
  const baseline = `--baseline=${file}`;
  expect((await judge(withoutCode, errors, baseline)).code).toBe(1);
  const { code, report, stdout } = await judge(
    withoutCode,
    errors,
    baseline,
    "--prune-baseline",
    "--reporter=terminal",
  );
  expect([code, report!.baseline]).toMatchObject([0, { stale: [], pruned: [stale], known: [entry] }]);
  expect(stdout).toContain("  pruned   errors/401-code passes now. It was removed from the file.\n");
  const today = report!.startedAt.slice(0, 10);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual([{ ...entry, firstSeen: today, lastSeen: today }]);
  expect((await judge(withoutCode, errors, baseline)).code).toBe(0);
});

test("messages about a baseline do not mix with a report on standard output, and do not show the key", async () => {
  const baseline = `--baseline=${writeBaseline({ ...entry, reason: `The key is ${foreignKey}.` })}`;
  const { code, stdout, stderr } = await judge(withoutCode, errors, baseline, "--reporter=json");
  expect([code, JSON.parse(stdout).verdict]).toEqual([0, "nonconformant"]);
  expect(stderr).toContain("known    errors/404-code, until 2999-12-31: The key is ***.");
  expect(stdout).toContain('"The key is ***."');
  expect(stdout + stderr).not.toContain(foreignKey);
});
