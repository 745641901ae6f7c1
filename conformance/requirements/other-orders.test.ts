import { expect, test } from "vitest";
import { writeHistory } from "../testing/write-history.ts";
import { findLostOrders } from "./other-orders.ts";

const given = [101, 102, 103, 104, 105];

/** The lost orders of a history with cancels of unknown ids at 1000 and 2000 ms, and lists around them and later. */
function lostWhere(
  listedAt: (at: number) => readonly number[],
  { until = 60_000, every = 500 }: { readonly until?: number; readonly every?: number } = {},
): readonly bigint[] {
  const writer = writeHistory();
  const quiet = Array.from(
    { length: Math.ceil((until - 2500) / every) },
    (_, index) => until - index * every,
  );
  for (const at of [0, 500, 1010, 1500, 2010, 2500, ...quiet.toReversed()])
    writer.list(at, ...given, ...listedAt(at));
  writer.cancel(1000, 9_000_000_000_000, 404);
  writer.cancel(2000, 9_000_000_000_001, 404);
  return findLostOrders(writer.history).map(({ order }) => order);
}

const lostToBoth = (at: number) => [...(at < 1000 ? [7] : []), ...(at < 2000 ? [8] : []), 9];

test("other clients' orders that disappear after each refused cancel, and at no other time, are lost to the cancels", () => {
  expect(lostWhere(lostToBoth)).toEqual([7n, 8n]);
});

test("an order that disappears while nothing is sent shows that other clients are active", () => {
  expect(lostWhere((at) => [...lostToBoth(at), ...(at < 1200 ? [6] : [])])).toEqual([]);
});

test("a single loss may be an accident", () => {
  expect(lostWhere((at) => (at < 1000 ? [7, 9] : [9]))).toEqual([]);
});

test("losses may be an accident where the time without calls is short", () => {
  expect(lostWhere(lostToBoth, { until: 2500 })).toEqual([]);
});

test("losses may be an accident where few calls were made at other times: other clients are busy when a run is", () => {
  expect(lostWhere(lostToBoth, { every: 60_000 })).toEqual([]);
});

test("losses at cancels that were carried out count, although other calls acted all the time", () => {
  const writer = writeHistory();
  for (let at = 0; at <= 10_000; at += 100) {
    writer.list(
      at,
      ...given,
      ...(at < 1100 ? [7] : []),
      ...(at < 3100 ? [8] : []),
      ...(at < 5100 ? [9] : []),
    );
    if (at !== 1000 && at !== 3000 && at !== 5000) writer.cancel(at + 50, 9_000_000_000_000 + at, 404);
  }
  for (const [index, at] of [1050, 3050, 5050].entries()) writer.cancel(at, 101 + index, 204);
  expect(findLostOrders(writer.history).map(({ suspect }) => suspect.id?.value)).toEqual([101n, 102n, 103n]);
});
