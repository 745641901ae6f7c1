import { expect, test } from "vitest";
import { tellHistory } from "../testing/tell-history.ts";
import { observe } from "./observe.ts";

test.each(["paddedId", "repeatedCancel", "schemeCase", "malformedId", "outOfRangeId"] as const)(
  'no call that was answered "later" decides %s',
  (question) => {
    const told = tellHistory();
    told.list(1, 101, 102, 103, 104, 105);
    told.cancel(10, 101, 204);
    told.cancel(20, 101, 429);
    told.cancel(30, "0105", 429);
    told.cancel(40, "abc", 429);
    told.cancel(50, "99999999999999999999", 429);
    told.call(60, "GET", "", 429, undefined, "key");
    expect(observe(question, told.history).answer).toBeUndefined();
    expect(observe("throttle", told.history).answer).toBe("429");
  },
);

test('a call that was answered "later" is given as the reason why there is no answer, until the next call shows it', () => {
  const told = tellHistory();
  told.cancel(10, "0105", 429);
  expect(observe("paddedId", told.history).reason).toContain("answered 429 for longer than the run waits");
  told.cancel(20, "0105", 409);
  expect(observe("paddedId", told.history).answer).toBe("same");
});
