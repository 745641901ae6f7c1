import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { clauseIds, clauses } from "../../../spec/clauses.ts";
import { answersTo, questionIds } from "../../../spec/open-questions.ts";
import {
  exploredReport,
  failedResult,
  mixedReport,
  passingReport,
  sampleExchange,
  sampleReport,
} from "../../testing/sample-reports.ts";
import { reporters } from "./reporters.ts";

const formatJson = await reporters.json();
const formatJsonReport = (report: Parameters<typeof formatJson>[0]) =>
  formatJson(report, (_format, text) => text);
const schema = JSON.parse(readFileSync(new URL("../report.schema.json", import.meta.url), "utf8"));
const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** A report as any program may have changed it. */
// biome-ignore lint/suspicious/noExplicitAny: the point is to break its type.
type Anything = any;
const written = (): Anything => JSON.parse(formatJsonReport(mixedReport));

const failure = "timeout after 5000 ms";
const evidence = { count: 1, exchanges: [sampleExchange({ answer: null, failure })] };
const silentReport = sampleReport([
  failedResult("list-orders/array", "The list", "list-orders", ["an answer", failure], { evidence }),
]);

test.each([
  ["mixed", mixedReport],
  ["all passed", passingReport],
  ["with exploration", exploredReport],
  ["without an answer", silentReport],
  ["empty", sampleReport([])],
])("a report is pretty JSON that the schema allows: %s", (_name, report) => {
  const text = formatJsonReport(report);
  expect(text).toMatch(/^\{\n {2}"schemaVersion": 1,\n.*\n\}\n$/s);
  expect(JSON.parse(text)).toEqual(report);
  validate(JSON.parse(text));
  expect(validate.errors).toBeNull();
});

/** Every object in a report, with the way to it. */
function objectsIn(value: Anything, path = "report"): [string, Anything][] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.entries(value).flatMap(([name, member]) => objectsIn(member, `${path}.${name}`));
  return Array.isArray(value) ? below : [[path, value], ...below];
}

test("no member may be missing and none added, anywhere", () => {
  const report = written();
  expect(objectsIn(report).length).toBeGreaterThan(30);
  for (const [path, object] of objectsIn(report)) {
    object.more = 1;
    expect(validate(report), `${path}.more`).toBe(false);
    delete object.more;
    for (const name of Object.keys(object)) {
      const { [name]: member } = object;
      delete object[name];
      expect(validate(report), `${path} without ${name}`).toBe(false);
      object[name] = member;
    }
  }
  expect(validate(report)).toBe(true);
});

test.each<[string, (report: Anything) => void]>([
  ["another version", (report) => (report.schemaVersion = 2)],
  ["an unknown verdict", (report) => (report.verdict = "fine")],
  ["an unknown outcome", (report) => (report.results[0].outcome = "skipped")],
  ["an id without a group", (report) => (report.results[0].id = "wrong-key")],
  ["an unknown clause", (report) => (report.results[0].clause = "list-sorted")],
  ["a clause that nothing can test", (report) => (report.results[0].clause = "events")],
  ["a pass with a reason", (report) => (report.results[0].reason = "luck")],
  ["no reason for what did not pass", (report) => (report.results.at(-1).reason = null)],
  ["a should that failed", (report) => (report.results.at(-1).level = "should")],
  ["an unknown question", (report) => (report.observations[0].question = "colour")],
  ["another question's answer", (report) => (report.observations[0].answer = "404")],
  ["a missing answer unexplained", (report) => (report.observations[0].answer = null)],
  ["a local time", (report) => (report.startedAt = "2026-03-03T10:00:00+01:00")],
  [
    "a header of three parts",
    (report) => report.results[0].evidence.exchanges[0].request.headers[0].push("x"),
  ],
  ["no answer and no failure", (report) => (report.results[0].evidence.exchanges[0].answer = null)],
  ["a negative count", (report) => (report.counts.passed = -1)],
])("the schema refuses %s", (_name, spoil) => {
  const report = written();
  spoil(report);
  expect(validate(report)).toBe(false);
});

test("the schema knows the clauses, the questions and their answers that the kit knows", () => {
  const { result, observation } = schema.$defs;
  const testable = clauseIds.filter((id) => clauses[id].level === "must" || clauses[id].level === "should");
  expect(result.properties.clause.enum).toEqual(testable);
  expect(observation.properties.question.enum).toEqual(questionIds);
  const allowed = observation.allOf
    .filter((rule: Anything) => rule.if.properties.question)
    .map((rule: Anything) => [rule.if.properties.question.const, rule.then.properties.answer.enum]);
  expect(allowed).toEqual(questionIds.map((id) => [id, [...answersTo(id), null]]));
});
