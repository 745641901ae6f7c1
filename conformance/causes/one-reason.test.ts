import { expect, test } from "vitest";
import { findCausesIn } from "../testing/likely-mistakes.ts";
import { answer, type Told, tellHistory } from "../testing/tell-history.ts";

/** The titles of the causes of calls that follow a right list. */
function titlesOf(tell: (told: Told) => void): readonly string[] {
  const told = tellHistory();
  told.list(1, 101, 102, 103, 104, 105);
  tell(told);
  return findCausesIn(told.history).causes.map(({ title }) => title);
}

test("cancels that are refused for one reason, whatever the order's state, are one cause", () => {
  const titles = titlesOf(({ cancel }) => {
    cancel(20, 101, 415);
    cancel(30, 105, 415);
    cancel(40, 9_000_000_000_000, 415);
  });
  expect(titles).toEqual(["Cancels are answered 415, whatever the order's state"]);
});

test("cancels of a shipped and of a cancelled order that are refused for another reason are one cause", () => {
  const titles = titlesOf(({ cancel }) => {
    cancel(20, 101, 204);
    cancel(30, 101, 403);
    cancel(40, 105, 403);
  });
  expect(titles).toEqual(["Cancels that must be refused are answered 403"]);
});

test("calls of any kind that are answered 304 for a condition are one cause", () => {
  const titles = titlesOf(({ send }) => {
    const condition = ["if-none-match", '"none-such"'] as const;
    const key = ["authorization", "Bearer key"] as const;
    send(20, "GET /store/orders", [condition], answer(304));
    send(30, "GET /store/orders", [key, condition], answer(304));
    send(40, "DELETE /store/orders/9000000000000", [key, condition], answer(304));
    send(50, "DELETE /store/orders/105", [key, condition], answer(304));
  });
  expect(titles).toEqual(["Calls without a valid key are answered 304, not 401"]);
});

test("errors in some calls of several kinds are one cause", () => {
  const titles = titlesOf(({ call, cancel, list }) => {
    for (let at = 10; at < 90; at += 10) {
      list(at, 101, 102, 103, 104, 105);
      cancel(at + 3, 105, at === 40 ? 500 : 409);
      call(
        at + 6,
        "GET",
        "",
        at === 60 ? 500 : 401,
        { code: "refused", message: "No.", status: 401 },
        "wrong",
      );
    }
    call(100, "GET", "", 500, {}, "key");
  });
  expect(titles).toEqual(["Some calls of several kinds are answered 500"]);
});

test("errors of all calls from one moment on are one cause", () => {
  const titles = titlesOf(({ call, cancel }) => {
    cancel(10, 105, 409);
    for (let at = 20; at < 60; at += 10) {
      cancel(at, 105, 500);
      call(at + 3, "GET", "", 500, {}, "wrong");
      call(at + 6, "GET", "", 500, {}, "key");
    }
  });
  expect(titles).toEqual(["Some calls of several kinds are answered 500"]);
});

test("lists without an answer are one cause, with a query or without", () => {
  const titles = titlesOf(({ call }) => {
    call(20, "GET", "", undefined, undefined, "key");
    call(30, "GET", "?limit=1", undefined, undefined, "key");
  });
  expect(titles).toEqual(["Lists get no answer: timeout after 5000 ms"]);
});
