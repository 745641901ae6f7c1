import { describe, expect, test } from "vitest";
import { createMock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callMock } from "../testing/call-mock.ts";
import type { FaultRule } from "./fault-rule.ts";

function laggingMock(reads: number, rule: Partial<FaultRule> = {}, options: MockOptions = {}) {
  const fixtures = [1n, 2n, 3n].map((id) => ({ id, status: "pending" as const }));
  const faults = [{ ...rule, fault: "stale-list", reads }] as const;
  const mock = createMock({ fixtures, ...options, faults });
  return {
    mock,
    cancel: (id: number) => callMock(mock, `DELETE /v1/store/orders/${id}`).status,
    /** Ids in the list, as digits. */
    listed: () =>
      callMock(mock, "GET /v1/store/orders")
        .text.match(/(?<="id":)\d+/g)
        ?.join("") ?? "",
  };
}

describe("stale-list", () => {
  test("shows the list from before the cancel for that number of reads, then the current one", () => {
    const { listed, cancel } = laggingMock(2);
    expect([listed(), listed(), listed()]).toEqual(["123", "123", "123"]);
    expect(cancel(2)).toBe(204);
    expect([listed(), listed(), listed(), listed()]).toEqual(["123", "123", "13", "13"]);
  });

  test("cancels at once anyway: a second cancel is refused", () => {
    const { mock, cancel } = laggingMock(2);
    expect([cancel(2), cancel(2)]).toEqual([204, 404]);
    expect(mock.control.orders()[1]?.status).toBe("cancelled");
  });

  test("of several cancels shows the oldest list until its reads are used up", () => {
    const together = laggingMock(2);
    expect([together.cancel(1), together.cancel(2)]).toEqual([204, 204]);
    expect([together.listed(), together.listed(), together.listed()]).toEqual(["123", "123", "3"]);

    const between = laggingMock(2);
    between.cancel(1);
    expect(between.listed()).toBe("123");
    between.cancel(2);
    // The second cancel lags for two reads of its own, and never shows more than the first did.
    expect([between.listed(), between.listed(), between.listed()]).toEqual(["123", "23", "3"]);
  });

  test("counts a match for a cancel that works, and for nothing else", () => {
    const { mock, listed, cancel } = laggingMock(1, { times: 1 });
    expect([listed(), cancel(9)]).toEqual(["123", 404]);
    expect(mock.control.faults()).toHaveLength(1);
    expect(cancel(1)).toBe(204);
    expect(mock.control.faults()).toEqual([]);
    // The rule is spent; the list it left behind still lags.
    expect([listed(), listed()]).toEqual(["123", "23"]);
    expect([cancel(2), listed()]).toEqual([204, "3"]);
  });

  test("applies after a cancel whose answer is lost, and not after one that a rule prevented", () => {
    const lost = laggingMock(1);
    lost.mock.control.setFaults([
      { fault: "reset-after", order: 1 },
      { fault: "stale-list", reads: 1 },
    ]);
    lost.cancel(1);
    expect([lost.listed(), lost.listed()]).toEqual(["123", "23"]);
    lost.mock.control.setFaults([{ fault: "stale-list", reads: 1, times: 1 }, { fault: "ship-first" }]);
    expect([lost.cancel(2), lost.listed(), lost.mock.control.faults().length]).toEqual([409, "23", 2]);
  });

  test("ends when its rule heals, when the rules are replaced, and with a reset", () => {
    let at = 0;
    const healed = laggingMock(9, { seconds: 5 }, { now: () => at });
    healed.cancel(1);
    expect(healed.listed()).toBe("123");
    at = 5000;
    expect(healed.listed()).toBe("23");

    const replaced = laggingMock(9);
    replaced.cancel(1);
    replaced.mock.control.setFaults([]);
    expect(replaced.listed()).toBe("23");

    const restarted = laggingMock(9);
    restarted.cancel(1);
    restarted.mock.control.put({ id: 5n, status: "pending" });
    restarted.mock.control.reset({ fixtures: [{ id: 7n, status: "pending" }] });
    expect(restarted.listed()).toBe("7");
  });

  test("is named in X-Mock-Why, and has the form of any list", () => {
    const { mock, cancel } = laggingMock(2, { name: "replica" });
    const before = callMock(mock, "GET /v1/store/orders");
    cancel(1);
    const reply = callMock(mock, "GET /v1/store/orders");
    expect(reply.text).toBe(before.text);
    expect(reply.headers).toEqual({
      ...before.headers,
      "x-mock-why": "fault replica (stale-list), 1 more; all orders (4.1, rule 1)",
    });
  });
});
