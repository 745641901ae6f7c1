import fc from "fast-check";
import { expect, test } from "vitest";
import { tellHistory } from "../testing/tell-history.ts";
import { explainHistory } from "./explain-history.ts";

const pending = [101, 102, 103, 104];
const shipped = 105;

/** What the document leaves a right server to choose. */
const choices = fc.record({
  drops: fc.constantFrom("never", "at once", "later"),
  again: fc.constantFrom(404, 409),
  orders: fc.shuffledSubarray([...pending, shipped], { minLength: 5 }),
});
/** A call, how long after the one before it is sent, how long it takes, and when in that time it is carried out. */
const asked = fc.record({
  what: fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("list" as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("cancel" as const),
        order: fc.constantFrom(...pending, shipped),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("keyless" as const),
        order: fc.constantFrom(...pending, shipped),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("alike" as const), order: fc.constantFrom(...pending) }),
    },
  ),
  after: fc.nat(20),
  takes: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
  at: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
});

test("each order of a right server is explained by what the document allows, however the calls overlap", () => {
  const property = fc.property(
    choices,
    fc.array(asked, { minLength: 4, maxLength: 40 }),
    (server, script) => {
      const told = tellHistory();
      let clock = 1;
      const calls = script.map((each) => {
        clock += each.after;
        return { ...each, sentAt: clock, actsAt: clock + each.at * each.takes };
      });
      // Carried out one by one, and told as they were seen from outside.
      const cancelledAt = new Map<number, number>();
      const answers = new Map<object, () => void>();
      for (const call of calls.toSorted((one, other) => one.actsAt - other.actsAt)) {
        const { what, sentAt, takes, actsAt } = call;
        if (what.kind === "list") {
          const delay = server.drops === "later" ? 300 : 0;
          const isGone = (order: number) =>
            server.drops !== "never" &&
            (cancelledAt.get(order) ?? Number.POSITIVE_INFINITY) + delay <= actsAt;
          const orders = server.orders.filter((order) => !isGone(order));
          answers.set(call, () => told.list({ at: sentAt, takes }, ...orders));
        } else if (what.kind === "cancel") {
          const isPending = what.order !== shipped && !cancelledAt.has(what.order);
          const status = isPending ? 204 : what.order === shipped ? 409 : server.again;
          if (isPending) cancelledAt.set(what.order, actsAt);
          answers.set(call, () => told.cancel({ at: sentAt, takes }, what.order, status));
        } else if (what.kind === "keyless") {
          answers.set(call, () => told.cancel({ at: sentAt, takes }, what.order, 401, "wrong"));
        } else answers.set(call, () => told.cancel({ at: sentAt, takes }, `${what.order}abc`, 404));
      }
      for (const call of calls) answers.get(call)!();
      expect(explainHistory(told.history).faults).toEqual([]);
    },
  );
  fc.assert(property, { numRuns: 2000 });
});
