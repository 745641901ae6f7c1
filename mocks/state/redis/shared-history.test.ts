import { expect, test } from "vitest";
import { type CallRecord, WorldHistory } from "../../testing/shared-history.ts";

/** The measure of the proof: histories that cannot be, each with the one word on it. */

const at = (sentAt: number, outcome: CallRecord["outcome"] = "done", endedAt = sentAt + 1): CallRecord => ({
  sentAt,
  endedAt,
  outcome,
});

function judged(emit: (history: WorldHistory) => void): readonly string[] {
  const history = new WorldHistory();
  history.reset([1, 2], at(0));
  emit(history);
  return [...history.contradictions()];
}

test.each<[string, (history: WorldHistory) => void]>([
  ["order 1 was cancelled by 2 answers of 204", (h) => [h.cancel(1, at(2)), h.cancel(1, at(4))]],
  ["order 1 was cancelled and shipped", (h) => [h.cancel(1, at(2)), h.ship(1, at(4))]],
  [
    "a list showed order 1 after its cancel was answered",
    (h) => [h.cancel(1, at(2)), h.list({ sentAt: 4, endedAt: 5, ids: [1, 2] })],
  ],
  [
    "a list lacked order 1, which no client had cancelled",
    (h) => h.list({ sentAt: 4, endedAt: 5, ids: [2] }),
  ],
  [
    "a list lacked order 1, which no client had cancelled",
    (h) => [h.cancel(1, at(2, "refused")), h.list({ sentAt: 4, endedAt: 5, ids: [2] })],
  ],
  ["order 1 was gone, and no client had cancelled it", (h) => h.cancel(1, at(2, "missing"))],
  [
    "a list showed orders of before an answered reset: 1,2",
    (h) => [h.reset([3], at(2)), h.list({ sentAt: 4, endedAt: 5, ids: [1, 2] })],
  ],
  [
    "a list showed orders of two resets: 3,1",
    (h) => [h.reset([3], at(2, "done", 9)), h.list({ sentAt: 4, endedAt: 5, ids: [3, 1] })],
  ],
  [
    "a list showed orders of a reset that was not made: 3",
    (h) => [h.reset([3], at(2, "refused")), h.list({ sentAt: 4, endedAt: 5, ids: [3] })],
  ],
])("%s", (said, tell) => {
  expect(judged(tell)).toContain(said);
});

test("a possible history is not reported", () => {
  const said = judged((history) => {
    history.cancel(1, at(2, "unknown"));
    history.cancel(1, at(4, "missing"));
    history.list({ sentAt: 6, endedAt: 7, ids: [2] });
    history.list({ sentAt: 2, endedAt: 3, ids: [1, 2] });
    history.reset([3], at(8, "unknown"));
    history.reset([4], at(8, "refused"));
    history.cancel(4, at(10, "missing"));
    history.cancel(2, at(10, "missing"));
    history.list({ sentAt: 12, endedAt: 13, ids: [2] });
    history.list({ sentAt: 12, endedAt: 13, ids: [3] });
  });
  expect(said).toEqual([]);
});
