import { expect, test } from "vitest";
import { answer, listed } from "../testing/write-history.ts";
import { Recorder } from "./history.ts";

test("a list like the previous one is read again once the given orders are known", () => {
  const recorder = new Recorder("key");
  const { history } = recorder;
  const given = answer(200, [...Array.from({ length: 70 }, (_, id) => ({ id })), listed(500)]);
  const request = {
    method: "GET",
    path: "/store/orders",
    headers: [["authorization", "Bearer key"]],
  } as const;
  recorder.record({ request, answer: given, ms: 1, sentAt: 0, endedAt: 1 });
  recorder.give({ pending: [500n], shipped: [] }, 2);
  recorder.record({ request, answer: given, ms: 1, sentAt: 3, endedAt: 4 });
  expect(history.wasListed(0n)).toBe(true);
  expect(history.lists.at(-1)!.list.watched.has(500n)).toBe(true);
});
