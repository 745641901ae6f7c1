import { describe, expect, test } from "vitest";
import { BadInput } from "../../base/bad-input.ts";
import { parseJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { generateOrders } from "../../fixtures/generate-orders.ts";
import { namedProfiles } from "../../spec/profile.ts";
import { createMock } from "../mock.ts";
import { callMock, errorAnswer } from "../testing/call-mock.ts";
import { formatSnapshotText } from "./snapshot-text.ts";

/** What a snapshot's text says. */
const partsOf = (text: string) => parseJson(Buffer.from(text.slice(0, -9), "base64url").toString());

describe("a snapshot's text", () => {
  test("tells the source and what differs from it, and fits a URL and a shell unquoted", () => {
    const { control } = createMock({ profile: { cancelledInList: "unchanged" } });
    for (const id of [1001n, 1003n]) control.ship(id);
    const world = createMock({ fixtures: generateOrders(1, 0) }).control;
    const source = { snapshot: 1n, seed: 1n, orders: 25n };
    expect(partsOf(world.snapshot())).toEqual({ ...source, source: "fixtures", start: "811c9dc5" });
    expect(partsOf(control.snapshot())).toEqual({
      ...source,
      start: expect.stringMatching(/^[0-9a-f]{8}$/),
      shipped: [1001n, 1003n],
      profile: { cancelledInList: "unchanged" },
    });
    control.put({ id: -(2n ** 63n), status: "pending", note: "Grüße ☃ / + ?" });
    control.put({ id: 2n ** 63n - 1n, status: "pending" });
    expect(control.snapshot()).toMatch(/^[\w-]+\.[0-9a-f]{8}$/);
  });

  test("names neighbours as a range, negative ids and the ends of int64 too", () => {
    const ids = [-(2n ** 63n), -3n, -2n, -1n, 0n, 7n, 2n ** 63n - 2n, 2n ** 63n - 1n];
    const fixtures = ids.map((id) => ({ id, status: "pending" as const }));
    const mock = createMock({ fixtures });
    for (const id of ids) callMock(mock, `DELETE /v1/store/orders/${id}`);
    const text = mock.control.snapshot();
    const last = 2n ** 63n - 1n;
    expect(partsOf(text)).toMatchObject({ cancelled: [-last - 1n, [-3n, 0n], 7n, [last - 1n, last]] });
    mock.control.reset();
    mock.control.restore(text);
    expect(mock.control.orders().every(({ status }) => status === "cancelled")).toBe(true);
  });

  test("says nothing of a change that was taken back", () => {
    const { control } = createMock();
    const untouched = control.snapshot();
    const first = control.orders()[0]!;
    control.ship(first.id);
    control.put(first);
    expect(control.snapshot()).toBe(untouched);
  });
});

/** A text with the checksum that fits. */
function withSum(text: string): string {
  try {
    createMock().control.restore(`${text.replaceAll("=", "")}.00000000`);
  } catch (error) {
    const sum = /its checksum is ([0-9a-f]{8})/.exec((error as Error).message)![1]!;
    return `${text.replaceAll("=", "")}.${sum}`;
  }
  throw new Error("It was taken.");
}

describe("a restored world", () => {
  test("of one's own fixtures needs the same fixtures, in the world or in the mock's start", () => {
    const fixtures: readonly FixtureOrder[] = [{ id: 1n, status: "pending" }];
    const mock = createMock({ fixtures });
    mock.control.ship(1n);
    const text = mock.control.snapshot();
    const far = mock.control.world("far");
    far.reset({ fixtures: "magic" });
    far.restore(text);
    expect(far.orders()).toEqual([{ id: 1n, status: "shipped" }]);

    const stranger = createMock().control;
    const before = stranger.orders();
    expect(() => stranger.restore(text)).toThrow(/^Cannot restore the snapshot: it starts from fixtures of/);
    expect(stranger.orders()).toEqual(before);
    stranger.reset({ fixtures: structuredClone(fixtures) });
    stranger.restore(text);
    expect(stranger.orders()).toEqual([{ id: 1n, status: "shipped" }]);
  });
});

describe("a text that is no snapshot", () => {
  const whole = () => createMock().control.snapshot();
  const start = () => (partsOf(whole()) as { readonly start: string }).start;
  /** A text of these parts, with the checksum that fits. */
  const of = (parts: object) =>
    formatSnapshotText({ seed: 1n, orders: 25n, start: start(), ...parts } as never);

  test.each<readonly [string, () => string, string]>([
    ["is empty", () => "", "it must be letters, digits, - and _, then a dot and 8 digits"],
    ["is another", () => "https://shop.test", "it must be letters"],
    ["is of a later version", () => of({ snapshot: 2n }), "it is of version 2, and this kit reads 1."],
    ["lost its end", () => whole().slice(0, -3), "Copy the whole text."],
    ["lost much of its end", () => whole().slice(0, 12), "Copy the whole text."],
    ["has one letter wrong", () => whole().replace(/^./, "A"), "checksum"],
    ["is no base64", () => withSum("A"), "JSON in base64url"],
    ["is no UTF-8", () => withSum("_w"), "JSON in base64url"],
    ["is no JSON", () => withSum(btoa("{,}")), "column 2 is not JSON"],
    ["is no object", () => withSum(btoa("[]1".slice(0, 2))), "it must be an object"],
    ["lacks its seed", () => of({ seed: undefined }), "seed must be"],
    ["has no such seed", () => of({ seed: -1n }), "got -1"],
    ["has a seed of a text", () => of({ seed: "1" }), 'got "1"'],
    ["has too many orders", () => of({ orders: 1_000_001n }), "orders must be"],
    ["lacks its start", () => of({ start: undefined }), "start must be"],
    ["has another start", () => of({ start: "00000000" }), "its orders have the checksum"],
    ["has a start that is no checksum", () => of({ start: [] }), "start must be"],
    ["has an unknown part", () => of({ shiped: [1001n] }), "Did you mean shipped"],
    ["has an unknown scenario", () => of({ source: "magik", start: "00000000" }), "magic"],
    ["has a source that is no name", () => of({ source: {}, start: "00000000" }), "source must be"],
    ["names no order of the start", () => of({ removed: [7n] }), "order 7"],
    ["names no int64", () => of({ shipped: [2n ** 63n] }), "int64"],
    ["names a text", () => of({ shipped: ["1001"] }), "int64"],
    ["has ids that are no list", () => of({ shipped: 1001n }), "int64"],
    ["has an endless range", () => of({ shipped: [[1n, 2n ** 63n - 1n]] }), "more"],
    ["has a range that falls", () => of({ shipped: [[1009n, 1001n]] }), "int64"],
    ["has a range of three", () => of({ shipped: [[1001n, 1002n, 1003n]] }), "int64"],
    ["puts what is no list", () => of({ put: 1n }), "in put"],
    ["puts what is no order", () => of({ put: [{}] }), "[0].id is missing"],
    ["has no such answer", () => of({ profile: { statusField: "maybe" } }), "statusField"],
    ["has answers that are none", () => of({ profile: "x" }), "profile"],
    ["is longer than any", () => "A".padEnd(33 * 1024 * 1024, "0"), "Copy the whole text."],
  ])("%s: refused, and nothing is changed", (_name, make, word) => {
    const { control } = createMock();
    control.ship(1001n);
    const before = control.snapshot();
    expect(() => control.restore(make())).toThrow(BadInput);
    expect(() => control.restore(make())).toThrow(word);
    expect(control.snapshot()).toBe(before);
  });

  test("is any cut and any slip of one letter", () => {
    const { control } = createMock({ profile: namedProfiles.talkative! });
    control.ship(1001n);
    const text = control.snapshot();
    for (let at = 0; at < text.length; at++) {
      expect(() => control.restore(text.slice(0, at))).toThrow(BadInput);
      const slip = text.slice(0, at) + (text[at] === "1" ? "2" : "1") + text.slice(at + 1);
      expect(() => control.restore(slip)).toThrow(BadInput);
    }
    control.restore(`  ${text.slice(0, 30)}\r\n${text.slice(30)}\n`);
    expect(control.snapshot()).toBe(text);
  });

  test("is a 400 over HTTP, as is a body without a text", () => {
    const put = (body: string) => callMock(createMock(), "PUT /_mock/state", { key: null, body });
    expect(put(`{"state":"eyJzZWVkIjoxfQ"}`)).toMatchObject(errorAnswer(400, "bad_request"));
    expect(put(`{"state":1}`)).toMatchObject(errorAnswer(400, "bad_request"));
    expect(put(`{"stat":""}`).text).toContain("Did you mean state?");
  });
});
