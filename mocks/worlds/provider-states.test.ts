import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { int64Max, int64Min, isInt64 } from "../../base/ids.ts";
import { controlPaths, providerStates } from "../../spec/control-protocol.ts";
import { createMock, type Mock } from "../mock.ts";
import { callControl, callMock } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";

const { pending, shipped, absent } = providerStates;

/** Sends a request in Pact's wire form. @returns the ids in the answer */
function setUp(mock: Mock, state: string, params?: unknown, action?: string): string[] {
  const { status, json } = post(mock, { state, params, action });
  expect(status).toBe(200);
  return (json as unknown as { ids: string[] }).ids;
}
const post = (mock: Mock, body: unknown) => callControl(mock, `POST ${controlPaths.providerStates}`, body);
const cancel = (mock: Mock, id: string) => callMock(mock, `DELETE /v1/store/orders/${id}`).status;
const idsOf = (mock: Mock) => mock.control.orders().map(({ id }) => String(id));

describe("a setup", () => {
  test("makes one order unless more are requested, and returns its id as a string", () => {
    const mock = createMock();
    const { json } = post(mock, { state: pending });
    expect(json).toEqual({ ids: [expect.stringMatching(/^\d+$/)] });
    expect(setUp(mock, pending, { count: 3 })).toHaveLength(3);
    expect(setUp(mock, pending, null, "setup")).toHaveLength(1);
    expect(new Set(idsOf(mock)).size).toBe(25 + 5);
  });

  test("accepts integers as requested ids", () => {
    const body = `{"state":"${pending}","params":{"ids":[9007199254740993]}}`;
    const { json } = callMock(createMock(), "POST /_mock/provider-states", { body });
    expect(json).toEqual({ ids: ["9007199254740993"] });
  });

  test("makes as many orders as `count` says, with the requested ids that are free, and changes no other order", () => {
    const wishes = fc.array(
      fc.oneof(
        fc.bigInt({ min: int64Min, max: int64Max }),
        fc.constantFrom(int64Max, int64Max - 1n, int64Min, 204n, 409n, 410n, 1n, 5n, 0n),
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(
        wishes,
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(pending, shipped),
        (wished, count, state) => {
          const mock = createMock({ fixtures: "magic" });
          const before = mock.control.orders();
          const taken = new Set(idsOf(mock));
          const ids = setUp(mock, state, { count, ids: wished.map(String) });
          const list = callMock(mock, "GET /v1/store/orders").text;
          expect(ids).toHaveLength(count);
          for (const [place, id] of ids.entries()) {
            const wish = String(wished[place]);
            expect(isInt64(BigInt(id))).toBe(true);
            if (place < wished.length && !taken.has(wish)) expect(id).toBe(wish);
            expect(taken).not.toContain(id);
            taken.add(id);
            expect(list).toContain(`"id":${id},`);
            expect(cancel(mock, id)).toBe(state === pending ? 204 : 409);
          }
          expect(mock.control.orders().slice(0, before.length)).toEqual(before);
        },
      ),
      { seed: proofSeed },
    );
  });

  test(`of "${absent}" removes an order, and accepts one that does not exist`, () => {
    const mock = createMock({ fixtures: "magic" });
    expect(setUp(mock, absent, { id: "204" })).toEqual([]);
    expect(cancel(mock, "204")).toBe(404);
    expect(callMock(mock, "GET /v1/store/orders").text).not.toContain('"id":204,');
    expect(setUp(mock, absent, { id: "204" })).toEqual([]);
    expect(setUp(mock, absent, { id: 404 })).toEqual([]);
    expect(idsOf(mock)).not.toContain("204");
  });
});

describe("a teardown", () => {
  test("that names ids removes those, and leaves the orders of another run", () => {
    const mock = createMock({ orders: 0 });
    const mine = setUp(mock, pending, { count: 2 });
    const others = setUp(mock, pending, { count: 2 });
    expect(setUp(mock, pending, { ids: mine }, "teardown")).toEqual(mine);
    expect(idsOf(mock)).toEqual(others);
  });

  test("removes only the orders that the setups of its state made, cancelled or not", () => {
    const mock = createMock({ fixtures: "magic" });
    const before = mock.control.orders();
    const made = [...setUp(mock, pending, { count: 2 }), ...setUp(mock, pending, { ids: ["204", "5"] })];
    const kept = setUp(mock, shipped);
    expect(cancel(mock, made[0]!)).toBe(204);
    expect(setUp(mock, pending, undefined, "teardown")).toEqual(made);
    expect(mock.control.orders().slice(0, before.length)).toEqual(before);
    expect(idsOf(mock).slice(before.length)).toEqual(kept);
    expect(setUp(mock, shipped, undefined, "teardown")).toEqual(kept);
    expect(mock.control.orders()).toEqual(before);
  });

  test("without a setup, or a second time, removes nothing", () => {
    const mock = createMock({ fixtures: "magic" });
    const before = mock.control.orders();
    expect(setUp(mock, pending, undefined, "teardown")).toEqual([]);
    setUp(mock, pending);
    setUp(mock, pending, undefined, "teardown");
    expect(setUp(mock, pending, undefined, "teardown")).toEqual([]);
    expect(setUp(mock, absent, undefined, "teardown")).toEqual([]);
    expect(mock.control.orders()).toEqual(before);
  });

  test("makes its ids free again", () => {
    const mock = createMock();
    const ids = ["9007199254740993", "9007199254740994"];
    for (let run = 0; run < 3; run++) {
      expect(setUp(mock, pending, { ids })).toEqual(ids);
      setUp(mock, pending, undefined, "teardown");
    }
  });
});

test("members that Pact adds are ignored", () => {
  const { status } = post(createMock(), { state: pending, params: {}, action: "setup", consumer: "shop" });
  expect(status).toBe(200);
});
