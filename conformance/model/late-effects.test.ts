import { describe, expect, test } from "vitest";
import { tellHistory } from "../testing/tell-history.ts";
import { explainHistory } from "./explain-history.ts";

test("a shipped order that leaves the list a moment after its cancel was refused is lost by that", () => {
  const { history, list, cancel } = tellHistory();
  list(10, 101, 102, 103, 104, 105);
  const refused = cancel(20, 105, 409);
  list(30, 101, 102, 103, 104, 105);
  list(100, 101, 102, 103, 104, 105);
  list(150, 101, 102, 103, 104);
  cancel(200, 105, 404);
  const { faults } = explainHistory(history);
  expect(faults.map(({ kind, found }) => [kind, found.exchange])).toEqual([["lost", refused.exchange]]);
});

test("an order that leaves the list while nobody does anything, and long after all, is the list's own fault", () => {
  const { history, list, cancel } = tellHistory();
  list(10, 101, 102, 103, 104, 105);
  cancel(20, 101, 204);
  list(700, 102, 103, 104, 105);
  list(720, 102, 104, 105);
  const { faults } = explainHistory(history);
  expect(faults.map(({ kind }) => kind)).toEqual(["missing"]);
});

describe("an order that leaves the list while nothing is sent", () => {
  test("is taken by another's cancel that was carried out within the time of late effects before it was last seen", () => {
    const { history, list, cancel } = tellHistory();
    list(10, 101, 102, 103, 104, 105);
    cancel(20, 101, 204);
    list(30, 102, 103, 104, 105);
    // More than half a second after the cancel; what the cancel did may have come long before.
    list(560, 102, 104, 105);
    cancel(570, 103, 404);
    const { faults } = explainHistory(history);
    expect(faults).toMatchObject([{ kind: "effect", effectKinds: ["otherOrder"] }]);
  });

  test("and was named without a key by its own path and by others is taken by who came without one", () => {
    const { history, list, cancel } = tellHistory();
    list(10, 101, 102, 103, 104, 105);
    cancel(20, "103/", 401, "nokey");
    cancel(30, 103, 401, "nokey");
    cancel(40, "10", 404);
    list(50, 101, 102, 103, 104, 105);
    for (const at of [100, 110, 120]) list(at, 101, 102, 104, 105);
    cancel(130, 103, 404);
    const { faults } = explainHistory(history);
    expect(faults).toMatchObject([{ kind: "effect", effectKinds: ["noKey"] }]);
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
    return explainHistory(history).faults;
  };

  test("what is known to have taken another explains it", () => {
    expect(takenLate(true)).toMatchObject([
      { kind: "effect", effectKinds: ["otherOrder"] },
      { kind: "effect", effectKinds: ["otherOrder"] },
    ]);
  });

  test("and nothing is known, it is the nearer", () => {
    expect(takenLate(false)).toMatchObject([{ kind: "effect", effectKinds: ["noKey"] }]);
  });
});
