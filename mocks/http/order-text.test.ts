import { describe, expect, test } from "vitest";
import { int64Max } from "../../base/ids.ts";
import { parseJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { type ListFormat, orderText } from "./list-orders.ts";

const plain: ListFormat = { cancelledInList: "gone", statusField: "absent" };
const withStatus: ListFormat = { cancelledInList: "gone", statusField: "shown" };

const order: FixtureOrder = {
  id: 12n,
  petId: 3n,
  quantity: 2n,
  shipDate: "2026-02-03T10:30:00Z",
  complete: false,
  status: "pending",
};
const shown = '{"id":12,"petId":3,"quantity":2,"shipDate":"2026-02-03T10:30:00Z","complete":false';

describe("an order as the list shows it", () => {
  test("has the documented fields, and its status only where the profile shows it", () => {
    expect(orderText(order, plain)).toBe(`${shown}}`);
    expect(orderText(order, withStatus)).toBe(`${shown},"status":"pending"}`);
  });

  test.each([
    ["an extra field", { ...order, note: "gift" }, `${shown},"note":"gift"}`],
    ["a field without a name", { ...order, "": null }, `${shown},"":null}`],
    ["an id alone", { id: 1n, status: "pending" }, '{"id":1}'],
    [
      "an extra field in place of a documented one",
      { id: 1n, note: 1n, status: "pending" },
      '{"id":1,"note":1}',
    ],
    [
      "a date that needs escapes",
      { ...order, shipDate: '"\\\n' },
      shown.replace("2026-02-03T10:30:00Z", '\\"\\\\\\n'),
    ],
    [
      "a note that needs escapes",
      { id: 1n, note: '"\\\u0000\ud800', status: "pending" },
      '{"id":1,"note":"\\"\\\\\\u0000\\ud800"}',
    ],
    [
      "the largest ids",
      { ...order, id: int64Max, petId: -int64Max },
      shown.replace('"id":12,"petId":3', '"id":9223372036854775807,"petId":-9223372036854775807'),
    ],
    [
      "numbers inside",
      { id: 1n, barcode: 2n ** 64n, weight: 1.5, status: "pending" },
      '{"id":1,"barcode":18446744073709551616,"weight":1.5}',
    ],
  ] as [string, FixtureOrder, string][])("may have %s", (_what, given, text) => {
    const whole = text.endsWith("}") ? text : `${text}}`;
    expect(orderText(given, plain)).toBe(whole);
    expect(orderText(given, withStatus)).toBe(`${whole.slice(0, -1)},"status":"pending"}`);
  });

  test("leaves out a documented field that is undefined", () => {
    for (const name of ["petId", "quantity", "shipDate", "complete"]) {
      const given = { ...order, [name]: undefined } as FixtureOrder;
      const { status, ...rest } = order;
      const { [name]: _left, ...expected } = rest;
      expect(parseJson(orderText(given, plain)!)).toEqual(expected);
    }
  });
});
