import { expect, test } from "vitest";
import type { Exchange, OutgoingRequest } from "../evidence/exchange.ts";
import { Recorder } from "../evidence/history.ts";
import { Gate } from "./gate.ts";
import { OrderGuard } from "./order-guard.ts";

/** Sends cancels without a key by these ids at once. @returns how many were under way at once */
async function atOnce(pending: readonly bigint[], ids: readonly string[]): Promise<number> {
  const given = { pending, shipped: [] };
  const guard = new OrderGuard({ given: () => given, history: new Recorder("key").history });
  let underWay = 0;
  let most = 0;
  const refusing = {
    async send(request: OutgoingRequest): Promise<Exchange> {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      const now = performance.now();
      const answer = { status: 401, headers: [], body: new Uint8Array() };
      return { request, answer, ms: 0, sentAt: now, endedAt: now };
    },
  };
  const gate = new Gate({ transport: refusing, baseUrl: "http://test/v1", apiKey: "key", guards: [guard] });
  const passes = ids.map((id) => gate.send({ method: "DELETE", path: `/store/orders/${id}`, headers: [] }));
  await Promise.all(passes);
  return most;
}

const double = 2n ** 53n;

test("calls with one text are sent at once, although two given orders have the same double", async () => {
  const id = String(double + 1n);
  expect(await atOnce([double, double + 1n], [id, id, id])).toBe(3);
});

test("calls with several texts that may name two orders wait for each other", async () => {
  const ids = [String(double + 1n), `0${double + 1n}`, String(double)];
  expect(await atOnce([double, double + 1n], ids)).toBe(1);
});

test("calls with several texts that can name only one order are sent at once", async () => {
  expect(await atOnce([1001n, 1002n], ["1001", "01001", "1001.0"])).toBe(3);
});

test("calls on different given orders wait for each other", async () => {
  expect(await atOnce([1001n, 1002n], ["1001", "1002"])).toBe(1);
});
