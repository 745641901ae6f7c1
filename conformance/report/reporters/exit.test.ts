import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { XMLParser } from "fast-xml-parser";
import { expect, test } from "vitest";
import { failedResult, sampleReport, sampleResult } from "../../testing/sample-reports.ts";
import { decideExit, type ExitRules } from "../decide-exit.ts";
import schema from "../report.schema.json" with { type: "json" };
import { type ExitKind, exitKinds, type Report, type Result } from "../report.ts";
import { type ReporterName, reporterNames, reporters } from "./reporters.ts";

/** Every way in which an exit code other than 0 comes about, in every reporter. */

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
const isReport = ajv.compile(schema);

const result = (id: string, changes: Partial<Result> = {}) =>
  sampleResult(`list-orders/${id}`, `The title of ${id}`, "list-orders", changes);
const broken = (id: string, changes: Partial<Result> = {}) =>
  failedResult(`list-orders/${id}`, `The title of ${id}`, "list-orders", ["a", "b"], changes);
const known = { reason: "Ticket 12.", expires: "2999-12-31" };
const warns = broken("warns", { level: "should", outcome: "warned" });
const waits = result("waits", { outcome: "untested", reason: "It needs an order." });
const drift = [{ question: "malformedId", before: "400", now: "422" }] as const;
const stale = { known: [], stale: [{ id: "order/id", ...known }], expired: [] };

/** The results of a report, the rules under which it ends so, and its other parts. */
const ways: Readonly<Record<ExitKind, readonly [Result[], ExitRules, Partial<Report>?]>> = {
  stopped: [[], { stopped: { signal: "SIGTERM", code: 143 } }],
  failed: [[broken("fails")], {}],
  warned: [[warns], { strict: true }],
  drift: [[], { strict: true }, { drift }],
  stale: [[], {}, { baseline: stale }],
  errored: [[result("errs", { outcome: "errored", reason: "TypeError" })], {}],
  nothingTested: [[], {}],
  untested: [[waits], { complete: true }],
};

function reportOf(kinds: readonly ExitKind[]): Report {
  const own = kinds.map((kind) => ways[kind]);
  const passed = kinds.includes("nothingTested") ? [] : [result("passes")];
  const results = [...passed, ...own.flatMap(([results]) => results)];
  const report = Object.assign({}, sampleReport(results), ...own.map(([, , more]) => more));
  return { ...report, exit: decideExit(report, Object.assign({}, ...own.map(([, rules]) => rules))) };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  isArray: (name) => ["testsuite", "testcase"].includes(name),
});

/** What makes each report red, as the program or the person who reads it takes it. */
const checks: Readonly<Record<ReporterName, (text: string, exit: NonNullable<Report["exit"]>) => void>> = {
  terminal(text, { code, reason }) {
    expect(text.trimEnd().split("\n").at(-1)).toMatch(new RegExp(`; exit ${code}: ${reason}$`));
  },
  agent(text, { code, reason }) {
    expect(text.split("\n")[0]).toMatch(new RegExp(`; exit ${code}: ${reason}$`));
  },
  json(text, exit) {
    const report = JSON.parse(text);
    expect(report.exit).toEqual(exit);
    isReport(report);
    expect(isReport.errors).toBeNull();
  },
  junit(text, { decidedBy }) {
    const suites = parser.parse(text).testsuites;
    const cases = suites.testsuite.flatMap((suite: { testcase: object[] }) => suite.testcase);
    const red = cases.filter((each: object) => "failure" in each || "error" in each);
    const [failures, errors] = [Number(suites["@failures"]), Number(suites["@errors"])];
    expect(failures + errors).toBe(red.length);
    const names = red.map((each: { "@name": string }) => each["@name"]);
    for (const { kind, text: reason, facts } of decidedBy) {
      const titles = facts.map((id) => `The title of ${id.replace(/.*\//, "")}`);
      const wanted = kind === "failed" || kind === "errored" ? titles : [reason];
      expect(names).toEqual(expect.arrayContaining(wanted));
    }
  },
  html: expectReason,
  markdown: expectReason,
  github(text, { code, decidedBy }) {
    const errors = text.match(/^::error .*$/gm) ?? [];
    expect(errors.length).toBeGreaterThan(0);
    for (const { kind, text: reason, facts } of decidedBy) {
      const shown = kind === "failed" || kind === "errored" ? facts[0]! : `Exit code ${code}%3A ${reason}`;
      expect(errors.join("\n")).toContain(shown.replaceAll(",", "%2C"));
    }
  },
};

function expectReason(text: string, { code, reason, decidedBy }: NonNullable<Report["exit"]>): void {
  expect(text).toMatch(new RegExp(`exit(?: code)? ${code}: ${reason}`, "i"));
  for (const { facts } of decidedBy) {
    const read = text.replaceAll("</dt><dd>", ": ").replaceAll("&gt;", ">").replaceAll("&#62;", ">");
    for (const fact of facts) expect(read).toContain(fact);
  }
}

const format = async (name: ReporterName, report: Report) =>
  (await reporters[name]())(report, (_format, text) => text);

test.each(reporterNames)("the %s report shows every reason of the exit code (seed 1)", async (name) => {
  const property = fc.asyncProperty(fc.subarray([...exitKinds], { minLength: 1 }), async (kinds) => {
    const report = reportOf(kinds);
    expect(report.exit!.code).not.toBe(0);
    if (kinds.length === 1) expect(report.exit!.decidedBy.map(({ kind }) => kind)).toContain(kinds[0]);
    checks[name](await format(name, report), report.exit!);
  });
  const examples = exitKinds.map((kind): [ExitKind[]] => [[kind]]);
  await fc.assert(property, { numRuns: 60, seed: 1, examples });
});

test("exit code 0 has its reason in the last line: nothing failed, or only known failures", async () => {
  const failed = broken("fails", { known });
  const untested = result("untested", { outcome: "untested" });
  const hint = "--complete makes untested musts fail";
  for (const [results, rules, reason] of [
    [[result("passes")], {}, "nothing failed"],
    [[result("passes"), failed], { complete: false }, "only known failures"],
    [[result("passes"), untested], { complete: false }, `nothing failed; ${hint}`],
    [[result("passes"), untested], {}, "nothing failed"],
  ] as const) {
    const report = sampleReport(results);
    const text = await format("terminal", { ...report, exit: decideExit(report, rules) });
    expect(text).toMatch(new RegExp(`; exit 0: ${reason}\n$`));
  }
});

test("with a baseline new failures come first and are marked, and a known cause has one line", async () => {
  const old = broken("old", { known });
  const fresh = broken("fresh");
  const baseline = { known: [{ id: old.id, ...known }], stale: [], expired: [] };
  const report = { ...sampleReport([old, fresh]), baseline };
  const said = await Promise.all(
    (["terminal", "html", "markdown", "github"] as const).map(async (name) => await format(name, report)),
  );
  for (const text of said) {
    const words = text.replaceAll(/\*\*|:|%3A/g, "");
    expect(words).toMatch(/new Not met The title of fresh/i);
    expect(words).not.toMatch(/new Not met The title of old/i);
    expect(text.indexOf("The title of fresh")).toBeLessThan(text.indexOf("The title of old"));
  }
  expect(said[0]).toContain("2 failed requirements have 2 causes, 1 of them new");
  const lines = said[0]!.split("\n").filter((line) => line.includes("list-orders/old"));
  expect(lines).toEqual([
    "  known    list-orders/old, until 2999-12-31: Ticket 12. (Not met: The title of old)",
  ]);
});
