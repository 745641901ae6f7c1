import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { createOrderBase, OrderStore } from "../core/order-store.ts";
import { createMock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callMock } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { unroundedId } from "./near-miss.ts";

const storeOf = (...ids: bigint[]) =>
  new OrderStore(createOrderBase(ids.map((id): FixtureOrder => ({ id, status: "pending" }))));

const seed = proofSeed;

describe("an id that a JavaScript number has rounded", () => {
  test(`is traced back to its order from any text that JavaScript makes of the id (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (id) => {
        const texts = [String(Number(id)), BigInt(Number(id)).toString()];
        for (const text of texts) {
          const isMet = /^-?\d+$/.test(text) && BigInt(text) !== id;
          if (isMet) expect(unroundedId(storeOf(id), BigInt(text))).toBe(id);
        }
      }),
      { seed },
    );
  });

  test("has no hint when it is small, when no number rounds to it, or when no order is near", () => {
    expect(unroundedId(storeOf(1001n), 1000n)).toBeUndefined();
    expect(unroundedId(storeOf(9007199254740993n), 9007199254740995n)).toBeUndefined();
    expect(unroundedId(storeOf(9007199254740997n), 9007199254740992n)).toBeUndefined();
    expect(unroundedId(storeOf(), 2n ** 60n)).toBeUndefined();
    // No number prints these.
    expect(unroundedId(storeOf(1234567890123456789n), 1234567890123456801n)).toBeUndefined();
    expect(unroundedId(storeOf(9223372036854775807n), 9223372036854776001n)).toBeUndefined();
  });
});

type Mock = ReturnType<typeof createMock>;
/** The Error's message of an answer, or nothing where it is no Error. */
function message(
  mock: Mock,
  line: string,
  headers: Record<string, string> = {},
  key?: string | null,
): string {
  const reply = callMock(mock, line, { headers, ...(key !== undefined && { key }) });
  return reply.text === "" ? "" : (reply.json as { message: string }).message;
}

const host = "127.0.0.1:4010";
const withOrder = (id: bigint): MockOptions => ({ fixtures: [{ id, status: "pending" }] });

describe("a near miss is explained, the first time with the call that works", () => {
  test("an id beyond 2^53 that was rounded", () => {
    const mock = createMock(withOrder(9007199254740993n));
    const line = "DELETE /v1/store/orders/9007199254740992";
    const first = message(mock, line, { host });
    expect(first).toContain("Order 9007199254740993 can be found");
    expect(first).toMatch(
      /Try: curl -X DELETE -H "Authorization: Bearer mock-key" http:\/\/127\.0\.0\.1:4010\/v1\/store\/orders\/9007199254740993$/,
    );
    const second = message(mock, line, { host });
    expect(second).toContain("Order 9007199254740993 can be found");
    expect(second).not.toContain("curl");
    // Its own call works.
    expect(callMock(mock, "DELETE /v1/store/orders/9007199254740993").status).toBe(204);
  });

  test.each([
    ["1234567890123456800", 1234567890123456789n],
    ["1234567890123456800", 1234567890123456768n],
    ["9223372036854776000", 9223372036854775807n],
    ["9223372036854775808", 9223372036854775807n],
    ["-9223372036854776000", -9223372036854775807n],
  ])("an id that JavaScript writes as %s for order %s", (text, id) => {
    const mock = createMock(withOrder(id));
    const reply = callMock(mock, `DELETE /v1/store/orders/${text}`, { headers: { host } });
    expect(reply.status).toBe(404);
    expect((reply.json as { message: string }).message).toContain(
      `Order ${id} can be found: a JavaScript number`,
    );
    expect(reply.headers["x-mock-why"]).toBe(`order id rounded from ${id} (4.2)`);
  });

  test("a path without /v1", () => {
    const mock = createMock();
    expect(message(mock, "GET /store/orders?x=1", { host })).toBe(
      "Nothing is served at /store/orders?x=1. The path lacks its /v1. Try: curl -H \"Authorization: Bearer mock-key\" 'http://127.0.0.1:4010/v1/store/orders?x=1'",
    );
    expect(message(mock, "DELETE /store/orders/1001", { host })).not.toContain("curl");
    expect(message(mock, "GET /store/ordersx", { host })).not.toContain("lacks");
  });

  test("a key without the word Bearer", () => {
    const mock = createMock();
    const headers = { host, authorization: "mock-key" };
    expect(message(mock, "GET /v1/store/orders", headers, null)).toContain("without the word Bearer");
    expect(message(mock, "GET /v1/store/orders", headers, null)).not.toContain("curl");
  });

  test("a cancelled order", () => {
    const mock = createMock();
    callMock(mock, "DELETE /v1/store/orders/1001");
    expect(message(mock, "DELETE /v1/store/orders/1001")).toBe(
      "Order 1001 cannot be found: it is cancelled.",
    );
  });

  test("again in each world, and after a reset", () => {
    const mock = createMock();
    const ask = (key: string) => message(mock, "GET /v1/store/orders", { host, authorization: key }, null);
    expect(ask("mock-key")).toContain("curl");
    expect(ask("mock-key")).not.toContain("curl");
    mock.control.reset();
    expect(ask("mock-key")).toContain("curl");
  });

  test("without a key of the user's own, and without a host that a shell would run", () => {
    const mock = createMock({ apiKeys: ["s3cret-of-mine"] });
    const text = message(mock, "GET /store/orders", { host: "evil`id`" }, null);
    expect(text).toContain('"Authorization: Bearer $STORE_ORDERS_MOCK_API_KEY" "$ORIGIN"/v1/store/orders');
    expect(text).not.toContain("s3cret");
    expect(text).not.toContain("`id`");
  });
});

test("X-Mock-Why is text that a header can carry, whatever the request was", () => {
  const { headers } = callMock(createMock(), `DELETE /v1/store/orders/${"é\n".repeat(200)}`);
  expect(headers["x-mock-why"]).toMatch(/^[\x20-\x7e]{1,160}$/);
});
