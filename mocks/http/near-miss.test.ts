import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMock, type Mock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";

/** The message of the Error in an answer. */
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
const withOrder = (id: bigint) => createMock({ fixtures: [{ id }] });
const cancel = (id: bigint | string) => `DELETE /v1/store/orders/${id}`;

describe("an id that a JavaScript number has rounded", () => {
  test(`is traced back to its order from any text that JavaScript makes of the id (seed ${proofSeed})`, () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (id) => {
        for (const text of [String(Number(id)), BigInt(Number(id)).toString()])
          if (/^-?\d+$/.test(text) && BigInt(text) !== id)
            expect(message(withOrder(id), cancel(text))).toContain(`Order ${id} can be found: a JavaScript`);
      }),
      { seed: proofSeed },
    );
  });

  test("has no hint when it is small, when no number rounds to it, or when no order rounds to it", () => {
    for (const [order, id] of [
      [1001n, 1000n],
      [9007199254740993n, 9007199254740995n],
      [9007199254740997n, 9007199254740992n],
      // No number prints these.
      [1234567890123456789n, 1234567890123456801n],
      [9223372036854775807n, 9223372036854776001n],
    ] as const)
      expect(message(withOrder(order), cancel(id))).not.toContain("can be found");
    const mock = withOrder(9007199254740993n);
    callMock(mock, cancel(9007199254740993n));
    expect(message(mock, cancel(9007199254740992n))).not.toContain("can be found");
  });

  test.each([
    ["9007199254740992", 9007199254740993n],
    ["1234567890123456800", 1234567890123456789n],
    ["9223372036854776000", 9223372036854775807n],
    ["-9223372036854776000", -9223372036854775807n],
    // As far from its double as an int64 can be.
    ["9223372036854773760", 9223372036854774272n],
    ["-9223372036854773760", -9223372036854774272n],
    ["9223372036854775808", 9223372036854775296n],
  ])("as %s gets the call for order %s", (text, id) => {
    const { status, json, headers } = callMock(withOrder(id), cancel(text), { headers: { host } });
    expect(status).toBe(404);
    expect((json as { message: string }).message).toMatch(
      new RegExp(
        `Try: curl -X DELETE -H "Authorization: Bearer mock-key" http://127\\.0\\.0\\.1:4010/v1/store/orders/${id}$`,
      ),
    );
    expect(headers["x-mock-why"]).toBe(`order id rounded from ${id} (4.2)`);
  });
});

describe("a near miss is explained, with the call that works", () => {
  test("a path without /v1", () => {
    const mock = createMock();
    expect(message(mock, "GET /store/orders?x=1", { host })).toBe(
      "Nothing is served at /store/orders?x=1. The path lacks its /v1. Try: curl -H \"Authorization: Bearer mock-key\" 'http://127.0.0.1:4010/v1/store/orders?x=1'",
    );
    expect(message(mock, "GET /store/ordersx", { host })).not.toContain("lacks");
    // A log hides the key of a command.
    expect(mock.control.journal()[0]!.why).toBe(
      "Nothing is served at /store/orders?x=1. The path lacks its /v1.",
    );
  });

  test.each([
    [{ authorization: "mock-key" }, /without the word Bearer.* Try: curl /],
    [{ authorization: "Bearer s3cret" }, /not valid here\. Use one that this mock was started with\.$/],
    [{ authorization: "Token s3cret" }, /another scheme, header or query parameter is not read\.$/],
    [{ "x-api-key": "s3cret" }, /another scheme, header or query parameter is not read\.$/],
  ])("a key as %j", (headers, words) => {
    const text = message(createMock(), "GET /v1/store/orders?api_key=s3cret", { host, ...headers }, null);
    expect(text).toMatch(words);
    expect(text.split(" Try: ", 1)[0]).not.toContain("s3cret");
  });

  test("a cancelled order", () => {
    const mock = createMock();
    callMock(mock, "DELETE /v1/store/orders/1001");
    expect(message(mock, "DELETE /v1/store/orders/1001")).toBe(
      "Order 1001 cannot be found: it is cancelled.",
    );
  });

  test("without a key of the user's own, and without a host that a shell would run", () => {
    const mock = createMock({ apiKeys: ["s3cret-of-mine"] });
    const text = message(mock, "GET /store/orders", { host: "evil`id`" }, null);
    expect(text).toContain('"Authorization: Bearer $STORE_ORDERS_MOCK_API_KEY" "$ORIGIN"/v1/store/orders');
    expect(text).not.toContain("s3cret");
    expect(text).not.toContain("`id`");
  });
});
