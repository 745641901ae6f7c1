import { expect, test } from "vitest";
import type { Report, Result } from "../../conformance/report/report.ts";
import { judgeAll, type Subject } from "./judge-subjects.ts";

const array = "list-orders/json-array";
const id = "order/id";
const ofLists = /^list-orders\//;

/** A report with one result that did not pass. */
function reportOf(requirement: string | undefined, outcome: Result["outcome"] = "failed"): Report {
  const result = { id: requirement, outcome, reason: "A reason." };
  return { results: requirement === undefined ? [] : [result] } as unknown as Report;
}

test.each<[string, Partial<Subject>, Report, string, readonly string[], readonly string[]]>([
  ["a wrong server that fails", { caughtBy: [array] }, reportOf(array), "caught", [], []],
  ["a warning", { caughtBy: [array] }, reportOf(array, "warned"), "caught", [], []],
  ["a failure by another requirement", { caughtBy: [id] }, reportOf(array), "caught", [id], []],
  ["a failure beside its mistake", { blames: /^errors\// }, reportOf(array), "wrong blame", [], [array]],
  ["an error of the judge", { blames: undefined }, reportOf(array, "errored"), "wrong blame", [], [array]],
  ["a wrong server that passes", { caughtBy: [array] }, reportOf(undefined), "missed", [array], []],
  ["a known miss", { isKnownMiss: true }, reportOf(undefined), "known miss", [], []],
  ["a right server that passes", { blames: undefined }, reportOf(undefined), "not blamed", [], []],
  [
    "a right server that is warned of",
    { blames: undefined },
    reportOf(array, "warned"),
    "not blamed",
    [],
    [],
  ],
  ["a right server that fails", { blames: undefined }, reportOf(array), "wrong blame", [], [array]],
])("the outcome of %s", async (_name, facts, report, outcome, missing, excess) => {
  const subject = { id: "x", description: "A server.", blames: ofLists, ...facts };
  const [judgement] = await judgeAll([subject], async () => report);
  expect(judgement).toMatchObject({ outcome, missing });
  expect(judgement!.excess.map((result) => result.id)).toEqual(excess);
});

test("a run that cannot start is repeated once, and then has its own outcome", async () => {
  const tries: string[] = [];
  const subjects = ["dead", "slow"].map((id) => ({ id, description: "", blames: ofLists }));
  const judgements = await judgeAll(subjects, async ({ id }) => {
    tries.push(id);
    if (id === "dead" || tries.filter((each) => each === id).length < 2) throw new Error("Cannot reach it.");
    return reportOf(array);
  });
  expect(judgements.map(({ outcome, error }) => [outcome, error])).toEqual([
    ["no run", "Cannot reach it."],
    ["caught", undefined],
  ]);
  expect(tries.toSorted()).toEqual(["dead", "dead", "slow", "slow"]);
});
