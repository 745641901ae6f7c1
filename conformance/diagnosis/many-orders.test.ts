import { expect, test } from "vitest";
import { writeHistory } from "../testing/write-history.ts";
import { explainHistory } from "./explain-history.ts";

const ids = Array.from({ length: 20_000 }, (_, index) => 1001 + index);

test("some of twenty thousand orders are explained where a list lacks or changes them", () => {
  const missing = writeHistory(ids.map(BigInt));
  missing.list(10, ...ids, 105);
  for (let at = 20; at < 60; at += 10) missing.list(at, 105);
  const { faults } = explainHistory(missing.history);
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(["missing"]));

  const changed = writeHistory(ids.map(BigInt));
  changed.list(10, ...ids, 105);
  changed.cancel(20, 105, 409);
  changed.list(30, ...ids.map((id) => ({ id, petId: 8 })), 105);
  const kinds = explainHistory(changed.history).faults.map(({ kind }) => kind);
  expect(kinds.length).toBeGreaterThan(0);
});
