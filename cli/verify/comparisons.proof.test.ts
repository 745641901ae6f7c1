import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import { foreignKey } from "../../conformance/testing/verify.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { fileIn, readAll, reportsTo } from "../testing/scratch-files.ts";
import { failCode, judge, withLength } from "../testing/verify-here.ts";

/** --since, --baseline and --compare: comparisons of a run with earlier results. */

const codes = "--only=errors/401-code,errors/404-code";
const without404Code = failCode(404);
const entry = { id: "errors/404-code", reason: "Ticket 12 fixes it.", expires: "2999-12-31" };
const writeBaseline = (...entries: readonly object[]) => fileIn("known.json", JSON.stringify(entries));

test("every reporter shows which failures are new, gone and still there since an earlier report", async () => {
  const night = fileIn("night.json", (await judge(without404Code, codes)).text);
  const { startedAt } = JSON.parse(readFileSync(night, "utf8")) as Report;
  const folder = createScratchFolder();
  const names = ["terminal", "agent", "markdown", "html", "junit", "github"];
  const since = `--since=${night}`;
  const { code, report, server } = await judge(failCode(401), codes, since, ...reportsTo(folder, names));
  expect(code).toBe(1);
  const compared = { new: ["errors/401-code"], gone: ["errors/404-code"], still: [], unknown: [] };
  expect(report!.since).toMatchObject({ startedAt, ...compared });
  const title = /Since \d{4}-\d\d-\d\d \d\d:\d\d UTC at [^:]+:\/\/[^/]+\/v1: 1 new, 1 gone, 0 still there/;
  const { terminal = "", agent, markdown, html, junit = "", github } = readAll(folder);
  expect(terminal.startsWith(server.baseUrl)).toBe(true);
  expect(terminal).toMatch(/\n\nSince [^\n]+\n {2}new {6}errors\/401-code\n {2}gone {5}errors\/404-code\n/);
  for (const text of [terminal, agent, html]) expect(text).toMatch(title);
  expect(markdown).toContain("- new: `errors/401-code`\n");
  expect(github).toMatch(/^::notice title=Since [^\n]+new: errors\/401-code%0Agone: errors\/404-code\n/);
  expect(junit.match(/(?<=name="since" value=")\w+/g)).toEqual(["new", "gone"]);
  // A nightly run may write its report to the file that it is compared with.
  const again = await judge(without404Code, codes, since, `--reporter=json=${night}`);
  expect(again.stdout).toContain("  still    errors/404-code\n");
  expect(JSON.parse(readFileSync(night, "utf8")).since.still).toEqual(["errors/404-code"]);
});

test("with a known failure the run passes and the verdict stays, until the failure's last day", async () => {
  const baseline = `--baseline=${writeBaseline(entry)}`;
  const known = await judge(without404Code, codes, baseline, "--reporter=terminal");
  expect([known.code, known.report!.verdict, known.stderr]).toEqual([0, "nonconformant", ""]);
  expect(known.stdout).toContain("known    errors/404-code, until 2999-12-31: Ticket 12 fixes it.");
  expect(known.stdout).toMatch(/ does not conform: [^\n]+; exit 0: only known failures\n$/);
  const old = `--baseline=${writeBaseline({ ...entry, expires: "2020-01-01" })}`;
  const expired = await judge(without404Code, codes, old);
  const line = "expired  errors/404-code was accepted until 2020-01-01; it fails the run again.";
  expect([expired.code, expired.stdout]).toEqual([1, expect.stringContaining(line)]);
  expect(expired.report!.exit!.reason).toBe("1 expired baseline entry");
});

test("a known warning does not fail a strict run", async () => {
  const file = writeBaseline({ ...entry, id: "cancel-order/no-content-length" });
  const strict = ["--only=cancel-order/*", "--strict", `--baseline=${file}`];
  const { code, report } = await judge(withLength, ...strict);
  expect([code, report!.counts.warned]).toEqual([0, 1]);
});

test("a baseline that is written again keeps its reasons and tickets, and has the days when a failure was seen", async () => {
  const known = { ...entry, ticket: "SHOP-12", firstSeen: "2026-01-02", lastSeen: "2026-01-03" };
  const gone = { ...entry, id: "errors/401-message" };
  const untested = { ...entry, id: "errors/404-status" };
  const file = writeBaseline();
  const only = "--only=errors/404-code,errors/401-message";
  const baseline = `--baseline=${writeBaseline(known, gone, untested)}`;
  const { report } = await judge(without404Code, only, baseline, `--write-baseline=${file}`);
  const today = report!.startedAt.slice(0, 10);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual([{ ...known, lastSeen: today }, untested]);
});

test("--prune-baseline removes entries that pass now, in place of a failed run", async () => {
  const file = writeBaseline({ ...entry, id: "errors/401-code" }, entry);
  const judgeAgain = (...args: string[]) => judge(without404Code, codes, `--baseline=${file}`, ...args);
  const stale = await judgeAgain();
  const advice =
    "stale    errors/401-code passes now. Remove it from the baseline, as --prune-baseline does.";
  expect([stale.code, stale.stdout]).toEqual([1, expect.stringContaining(advice)]);
  const { code, report, stdout } = await judgeAgain("--prune-baseline", "--reporter=terminal");
  expect(code).toBe(0);
  expect(stdout).toContain("  pruned   errors/401-code passes now. It was removed from the file.\n");
  const today = report!.startedAt.slice(0, 10);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual([{ ...entry, firstSeen: today, lastSeen: today }]);
  expect((await judgeAgain()).code).toBe(0);
});

test("messages about a baseline do not mix with a report on standard output, and do not show the key", async () => {
  const baseline = `--baseline=${writeBaseline({ ...entry, reason: `The key is ${foreignKey}.` })}`;
  const { code, stdout, stderr } = await judge(without404Code, codes, baseline, "--reporter=json");
  expect([code, JSON.parse(stdout).verdict]).toEqual([0, "nonconformant"]);
  expect(stderr).toContain("known    errors/404-code, until 2999-12-31: The key is ***.");
  expect(stdout).toContain('"The key is ***."');
  expect(stdout + stderr).not.toContain(foreignKey);
});

test("a server that differs in all that is open has no drift from its own profile, and drift after a change", async () => {
  const file = fileIn("profile.json", "");
  const other = {
    cancelled: "stays",
    secondCancel: 409,
    malformedId: 422,
    unknownQuery: 400,
    conflict: ["text/plain", "shipped"],
    error: (status: number) =>
      ["application/problem+json", `{"code":"x","message":"y","status":${status}}`] as const,
  } as const;
  expect((await judge(other, `--profile-out=${file}`)).code).toBe(0);
  const compare = `--compare=${file}`;
  const same = await judge(other, compare, "--strict");
  const noDrift =
    "Drift from the profile\n  No drift: answers that the profile has and the run saw are the same.\n";
  expect([same.code, same.stdout]).toEqual([0, noDrift]);

  const changed = { ...other, secondCancel: 404, malformedId: 400 } as const;
  const loose = await judge(changed, compare);
  expect([loose.code, loose.report!.verdict]).toEqual([0, "conformant"]);
  expect(loose.stdout.trim().split("\n")).toEqual([
    "Drift from the profile",
    "  repeatedCancel  409 -> 404",
    "  malformedId     422 -> 400",
    "  outOfRangeId    422 -> 400",
  ]);
  const part = `--compare=${fileIn("part.json", '{"malformedId":"422"}')}`;
  const drift = [{ question: "malformedId", before: "422", now: "400" }];
  expect((await judge(changed, part)).report!.drift).toEqual(drift);
  // Drift fails the run, warnings do not.
  const { code, report } = await judge({ ...changed, ...withLength }, compare, "--fail-on=drift");
  expect([code, report!.exit!.reason]).toEqual([1, "drift in 3 answers"]);
});
