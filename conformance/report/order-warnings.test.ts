import { expect, test } from "vitest";
import { defaultRequirements } from "../requirements/all-requirements.ts";
import { judge } from "../requirements/requirement.ts";
import { runSuite } from "../run-suite.ts";
import type { Target } from "../targets/target.ts";
import { answer, tellHistory } from "../testing/tell-history.ts";
import { formatTerminal } from "./reporters/terminal.ts";
import { warningsOf } from "./warnings.ts";

const apiKey = "the-key";
const ids = ["101", "102", "301"];

/** A server that keeps the document; what a cancel is answered depends on its order. */
function createTarget(answerTo: (id: string, times: number) => number): Target {
  const times = new Map<string, number>();
  const error = (status: number) => answer(status, { code: "c", message: "m", status });
  return {
    baseUrl: "http://orders.test/v1",
    apiKey,
    arrange: async () => ({ pending: [101n, 102n], shipped: [301n] }),
    async send({ method, path, headers }) {
      if (!headers.some(([name, value]) => name === "authorization" && value === `Bearer ${apiKey}`))
        return error(401);
      const [, id] = /^\/store\/orders\/(\d+)$/.exec(path) ?? [];
      if (method !== "DELETE")
        return answer(
          200,
          ids.map((each) => ({ id: Number(each) })),
        );
      if (id === undefined || !ids.includes(id)) return error(404);
      times.set(id, (times.get(id) ?? 0) + 1);
      const status = answerTo(id, times.get(id)!);
      return status === 404 ? error(404) : answer(status);
    },
  };
}

test.each([
  [
    204,
    "409; it may not have been pending when it was given, since 2 other given orders were cancelled. It counts as a failure, since it was given as pending",
  ],
  [409, "409"],
])(
  "an order that is refused as shipped may have been given wrongly where others are answered %i",
  (others, received) => {
    const told = tellHistory();
    told.list(1, 101, 102, 103, 104, 105);
    told.cancel(10, 101, others);
    told.cancel(20, 102, 409);
    told.cancel(30, 103, others);
    told.list(40, ...(others === 204 ? [102, 104, 105] : [101, 102, 103, 104, 105]));
    const pending = defaultRequirements.find(({ id }) => id === "cancel-order/pending")!;
    expect(judge(pending, told.history).contradiction?.received).toBe(received);
  },
);

const all = [101, 102, 103, 104, 105];
const otherWayRound = "may have been given the other way round";
const usedUp = "an earlier run may have used them up";

test.each<[string, (id: string, times: number) => number, string | undefined]>([
  ["the other way round", (id, times) => (id === "301" && times === 1 ? 204 : 409), otherWayRound],
  ["all used up, 409", () => 409, usedUp],
  ["all used up, 404 of pending ones", (id) => (id === "301" ? 409 : 404), usedUp],
  ["as they were given", (id, times) => (id !== "301" && times === 1 ? 204 : 409), undefined],
  ["one used up", (id, times) => (id === "102" && times === 1 ? 204 : 409), undefined],
  ["pending ones that fail", (id) => (id === "301" ? 409 : 500), undefined],
])("orders %s", async (_name, answerTo, warning) => {
  const report = await runSuite(createTarget(answerTo), { settleMs: 0 });
  const [first = ""] = report.warnings ?? [];
  expect(first.includes(otherWayRound) ? otherWayRound : first.includes(usedUp) ? usedUp : undefined).toBe(
    warning,
  );
  if (warning === undefined) return;
  // Before anything that failed.
  expect(
    formatTerminal(report, (_format, text) => text)
      .split("\n")
      .slice(0, 5)
      .join("\n"),
  ).toContain("Notes");
});

test.each([
  [4, 8, "No list holds more than 4 orders"],
  [8, 8, undefined],
  // Two left it, and only one took the place of another.
  [4, 5, undefined],
])("a note says that a list with the first %i of %i orders may be a page", (size, orders, note) => {
  const told = tellHistory();
  const all = Array.from({ length: orders }, (_, index) => 101 + index);
  const show = (at: number, ...ids: number[]) => told.list(at, ...ids.slice(0, size));
  show(10, ...all);
  told.cancel(20, 101, 204);
  show(30, ...all.slice(1));
  told.cancel(40, 102, 204);
  show(50, ...all.slice(2));
  expect(
    warningsOf(told.history)
      .filter((text) => text.startsWith("No list"))
      .join(),
  ).toMatch(note ?? /^$/);
});

test.each([
  ["to each call without the key alone", 429, 200, true],
  ["to all calls but the first without the key", 401, 200, false],
  ["to calls with the key as well", 429, 429, false],
])("429 %s may stand in place of 401", (_what, firstBad, lastKeyed, isNoted) => {
  const told = tellHistory();
  for (let at = 1; at < 20; at++) told.call(at * 10, "GET", "", at === 1 ? firstBad : 429, []);
  told.call(300, "GET", "", lastKeyed, [], "key");
  expect(warningsOf(told.history).some((note) => note.includes("429 in place of 401"))).toBe(isNoted);
});

test.each([
  ["between two that show it is noted", [[...all, 900], all, [...all, 900]], true],
  ["once and for good is not", [[...all, 900], all, all], false],
])("a list that lacks an order of others %s", (_what, lists, isNoted) => {
  const told = tellHistory();
  for (const [index, shown] of lists.entries()) told.list(10 * index, ...shown);
  expect(warningsOf(told.history).some((note) => note.includes("such as order 900"))).toBe(isNoted);
});
