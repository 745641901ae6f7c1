import { expect, test } from "vitest";
import type { Answer } from "../evidence/exchange.ts";
import { limitCancels } from "./cancel-limit.ts";
import { NoAnswer, NotSent, nothingListens } from "./target.ts";

const answer = (status: number): Answer => ({ status, headers: [], body: new Uint8Array() });
const cancel = { method: "DELETE", path: "/store/orders/1", headers: [] };

/** Sends one after the other. @returns how many were sent */
async function countSent(most: number, answers: readonly (() => Answer)[], method = "DELETE") {
  let sent = 0;
  const send = limitCancels(async () => answers[sent++ % answers.length]!(), most);
  for (let call = 0; call < 20; call++) await send({ ...cancel, method }).catch(() => undefined);
  return sent;
}

const lose = (message: string) => () => {
  throw new NoAnswer(message);
};

test.each<[string, () => Answer, number]>([
  ["204", () => answer(204), 3],
  ["200", () => answer(200), 3],
  ["500", () => answer(500), 3],
  ["nothing", lose("timeout after 5000 ms"), 3],
  ["401", () => answer(401), 20],
  ["404", () => answer(404), 20],
  ["409", () => answer(409), 20],
  ["429", () => answer(429), 20],
  ["no connection", lose(nothingListens), 20],
])("where each cancel is answered %s, no more are sent than the limit allows", async (_name, reply, sent) => {
  expect(await countSent(3, [reply])).toBe(sent);
});

test("no cancel is sent with a limit of 0, and reads are not counted", async () => {
  expect(await countSent(0, [() => answer(409)])).toBe(0);
  expect(await countSent(0, [() => answer(200)], "GET")).toBe(20);
});

test("a cancel that is not sent has the reason", async () => {
  const send = limitCancels(async () => answer(204), 1);
  await send(cancel);
  const error = await send(cancel).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NotSent);
  expect(String(error)).toContain("the run may cancel at most 1 order");
});

test("no more cancels are under way than the limit allows; once one had no effect, the next is sent", async () => {
  const waiting: ((status: number) => void)[] = [];
  const send = limitCancels(
    () => new Promise<Answer>((resolve) => waiting.push((status) => resolve(answer(status)))),
    2,
  );
  const calls = Array.from({ length: 4 }, () => send(cancel).catch((reason: Error) => reason.name));
  await Promise.resolve();
  expect(waiting.length).toBe(2);
  waiting[0]!(409);
  await calls[0];
  await expect.poll(() => waiting.length).toBe(3);
  waiting[1]!(204);
  waiting[2]!(204);
  expect(await Promise.all(calls.slice(1, 3))).toEqual([answer(204), answer(204)]);
  expect(await calls[3]).toBe("NotSent");
});
