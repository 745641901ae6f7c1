import { expect, test } from "vitest";
import type { Exchange, OutgoingRequest } from "../evidence/exchange.ts";
import type { SendOptions } from "../targets/target.ts";
import { giveUpAfterTimeouts } from "./give-up.ts";

const given = () => ({ pending: [1n], shipped: [] });

/** Sends lists without a key, one after the other, to a server that gives none of them an answer. */
async function sentInVain(count: number, failed: Pick<Exchange, "failure" | "ms">): Promise<number> {
  let sent = 0;
  const transport = giveUpAfterTimeouts(
    {
      sent: 0,
      async send(request: OutgoingRequest, settings?: SendOptions): Promise<Exchange> {
        if (settings?.whyNot?.()) return { request, notSent: true, ms: 0, sentAt: 0, endedAt: 0 };
        sent++;
        return { request, ...failed, sentAt: 0, endedAt: failed.ms };
      },
    },
    given,
    "key",
  );
  for (let each = 0; each < count; each++)
    await transport.send({ method: "GET", path: "/store/orders", headers: [] });
  return sent;
}

test.each([
  ["a timeout", { failure: "timeout after 5000 ms", ms: 5000 }],
  ["a connection that the server closes after a while", { failure: "the connection closed", ms: 3000 }],
])("after %s for each of some calls in a row no more of the kind are sent", async (_, failed) => {
  expect(await sentInVain(20, failed)).toBe(4);
});

test("a connection that is lost at once is a network's, and the next call is sent", async () => {
  expect(await sentInVain(20, { failure: "the connection closed", ms: 3 })).toBe(20);
});
