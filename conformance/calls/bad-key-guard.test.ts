import { expect, test } from "vitest";
import type { Exchange } from "../evidence/exchange.ts";
import { readRequest } from "../evidence/read-call.ts";
import { createBadKeyGuard } from "./bad-key-guard.ts";

const request = { method: "DELETE", path: "/store/orders/1", headers: [] };
const asked = { request, read: readRequest(request, "key"), settings: {} };
const sent = { request, failure: "none", ms: 0, sentAt: 0, endedAt: 0 } satisfies Exchange;

test.each([
  ["is answered, and a list read", false, ["first", "a list", "second", "third"]],
  ["is not sent, the next one is alone in its place", true, ["first", "a list", "second", "a list", "third"]],
])("where the first request without a valid key %s", async (_what, notSent, expected) => {
  const done: string[] = [];
  const guard = createBadKeyGuard(async () => done.push("a list"));
  const send = async (name: string) => {
    const { settle } = await guard.admit(asked);
    done.push(name);
    settle?.(name === "first" ? { ...sent, notSent } : sent);
  };
  await Promise.all([send("first"), send("second"), send("third")]);
  expect(done).toEqual(expected);
});
