import { describe, expect, test } from "vitest";
import { createRecorder } from "../history/history.ts";
import { findContradictions } from "./findings.ts";

const order = (id: number) => ({
  id,
  petId: 7,
  quantity: 1,
  shipDate: "2026-11-20T08:00:00Z",
  complete: false,
  status: "placed",
});

/** A history with times of its own, in ms: each call takes one. Orders 101 to 104 are pending, 105 is shipped. */
function tellHistory() {
  const { history, record, give } = createRecorder("key");
  const bearer = (key: string | undefined) =>
    key === undefined ? [] : [["authorization", `Bearer ${key}`] as const];
  const call = (sentAt: number, method: string, path: string, status: number, json?: object, key?: string) =>
    record({
      request: { method, path: `/store/orders${path}`, headers: bearer(key) },
      answer: {
        status,
        headers: json ? [["content-type", "application/json"]] : [],
        body: new TextEncoder().encode(json ? JSON.stringify(json) : ""),
      },
      ms: 1,
      sentAt,
      endedAt: sentAt + 1,
    });
  give({ pending: [101n, 102n, 103n, 104n], shipped: [105n] }, 0);
  return {
    history,
    list: (sentAt: number, ...ids: number[]) => call(sentAt, "GET", "", 200, ids.map(order), "key"),
    cancel: (sentAt: number, id: number | string, status: number, key: string | undefined = "key") =>
      call(sentAt, "DELETE", `/${id}`, status, status === 204 ? undefined : { error: "No" }, key),
  };
}

test("a shipped order that leaves the list a moment after its cancel was refused is lost by that", () => {
  const { history, list, cancel } = tellHistory();
  list(10, 101, 102, 103, 104, 105);
  const refused = cancel(20, 105, 409);
  list(30, 101, 102, 103, 104, 105);
  list(100, 101, 102, 103, 104, 105);
  list(150, 101, 102, 103, 104);
  cancel(200, 105, 404);
  const { shipped } = findContradictions(history);
  expect(shipped.map(({ kind, found }) => [kind, found.exchange])).toEqual([["lost", refused.exchange]]);
});

test("an order that leaves the list while nobody does anything, and long after all, is the list's own fault", () => {
  const { history, list, cancel } = tellHistory();
  list(10, 101, 102, 103, 104, 105);
  cancel(20, 101, 204);
  list(700, 102, 103, 104, 105);
  list(720, 102, 104, 105);
  const { pending } = findContradictions(history);
  expect(pending.map(({ kind }) => kind)).toEqual(["missing"]);
});

describe("an order that leaves the list while nothing is sent", () => {
  test("is taken by another's cancel that was carried out within the time of late effects before it was last seen", () => {
    const { history, list, cancel } = tellHistory();
    list(10, 101, 102, 103, 104, 105);
    cancel(20, 101, 204);
    list(30, 102, 103, 104, 105);
    // More than half a second after the cancel; what the cancel did may have come long before.
    list(560, 102, 104, 105);
    const { pending } = findContradictions(history);
    expect(pending).toMatchObject([{ kind: "effect", ground: "otherOrder" }]);
  });

  test("and was named without a key by its own path and by others is taken by who came without one", () => {
    const { history, list, cancel } = tellHistory();
    list(10, 101, 102, 103, 104, 105);
    cancel(20, "103/", 401, "nokey");
    cancel(30, 103, 401, "nokey");
    cancel(40, "10", 404);
    list(50, 101, 102, 103, 104, 105);
    list(100, 101, 102, 104, 105);
    const { pending } = findContradictions(history);
    expect(pending).toMatchObject([{ kind: "effect", ground: "noKey" }]);
  });
});

describe("where two things can have taken an order", () => {
  const takenLate = (isProven: boolean) => {
    const { history, list, cancel } = tellHistory();
    list(10, 101, 102, 103, 104, 105);
    if (isProven) {
      cancel(20, 101, 204);
      list(30, 103, 104, 105);
    } else {
      cancel(20, 101, 204);
      list(30, 102, 103, 104, 105);
    }
    // Named without a key, a moment after another order's cancel.
    cancel(40, 103, 401, "nokey");
    list(50, 104, 105, ...(isProven ? [] : [102]));
    return findContradictions(history).pending;
  };

  test("what is known to have taken another explains it", () => {
    expect(takenLate(true)).toMatchObject([
      { kind: "effect", ground: "otherOrder" },
      { kind: "unexplained", grounds: ["noKey", "otherOrder"] },
    ]);
  });

  test("and nothing is known, it is the nearer", () => {
    expect(takenLate(false)).toMatchObject([{ kind: "effect", ground: "noKey" }]);
  });
});
