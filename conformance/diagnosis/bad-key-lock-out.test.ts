import fc from "fast-check";
import { expect, test } from "vitest";
import { authenticationRequirements } from "../requirements/authentication.ts";
import { judge } from "../requirements/requirement.ts";
import { writeHistory } from "../testing/write-history.ts";
import { countBadKeysLockedOut } from "./bad-key-lock-out.ts";

/** @param statusOf the status of a call without a key, by its number and whether it is a list */
function historyOf(statusOf: (number: number, isList: boolean) => number) {
  const { history, list, call } = writeHistory();
  for (let number = 1; number <= 24; number++) {
    const isList = number % 2 === 1;
    const [method, path] = isList ? ["GET", ""] : ["DELETE", `/${9_000_000_000_000 + number}`];
    call(10 * number, method!, path!, statusOf(number, isList), { code: "no", message: "No.", status: 401 });
    if (number % 6 === 0) list(10 * number + 5, 101, 102, 103, 104, 105);
  }
  return history;
}

test.each<[string, (number: number, isList: boolean) => number, locked: number]>([
  ["after ten calls with bad keys", (number) => (number > 10 ? 403 : 401), 14],
  ["twice", (number) => ((number > 6 && number < 15) || number > 20 ? 403 : 401), 12],
  [
    "once, and later now and then",
    (number) => (number > 6 && (number < 15 || [18, 20, 22].includes(number)) ? 403 : 401),
    0,
  ],
  ["at each cancel", (_, isList) => (isList ? 401 : 403), 0],
  ["at each cancel after ten calls", (number, isList) => (!isList && number > 10 ? 403 : 401), 0],
  ["from the third call on", (number) => (number > 2 ? 403 : 401), 0],
  ["now and then", (number) => (number % 5 === 0 ? 403 : 401), 0],
])("403 %s is a lock-out of bad keys, or a fault", (_when, statusOf, locked) => {
  const history = historyOf(statusOf);
  expect(countBadKeysLockedOut(history)).toBe(locked);
  const musts = authenticationRequirements.filter(({ level }) => level === "must");
  const failed = musts.filter((each) => judge(each, history).contradiction);
  expect(failed.length === 0).toBe(locked > 0);
});

test("a lock-out is one whichever calls overlap with its beginning", () => {
  /** For each call its kind, its time before the one after it, and the times until the server reads it and the answer comes. */
  const calls = fc.array(fc.tuple(fc.boolean(), fc.nat(3), fc.nat(20), fc.nat(20)), {
    minLength: 40,
    maxLength: 60,
  });
  fc.assert(
    fc.property(calls, fc.integer({ min: 8, max: 20 }), (some, most) => {
      let at = 1000;
      const sent = some.map(([isList, pause, reach, back], index) => {
        at += pause;
        const when = { at, takes: reach + back + 1 };
        return { when, readAt: at + reach, line: isList ? "GET " : `DELETE /${9_000_000_000_000 + index}` };
      });
      const inOrder = sent.toSorted((one, other) => one.readAt - other.readAt);
      const { history, call, list } = writeHistory();
      list(0, 101, 102, 103, 104, 105);
      // The document has lists answered 401 before, and both operations refused.
      call(500, "GET", "", 401);
      for (const { when, line } of sent) {
        const [method, path] = line.split(" ");
        const number = inOrder.findIndex((each) => each.when === when);
        call(when, method!, path!, number < most ? 401 : 403);
      }
      for (const [index, method] of ["GET", "DELETE"].entries())
        call(3000 + index, method, method === "GET" ? "" : "/9000000001000", 403);
      expect(countBadKeysLockedOut(history)).toBe(sent.length - most + 2);
    }),
  );
});
