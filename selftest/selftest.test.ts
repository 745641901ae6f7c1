import { expect, test } from "vitest";
import type { Answer } from "../conformance/evidence/exchange.ts";
import { allRequirements } from "../conformance/requirements/all-requirements.ts";
import { formatSelftest } from "./format-selftest.ts";
import {
  caughtBy,
  isSound,
  judgeSubjects,
  type Selftest,
  type Subject,
  type SubjectResult,
} from "./selftest.ts";

const plain = (_format: unknown, text: string) => text;
const answer = (status: number, body = ""): Answer => ({
  status,
  headers: [["content-type", "application/json"]],
  body: new TextEncoder().encode(body),
});

/** A server without orders that keeps nothing but its list; `list` is what it shows. */
function subject(id: string, changes: Partial<Subject> & { list?: string }, closed: string[] = []): Subject {
  const { list = "[]", ...facts } = changes;
  return {
    id,
    description: `The description of ${id}.`,
    kind: "broken",
    caughtBy: [],
    open: async () => ({
      target: {
        baseUrl: "http://test/v1",
        apiKey: "a-key",
        async send({ method, path, headers }) {
          const error = (status: number) => answer(status, `{"code":"x","message":"y","status":${status}}`);
          if (!headers.some(([, value]) => /^[Bb]earer a-key$/.test(value))) {
            const refusal = error(401);
            return { ...refusal, headers: [...refusal.headers, ["www-authenticate", "Bearer"]] };
          }
          if (method === "HEAD") return answer(200);
          if (method === "GET" && path.startsWith("/store/orders")) return answer(200, list);
          return error(path.endsWith("/abc") ? 400 : 404);
        },
      },
      close: async () => void closed.push(id),
    }),
    ...facts,
  };
}

test("each subject is opened, judged and closed, and is caught, slips, is passed or is blamed", async () => {
  const closed: string[] = [];
  const object = { list: "{}", caughtBy: ["list-orders/json-array"] };
  const subjects = [
    subject("exact", object, closed),
    subject("inexact", { ...object, caughtBy: ["list-orders/head"] }, closed),
    subject("slipping", { caughtBy: ["list-orders/status"] }, closed),
    subject("right", { kind: "right" }, closed),
    subject("blamed", { kind: "right", list: "{}" }, closed),
  ];
  const results = await judgeSubjects(subjects);
  const selftest = { results, caught: caughtBy(results) };
  expect(
    selftest.results.map(({ subject: { id }, outcome, unexpected, missing }) => [
      id,
      outcome,
      unexpected,
      missing,
    ]),
  ).toEqual([
    ["exact", "caught", [], []],
    ["inexact", "caught", ["list-orders/json-array"], ["list-orders/head"]],
    ["slipping", "slipped", [], ["list-orders/status"]],
    ["right", "passed", [], []],
    ["blamed", "blamed", ["list-orders/json-array"], []],
  ]);
  expect(closed.toSorted()).toEqual(subjects.map(({ id }) => id).toSorted());
  expect([...selftest.caught.keys()]).toEqual(allRequirements.map(({ id }) => id));
  // A right server that is blamed is no catch.
  expect(selftest.caught.get("list-orders/json-array")).toEqual(["exact", "inexact"]);
  expect(selftest.caught.get("list-orders/status")).toEqual([]);
  expect(isSound(selftest)).toBe(false);
});

test("a subject that cannot be judged is closed, and ends the self-test", async () => {
  const closed: string[] = [];
  const dead = subject("dead", {}, closed);
  const open: Subject["open"] = async () => {
    const opened = await dead.open();
    return { ...opened, target: { ...opened.target, send: () => Promise.reject(new Error("gone")) } };
  };
  await expect(judgeSubjects([{ ...dead, open }])).rejects.toThrow("Cannot reach http://test/v1");
  // It had another try.
  expect(closed).toEqual(["dead", "dead"]);
});

const result = (id: string, outcome: SubjectResult["outcome"], changes: Partial<SubjectResult> = {}) => ({
  subject: {
    id,
    description: `The description of ${id}.`,
    kind: outcome === "caught" || outcome === "slipped" ? ("broken" as const) : ("right" as const),
    caughtBy: [],
  },
  failed: [],
  warned: [],
  outcome,
  unexpected: [],
  missing: [],
  ...changes,
});
const caughtOnce = result("one", "caught", { failed: ["a/b"] });
const passed = result("two", "passed");
const whole: Selftest = {
  results: [caughtOnce, passed],
  caught: new Map([["a/b", ["one"]]]),
};

test.each<[string, Selftest, boolean, string[], string]>([
  [
    "all is well",
    whole,
    true,
    [],
    "1 of 1 broken servers caught, 1 of 1 right servers passed, 1 of 1 requirements of use; 1.2 s",
  ],
  [
    "one slipped",
    { ...whole, results: [caughtOnce, passed, result("three", "slipped")] },
    false,
    ["Slipped", "  three  The description of three."],
    "1 of 2 broken servers caught, 1 of 1 right servers passed, 1 of 1 requirements of use; 1.2 s",
  ],
  [
    "a right one is blamed",
    { ...whole, results: [caughtOnce, result("four", "blamed", { failed: ["a/b", "c/d"] })] },
    false,
    ["Falsely blamed", "  four  a/b, c/d (The description of four.)"],
    "1 of 1 broken servers caught, 0 of 1 right servers passed, 1 of 1 requirements of use; 1.2 s",
  ],
  [
    "one is caught by more than expected",
    { ...whole, results: [{ ...caughtOnce, unexpected: ["e/f"] }, passed] },
    true,
    ["Caught, but not by what was expected", "  one  also e/f"],
    "1 of 1 broken servers caught, 1 of 1 right servers passed, 1 of 1 requirements of use; 1.2 s",
  ],
  [
    "one is not caught by what should",
    { ...whole, results: [{ ...caughtOnce, unexpected: ["e/f"], missing: ["g/h"] }, passed] },
    false,
    ["Caught, but not by what was expected", "  one  also e/f, not g/h"],
    "1 of 1 broken servers caught, 1 of 1 right servers passed, 1 of 1 requirements of use; 1.2 s",
  ],
  [
    "a requirement caught nothing",
    {
      ...whole,
      caught: new Map([
        ["a/b", ["one"]],
        ["c/d", []],
      ]),
    },
    false,
    ["Requirements that caught nothing", "  c/d"],
    "1 of 1 broken servers caught, 1 of 1 right servers passed, 1 of 2 requirements of use; 1.2 s",
  ],
])("where %s, the self-test says so", (_name, selftest, sound, section, summary) => {
  expect(isSound(selftest)).toBe(sound);
  const expected = [...section, ...(section.length > 0 ? [""] : []), summary, ""];
  expect(formatSelftest(selftest, plain, false, 1234)).toBe(expected.join("\n"));
});

test("the matrix has a line for each requirement, with how many it caught and which", () => {
  const caught = new Map([
    ["a/longer", ["one", "two"]],
    ["c/d", []],
  ]);
  expect(
    formatSelftest({ ...whole, caught }, plain, true, 1234)
      .split("\n")
      .slice(0, 4),
  ).toEqual(["What each requirement caught", "  a/longer   2  one two", "  c/d        0  ", ""]);
});

test("the summary is red unless all is well", () => {
  const colours: string[] = [];
  const note = (colour: string, text: string) => {
    colours.push(colour);
    return text;
  };
  formatSelftest(whole, note, false, 1234);
  formatSelftest({ ...whole, results: [result("x", "slipped")] }, note, false, 1234);
  expect(colours).toEqual(["green", "red"]);
});
