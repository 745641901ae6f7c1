import { expect, test } from "vitest";
import { writeHistory } from "../testing/write-history.ts";
import { observe } from "./observe.ts";

test.each(["paddedId", "repeatedCancel", "schemeCase", "malformedId", "outOfRangeId"] as const)(
  'no call that was answered "later" decides %s',
  (question) => {
    const writer = writeHistory();
    writer.list(1, 101, 102, 103, 104, 105);
    writer.cancel(10, 101, 204);
    writer.cancel(20, 101, 429);
    writer.cancel(30, "0105", 429);
    writer.cancel(40, "abc", 429);
    writer.cancel(50, "99999999999999999999", 429);
    writer.call(60, "GET", "", 429, undefined, "key");
    expect(observe(question, writer.history).answer).toBeUndefined();
    expect(observe("throttle", writer.history).answer).toBe("429");
  },
);

test('a call that was answered "later" is given as the reason why there is no answer, until the next call shows it', () => {
  const writer = writeHistory();
  writer.cancel(10, "0105", 429);
  expect(observe("paddedId", writer.history).reason).toContain("answered 429 for longer than the run waits");
  writer.cancel(20, "0105", 409);
  expect(observe("paddedId", writer.history).answer).toBe("same");
});
