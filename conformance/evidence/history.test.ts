import { expect, test } from "vitest";
import { createRecorder } from "./history.ts";

test("a list like the one before is read anew once it is known which orders count", () => {
  const { history, record, give } = createRecorder("key");
  const strangers = Array.from({ length: 70 }, (_, id) => ({ id }));
  const body = new TextEncoder().encode(JSON.stringify([...strangers, { id: 500 }]));
  const list = (sentAt: number) =>
    record({
      request: { method: "GET", path: "/store/orders", headers: [["authorization", "Bearer key"]] },
      answer: { status: 200, headers: [["content-type", "application/json"]], body },
      ms: 1,
      sentAt,
      endedAt: sentAt + 1,
    });
  list(0);
  give({ pending: [500n], shipped: [] }, 2);
  list(3);
  expect(history.wasListed(0n)).toBe(true);
  expect(history.lists.at(-1)!.list.watched.has(500n)).toBe(true);
});
