import { describe, expect, test } from "vitest";
import { usualRequirements } from "../requirements/all-requirements.ts";
import { judge } from "../requirements/requirement.ts";
import { listed, tellHistory } from "../testing/tell-history.ts";
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

test.each([
  [{ error: error(404) }, "in a member of its own, such as `data` or `errors`"],
  [[error(404)], "in an array"],
  [{ title: "Not found", status: 404 }, "a Problem Details object (RFC 9457)"],
  [
    { timestamp: "now", status: 404, error: "Not Found", path: "/" },
    "the error of Spring Boot: timestamp, status, error, path",
  ],
  [{ Code: "not_found", Message: "No.", Status: 404 }, "the members in capitals"],
  [{ detail: "Not found" }, "one text alone, such as `detail` or `error`"],
  [{ ...error(404), code: 404 }, "code: a number"],
  [{ ...error(404), message: undefined }, "message: missing"],
  [{ ...error(404), status: "404" }, "status: a number in quotes"],
])("a wrong Error is told by its form: %j", (body, text) => {
  const told = tellHistory();
  told.list(1, 101, 102, 103, 104, 105);
  for (const id of [900, 901, 902]) told.call(id, "DELETE", `/${id}`, 404, body, "key");
  expect(causesOf(told)[0]!.likely.map((each) => each.text)).toEqual([text]);
});

test.each([
  ["quantity", "3", "quantity: a number in quotes"],
  ["petId", 0.5, "petId: a fraction"],
  ["complete", "true", "complete: a boolean in quotes"],
  ["shipDate", 1_795_000_000, "shipDate: seconds since 1970"],
  ["shipDate", "2026-11-20", "shipDate: a date without a time"],
  ["shipDate", "2026-02-31T08:00:00Z", "shipDate: a day or a time that there is not"],
])("a wrong value of an order is told by its form: %s %j", (field, value, text) => {
  const told = tellHistory();
  for (const at of [1, 10, 20]) told.list(at, { ...listed(101), [field]: value }, 102, 103, 104, 105);
  expect(causesOf(told)[0]!.likely.map((each) => each.text)).toEqual([text]);
});

describe("a shipped order whose first cancel alone is answered 204", () => {
  const cancels = (later: number) => {
    const told = tellHistory();
    told.list(1, 101, 102, 103, 104, 105);
    for (const [index, status] of [204, later, later, later].entries())
      told.cancel(10 + index * 10, 105, status);
    return causesOf(told).flatMap(({ likely }) => likely.map((each) => each.text));
  };

  test("is told so where it still counts as shipped", () => {
    expect(cancels(409)).toContain("the first cancel of an order alone");
  });

  test("is not told so where it may be gone", () => {
    expect(cancels(404)).not.toContain("the first cancel of an order alone");
  });
});
