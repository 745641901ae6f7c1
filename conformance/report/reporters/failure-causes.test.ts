import { expect, test } from "vitest";
import { sampleResult } from "../../testing/sample-reports.ts";
import { groupByCause } from "./terminal.ts";

const failed = (id: string, expected: string | null, received: string | null) =>
  sampleResult(id, "A title", "auth-every-operation", { expected, received });

test("three failures with one difference are one cause; two are two", () => {
  const results = [
    failed("a/1", "status 401", "403"),
    failed("b/1", "status 404", "403"),
    failed("a/2", "status 401", "403"),
    failed("b/2", "status 404", "403"),
    failed("a/3", "status 401", "403"),
    failed("c/1", null, null),
    failed("c/2", null, null),
    failed("c/3", null, null),
  ];
  expect(groupByCause(results).map(({ first, others }) => [first.id, ...others.map(({ id }) => id)])).toEqual(
    [["a/1", "a/2", "a/3"], ["b/1"], ["b/2"], ["c/1"], ["c/2"], ["c/3"]],
  );
});
