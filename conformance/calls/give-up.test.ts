import { expect, test } from "vitest";
import type { Exchange, OutgoingRequest } from "../evidence/exchange.ts";
import type { SendOptions } from "../targets/target.ts";
import { Gate } from "./gate.ts";
import { createTimeoutGuard } from "./limits.ts";

const given = () => ({ pending: [1n], shipped: [] });

/** Sends calls, by default lists without a key, one after the other, to a server that gives none of them an answer. */
async function sentInVain(
  count: number,
  failed: Pick<Exchange, "failure" | "ms" | "broken">,
  requestOf = (_each: number): OutgoingRequest => ({ method: "GET", path: "/store/orders", headers: [] }),
): Promise<number> {
  let sent = 0;
  const silent = {
    sent: 0,
    async send(request: OutgoingRequest, settings?: SendOptions): Promise<Exchange> {
      if (settings?.whyNot?.(false)) return { request, notSent: true, ms: 0, sentAt: 0, endedAt: 0 };
      sent++;
      return { request, ...failed, sentAt: 0, endedAt: failed.ms };
    },
  };
  const transport = new Gate({
    transport: silent,
    baseUrl: "http://test/v1",
    apiKey: "key",
    guards: [createTimeoutGuard(given)],
  });
  for (let each = 0; each < count; each++) await transport.send(requestOf(each));
  return sent;
}

test.each([
  ["a timeout", { failure: "timeout after 5000 ms", ms: 5000 }],
  ["a connection that the server closes after a while", { failure: "the connection closed", ms: 3000 }],
])("after %s for several calls in a row no more of their kind are sent", async (_, failed) => {
  expect(await sentInVain(20, failed)).toBe(4);
});

test.each<[string, Pick<Exchange, "failure" | "ms" | "broken">]>([
  ["does not end in time", { failure: "timeout after 5000 ms", ms: 5000, broken: "cut" }],
  ["is longer than is read", { failure: "the body is longer than 160 MiB", ms: 30, broken: "unreadable" }],
  ["unpacks to too much", { failure: "the body unpacks to more", ms: 30, broken: "unreadable" }],
])("after an answer that %s half as many are sent", async (_, failed) => {
  expect(await sentInVain(20, failed)).toBe(2);
});

test("a connection that is lost at once is a network's, and the next call is sent", async () => {
  expect(await sentInVain(20, { failure: "the connection closed", ms: 3 })).toBe(20);
});

test("cancels of given orders are sent until 40 calls of the run had no answer in time", async () => {
  const cancelGiven = () => ({
    method: "DELETE",
    path: "/store/orders/1",
    headers: [["authorization", "Bearer key"] as const],
  });
  const failed = { failure: "timeout after 5000 ms", ms: 5000 };
  expect(await sentInVain(100, failed, cancelGiven)).toBe(40);
});
