import { expect, test } from "vitest";
import type { Exchange } from "../evidence/exchange.ts";
import { readRequest } from "../evidence/read-call.ts";
import { BadKeyGuard } from "./bad-key-guard.ts";

const request = { method: "DELETE", path: "/store/orders/1", headers: [] };
const asked = { request, read: readRequest(request, "key"), settings: {} };
const sent = { request, failure: "none", ms: 0, sentAt: 0, endedAt: 0 } satisfies Exchange;

test.each([
  ["is answered, and a list read", false, ["first", "a list", "second", "third"]],
  ["is not sent, the next one is alone in its place", true, ["first", "second", "a list", "third"]],
])("where the first request without a valid key %s", async (_what, notSent, expected) => {
  const done: string[] = [];
  const guard = new BadKeyGuard(async () => done.push("a list"));
  const send = async (name: string) => {
    const { settle } = await guard.admit(asked);
    done.push(name);
    settle?.(name === "first" ? { ...sent, notSent } : sent);
  };
  await Promise.all([send("first"), send("second"), send("third")]);
  expect(done).toEqual(expected);
});

test("a request with the key that may act is not under way beside the first one without a valid key", async () => {
  const done: string[] = [];
  const guard = new BadKeyGuard(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    done.push("a list");
  });
  const start = async (name: string, key?: string) => {
    const headers = key === undefined ? [] : ([["authorization", `Bearer ${key}`]] as const);
    const { settle } = await guard.admit({
      request: { ...request, headers },
      read: readRequest({ ...request, headers }, "key"),
      settings: {},
    });
    done.push(name);
    return () => settle?.(sent);
  };
  const endOther = await start("other", "key");
  const first = start("first");
  const later = start("later", "key");
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual(["other"]);
  endOther();
  (await first)();
  await Promise.all([later, start("last", "key")]);
  expect(done).toEqual(["other", "first", "a list", "later", "last"]);
});
