import { expect, test } from "vitest";
import { usualRequirements } from "../requirements/all-requirements.ts";
import { judge } from "../requirements/requirement.ts";
import { tellHistory } from "../testing/tell-history.ts";
import { findCauses } from "./find-causes.ts";

type Told = ReturnType<typeof tellHistory>;
const error = (status: number) => ({ code: "refused", message: "No.", status });

function causesOf({ history }: Told) {
  const failed = usualRequirements.filter(
    (each) => each.level === "must" && judge(each, history).contradiction,
  );
  const failures = failed.map(({ id, breaks }) => ({ id, contradictions: breaks(history) }));
  return findCauses(history, failures, "key");
}

/** Lists by tokens: each is let in or refused. */
function listBy(told: Told, letIn: readonly string[], refused: readonly string[]) {
  told.list(1, 101, 102, 103, 104, 105);
  for (const [index, token] of letIn.entries()) told.call(10 + index, "GET", "", 200, [{ id: 101 }], token);
  for (const [index, token] of refused.entries()) told.call(50 + index, "GET", "", 401, error(401), token);
}

test.each([
  ["token.endsWith(key)", ["xkey", "other.key"], ["keyx", "ke", "ey", "KEY", "wrong", ""]],
  ["token.startsWith(key)", ["keyx", "key.more"], ["xkey", "ke", "ey", "KEY", "wrong", ""]],
  ["token.toLowerCase() === key.toLowerCase()", ["KEY", "Key"], ["xkey", "keyx", "yek", "ken", ""]],
  ["token.length === key.length", ["abc", "yek", "KEY"], ["xkey", "keyx", "ke", "wrong", ""]],
])("a rule that predicts every answer is told: %s", (text, letIn, refused) => {
  const told = tellHistory();
  listBy(told, letIn, refused);
  const [cause, ...more] = causesOf(told);
  expect(more).toEqual([]);
  expect(cause!.likely.map((each) => each.text)).toContain(text);
  expect(cause!.likely[0]!.answers).toBe(letIn.length + refused.length);
});

test("one answer that a rule does not predict, and it is not told", () => {
  const told = tellHistory();
  listBy(told, ["xkey", "other.key"], ["ykey", "keyx", "wrong"]);
  expect(causesOf(told)[0]!.likely).toEqual([]);
});

test("two mistakes of one kind are two causes, each with its rule", () => {
  const told = tellHistory();
  listBy(told, ["xkey", "other.key", "KEY", "Key"], ["keyx", "ke", "ey", "wrong", "KEYX", ""]);
  const causes = causesOf(told);
  expect(causes.map(({ likely }) => likely[0]!.text).toSorted()).toEqual([
    "token.endsWith(key)",
    "token.toLowerCase() === key.toLowerCase()",
  ]);
  expect(new Set(causes.map(({ id }) => id)).size).toBe(2);
});

test("a single call that shares something by chance names nothing", () => {
  const told = tellHistory();
  told.list(1, 101, 102, 103, 104, 105);
  told.call(10, "GET", "", 200, [{ id: 101 }], "wrong");
  told.call(20, "GET", "", 401, error(401), "other");
  expect(causesOf(told)[0]!.likely).toEqual([]);
});
