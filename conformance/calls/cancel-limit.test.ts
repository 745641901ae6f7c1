import { expect, test } from "vitest";
import type { Exchange, OutgoingRequest } from "../evidence/exchange.ts";
import { nothingListens } from "../targets/target.ts";
import { RunTransport } from "../targets/transport.ts";
import { Gate } from "./gate.ts";
import { createCancelLimit } from "./limits.ts";

const answer = (status: number) => ({ status, headers: [], body: new Uint8Array() });
const cancel = { method: "DELETE", path: "/store/orders/1", headers: [] };
const base = { baseUrl: "http://test/v1", apiKey: "key" };

/** @param reply returns the status of each answer, or the failure */
function limited(maxCancels: number, reply: (count: number) => number | string | Promise<number>) {
  let sent = 0;
  const transport = new RunTransport({
    ...base,
    async send() {
      const status = await reply(++sent);
      if (typeof status === "string") throw new Error(status);
      return answer(status);
    },
  });
  const gate = new Gate({ transport, ...base, guards: [createCancelLimit(maxCancels)] });
  const send = (request: OutgoingRequest = cancel, repeatable = false): Promise<Exchange> =>
    gate.send(request, { repeatable });
  return { send, count: () => sent };
}

test.each<[number | string, number]>([
  [204, 3],
  [200, 3],
  [500, 3],
  ["timeout after 5000 ms", 3],
  [401, 20],
  [404, 20],
  [409, 20],
  [nothingListens, 20],
])("where each cancel is answered %s, no more are sent than the limit allows", async (reply, count) => {
  const { send, count: sent } = limited(3, () => reply);
  const exchanges: Exchange[] = [];
  for (let call = 0; call < 20; call++) exchanges.push(await send());
  expect(sent()).toBe(count);
  const left = exchanges.filter(({ notSent }) => notSent);
  expect(left).toHaveLength(20 - count);
  for (const { failure } of left) expect(failure).toBe("the run may cancel at most 3 orders");
});

test("no cancel is sent with a limit of 0, and reads are not counted", async () => {
  const { send, count } = limited(0, () => 200);
  await send();
  expect(count()).toBe(0);
  await send({ ...cancel, method: "GET" });
  expect(count()).toBe(1);
});

test.each([502, 503, 504, 520])(
  "where each try of a cancel is answered %i, no further try exceeds the limit, and each counts",
  async (status) => {
    const { send, count } = limited(1, () => status);
    const exchanges: Exchange[] = [];
    for (let call = 0; call < 5; call++) exchanges.push(await send(cancel, true));
    expect(count()).toBe(1);
    expect(exchanges[0]).toMatchObject({ answer: { status } });
    expect(exchanges.slice(1).every(({ notSent }) => notSent)).toBe(true);
  },
);

test("a try that was lost before nothing listened any more counts", async () => {
  const { send, count } = limited(1, (tries) => (tries === 1 ? "connection reset" : nothingListens));
  for (let call = 0; call < 3; call++) await send(cancel, true);
  expect(count()).toBe(1);
});

test("each try of a call counts, since it may have cancelled another order", async () => {
  const { send, count } = limited(2, (tries) => (tries > 5 ? 404 : "connection reset"));
  expect(await send(cancel, true)).toMatchObject({ failure: "connection reset" });
  expect(count()).toBe(2);
});

test("no more cancels are under way than the limit allows; once one had no effect, the next is sent", async () => {
  const waiting: ((status: number) => void)[] = [];
  const { send } = limited(2, () => new Promise<number>((resolve) => waiting.push(resolve)));
  const calls = Array.from({ length: 4 }, () => send());
  await expect.poll(() => waiting.length).toBe(2);
  waiting[0]!(409);
  await expect.poll(() => waiting.length).toBe(3);
  waiting[1]!(204);
  waiting[2]!(204);
  const exchanges = await Promise.all(calls);
  expect(exchanges.map((exchange) => exchange.answer?.status)).toEqual([409, 204, 204, undefined]);
  expect(waiting).toHaveLength(3);
});
