import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { judge } from "../testing/verify-here.ts";

/** A server that is starting: its first answers differ. */
function starting(count: number, answer: (response: ServerResponse) => void) {
  let left = count;
  return (_request: IncomingMessage, response: ServerResponse) => {
    if (left === 0) return false;
    left--;
    answer(response);
    return true;
  };
}

test.each<[string, (response: ServerResponse) => void]>([
  ["502 by a gateway", (response) => response.writeHead(502).end()],
  ["500", (response) => response.writeHead(500).end()],
  ["a closed connection", (response) => response.destroy()],
])("--wait waits for a server whose first answers are %s", async (_what, answer) => {
  const { code } = await judge({ interrupt: starting(3, answer) }, "--wait=60", "--only=list-orders/status");
  expect(code).toBe(0);
});

test("a server that never answers is refused after that time", async () => {
  const never = starting(Number.POSITIVE_INFINITY, (response) => response.destroy());
  const { code, stderr } = await judge({ interrupt: never }, "--wait=1");
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^store-orders: Cannot reach [^\n]+\n$/)]);
});
