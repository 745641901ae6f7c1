import { expect, test } from "vitest";
import { type HistoryWriter, writeHistory } from "../testing/write-history.ts";
import { explainHistory } from "./explain-history.ts";

type Fault = readonly [kind: string, sentAt: number, ...effectKinds: string[]];

/** Orders that leave the list some time after a call: what is blamed, and by which call. */
const histories: Readonly<
  Record<string, readonly [faults: readonly Fault[], write: (writer: HistoryWriter) => void]>
> = {
  "a shipped order that leaves a moment after its cancel was refused is lost by that": [
    [["lost", 20]],
    ({ list, cancel }) => {
      cancel(20, 105, 409);
      list(30, 101, 102, 103, 104, 105);
      list(100, 101, 102, 103, 104, 105);
      list(150, 101, 102, 103, 104);
      cancel(200, 105, 404);
    },
  ],
  "an order that leaves while no one does anything, long after all calls, is the list's own fault": [
    [["missing", 720]],
    ({ list, cancel }) => {
      cancel(20, 101, 204);
      list(700, 102, 103, 104, 105);
      list(720, 102, 104, 105);
    },
  ],
  "an order that leaves within the time of late effects after another's cancel, if not before, is taken by that":
    [
      [["effect", 20, "otherOrder"]],
      ({ list, cancel }) => {
        cancel(20, 101, 204);
        list(30, 102, 103, 104, 105);
        // More than half a second after the cancel; what the cancel did may have come long before.
        list(560, 102, 104, 105);
        cancel(570, 103, 404);
      },
    ],
  "an order that was named without a key, by its path and by others, is taken by the caller without one": [
    [["effect", 30, "noKey"]],
    ({ list, cancel }) => {
      cancel(20, "103/", 401, "nokey");
      cancel(30, 103, 401, "nokey");
      cancel(40, "10", 404);
      list(50, 101, 102, 103, 104, 105);
      for (const at of [100, 110, 120]) list(at, 101, 102, 104, 105);
      cancel(130, 103, 404);
    },
  ],
  "an order whose id begins with that of an unknown order is taken by the cancel of that one, which was answered 204":
    [
      [["effect", 20, "otherId"]],
      ({ cancel, list }) => {
        cancel(20, "10", 204);
        cancel(30, 103, 401, "nokey");
        list(40, 101, 102, 103, 104, 105);
        cancel(50, 101, 204);
        cancel(60, 103, 409);
      },
    ],
  "where two calls can have taken an order, the one that is known to have taken another explains it": [
    [
      ["effect", 20, "otherOrder"],
      ["effect", 20, "otherOrder"],
    ],
    ({ list, cancel }) => {
      cancel(20, 101, 204);
      list(30, 103, 104, 105);
      cancel(40, 103, 401, "nokey");
      list(50, 104, 105);
    },
  ],
  "where two calls can have taken an order, and nothing is known of them, it is the nearer": [
    [["effect", 40, "noKey"]],
    ({ list, cancel }) => {
      cancel(20, 101, 204);
      list(30, 102, 103, 104, 105);
      cancel(40, 103, 401, "nokey");
      list(50, 102, 104, 105);
    },
  ],
};

test.each(Object.entries(histories))("%s", (_name, [faults, write]) => {
  const writer = writeHistory();
  writer.list(10, 101, 102, 103, 104, 105);
  write(writer);
  const found = explainHistory(writer.history).faults.map(({ kind, effectKinds, found: { exchange } }) => [
    kind,
    exchange.sentAt,
    ...effectKinds,
  ]);
  expect(found).toEqual(faults);
});
