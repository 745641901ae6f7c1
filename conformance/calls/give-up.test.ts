import { expect, test } from "vitest";
import type { Exchange, OutgoingRequest } from "../evidence/exchange.ts";
import type { SendOptions } from "../targets/target.ts";
import { Gate } from "./gate.ts";
import { createTimeoutGuard } from "./limits.ts";

/** Sends calls, by default lists without a key, one after the other, to a server that gives none of them an answer. */
async function sentInVain(
  count: number,
  failed: Pick<Exchange, "failure" | "ms" | "broken">,
  requestOf = (_each: number): OutgoingRequest => ({ method: "GET", path: "/store/orders", headers: [] }),
): Promise<number> {
  let sent = 0;
  const silent = {
    async send(request: OutgoingRequest, settings?: SendOptions): Promise<Exchange> {
      if (settings?.whyNot?.(false)) return { request, notSent: true, ms: 0, sentAt: 0, endedAt: 0 };
      sent++;
      return { request, ...failed, sentAt: 0, endedAt: failed.ms };
    },
  };
  const guards = [createTimeoutGuard(() => ({ pending: [1n], shipped: [] }))];
  const transport = new Gate({ transport: silent, baseUrl: "http://test/v1", apiKey: "key", guards });
  for (let each = 0; each < count; each++) await transport.send(requestOf(each));
  return sent;
}

test.each<[failure: string, ms: number, sent: number, broken?: Exchange["broken"]]>([
  ["timeout after 5000 ms", 5000, 4],
  // A server that closes a connection after a while.
  ["the connection closed", 3000, 4],
  // A network loses a connection at once.
  ["the connection closed", 3, 20],
  ["timeout after 5000 ms", 5000, 2, "cut"],
  ["the body is longer than 160 MiB", 30, 2, "unreadable"],
  ["the body unpacks to more", 30, 2, "unreadable"],
])("where each call ends in %j after %i ms, %i of 20 calls of its kind are sent", async (...row) => {
  const [failure, ms, sent, broken] = row;
  expect(await sentInVain(20, { failure, ms, ...(broken && { broken }) })).toBe(sent);
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
