import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BadInput } from "../../base/bad-input.ts";
import { encodeBase64url } from "../../base/bytes.ts";
import { type JsonObject, parseJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { generateOrders } from "../../fixtures/generate-orders.ts";
import { namedProfiles } from "../../spec/profile.ts";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { formatSnapshotText } from "./snapshot.ts";

const jsonOf = (text: string) => Buffer.from(text.slice(0, -9), "base64url").toString();
const partsOf = (text: string) => parseJson(jsonOf(text)) as JsonObject;

const usual = partsOf(createMock().control.snapshot());
/** Writes a snapshot of the usual mock with some other parts. */
const snapshotOf = (parts: object) => formatSnapshotText({ ...usual, ...parts });
/** Adds the right checksum. */
const signed = (body: string) => `${body}.${/checksum, \.(\w{8}),/.exec(refusalOf(`${body}.12345678`))![1]}`;
/** Writes a snapshot with a member that is given as JSON. */
const textOf = (member: string) =>
  signed(encodeBase64url(jsonOf(snapshotOf({})).replace(/}$/, `,${member}}`)));

/** The reason why a text is refused, in one short line. Checks that nothing is changed. */
function refusalOf(text: string, { snapshot, restore } = createMock().control): string {
  const before = snapshot();
  try {
    restore(text);
  } catch (error) {
    expect(error).toBeInstanceOf(BadInput);
    const { message } = error as BadInput;
    expect(message).toMatch(/^Cannot restore the snapshot: (?!Cannot)[^\n\r]{10,400}[.?]$/);
    expect(snapshot()).toBe(before);
    return message;
  }
  throw new Error(`It was restored: ${text}`);
}

function expectRestoredOrRefused(text: string): void {
  const { control } = createMock();
  try {
    control.restore(text);
  } catch {
    refusalOf(text, control);
    return;
  }
  const restored = control.orders();
  const again = createMock().control;
  again.restore(control.snapshot());
  expect(again.orders()).toEqual(restored);
}

describe("a snapshot's text", () => {
  test("has the source and the differences from it, and fits into a URL and a shell without quotes", () => {
    const { control } = createMock({ profile: { cancelledInList: "unchanged" } });
    for (const id of [1001n, 1003n]) control.ship(id);
    const world = createMock({ fixtures: generateOrders(1, 0) }).control;
    const source = { snapshot: 2n, seed: 1n, orders: 25n };
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

  test("has the ids of orders in each state, negative ones and the ends of int64 too", () => {
    const ids = [-(2n ** 63n), -3n, 0n, 7n, 2n ** 63n - 1n];
    const fixtures = ids.map((id) => ({ id, status: "pending" as const }));
    const mock = createMock({ fixtures });
    for (const id of ids) callMock(mock, `DELETE /v1/store/orders/${id}`);
    const text = mock.control.snapshot();
    expect(partsOf(text)).toMatchObject({ cancelled: ids });
    mock.control.reset();
    mock.control.restore(text);
    expect(mock.control.orders().every(({ status }) => status === "cancelled")).toBe(true);
  });

  test("does not contain a change that was undone", () => {
    const { control } = createMock();
    const untouched = control.snapshot();
    const first = control.orders()[0]!;
    control.ship(first.id);
    control.put(first);
    expect(control.snapshot()).toBe(untouched);
  });
});

test("a restored world of a user's fixtures needs the same fixtures, in the world or at the mock's start", () => {
  const fixtures: readonly FixtureOrder[] = [{ id: 1n, status: "pending" }];
  const mock = createMock({ fixtures });
  mock.control.ship(1n);
  const text = mock.control.snapshot();
  const far = mock.control.world("far");
  far.reset({ fixtures: "magic" });
  far.restore(text);
  expect(far.orders()).toEqual([{ id: 1n, status: "shipped" }]);

  const other = createMock().control;
  const before = other.orders();
  expect(() => other.restore(text)).toThrow(/^Cannot restore the snapshot: it starts from fixtures of/);
  expect(other.orders()).toEqual(before);
  other.reset({ fixtures: structuredClone(fixtures) });
  other.restore(text);
  expect(other.orders()).toEqual([{ id: 1n, status: "shipped" }]);
});

describe("a text that is not a snapshot of this mock", () => {
  test.each<readonly [string, string, string]>([
    ["is empty", "", "must end in a dot and its checksum"],
    ["is another text", "https://shop.test", "must end in a dot and its checksum"],
    ["is of the earlier form", "so1~seed=1~orders=25~start=b97af255~sum=3d2099f6", "must end in a dot"],
    ["is not base64", signed("A"), "it must be JSON in base64url"],
    ["is not UTF-8", signed("_w"), "it must be JSON in base64url"],
    ["is not JSON", signed(encodeBase64url("{,}")), "line 1, column 2 is not JSON"],
    ["is not an object", signed(encodeBase64url("[]")), "it must be a JSON object, got []"],
    ["is of a later version", snapshotOf({ snapshot: 3 }), "it is of version 3, and this kit reads 2."],
    ["has no version", snapshotOf({ snapshot: undefined }), "it is of version undefined"],
    ["lacks its seed", snapshotOf({ seed: undefined }), "seed: it must be an integer"],
    ["has too many orders", snapshotOf({ orders: 1_000_001 }), "orders: it must be an integer"],
    ["lacks its start", snapshotOf({ start: undefined }), "start: it must be"],
    ["has another start", snapshotOf({ start: "00000000" }), "it starts from orders of checksum"],
    [
      "starts from a user's fixtures",
      snapshotOf({ source: "fixtures", start: "0" }),
      "it starts from fixtures",
    ],
    ["has an unknown part", snapshotOf({ shiped: [1001] }), "Did you mean shipped?"],
    ["has an unknown scenario", snapshotOf({ source: "magik" }), "Did you mean magic?"],
    ["has a source that is not a name", snapshotOf({ source: {} }), "source: it must be one of"],
    ["names an order that the start lacks", snapshotOf({ removed: [7] }), "removed names 7, which is not"],
    ["names an id beyond int64", snapshotOf({ shipped: [2n ** 63n] }), "names 9223372036854775808, which"],
    ["has ids that are not a list", snapshotOf({ shipped: 1001 }), "shipped: it must be a list of ids"],
    ["puts an order without an id", snapshotOf({ put: [{}] }), "[0].id is missing"],
    ["puts a number beyond all doubles", textOf('"put":[{"id":1,"x":1e399}]'), "[0].x must be a JSON value"],
    ["has an unknown answer", snapshotOf({ profile: { statusField: "maybe" } }), "profile: statusField"],
    ["is nested deeply", textOf(`"put":${"[".repeat(9999)}${"]".repeat(9999)}`), "deeper than 500 levels"],
  ])("%s: refused in one line, and nothing is changed", (_name, text, fact) => {
    expect(refusalOf(text)).toContain(fact);
  });

  test("is refused after any cut, and any change of one character", () => {
    const { control } = createMock({ profile: namedProfiles.talkative! });
    control.ship(1001n);
    control.put({ id: 5n, status: "pending", note: "Grüße" });
    const text = control.snapshot();
    const letters = "AZaz09-_.";
    for (let at = 0; at < text.length; at++) {
      expect(refusalOf(text.slice(0, at), control)).toContain("Copy it all again.");
      for (const letter of letters.replace(text[at]!, "")) {
        const slip = text.slice(0, at) + letter + text.slice(at + 1);
        expect(refusalOf(slip, control)).toContain("Copy it all again.");
      }
      // Blanks alone change nothing.
      control.restore(`${text.slice(0, at)} \r\n${text.slice(at)}`);
      expect(control.snapshot()).toBe(text);
    }
  });

  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      -1,
      1e300,
      2n ** 64n,
      "",
      "__proto__",
      [[1001, 1002]],
      [[]],
      [null],
      [{ id: 1 }],
    ),
    fc.array(fc.oneof(fc.bigInt({ min: 999n, max: 1030n }), fc.tuple(fc.nat(1030), fc.nat(1030)))),
  );
  const names = [
    ...Object.keys(usual),
    "snapshot",
    "source",
    "pending",
    "removed",
    "put",
    "profile",
    "__proto__",
  ];
  test("is refused with parts of any type, or is restored and gives the same text again", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 3 }), (parts) => {
        expectRestoredOrRefused(snapshotOf(parts));
      }),
      { seed: proofSeed, numRuns: 300 },
    );
  });

  test("is refused with another character anywhere in its JSON, or is restored and gives the same text again", () => {
    const { control } = createMock({ profile: namedProfiles.talkative! });
    control.ship(1001n);
    control.put({ id: 2n ** 63n - 1n, status: "pending", note: "Grüße" });
    const json = jsonOf(control.snapshot());
    fc.assert(
      fc.property(fc.nat(json.length - 1), fc.constantFrom(...'0-"[],}'), (at, letter) => {
        expectRestoredOrRefused(signed(encodeBase64url(json.slice(0, at) + letter + json.slice(at + 1))));
      }),
      { seed: proofSeed, numRuns: 300 },
    );
  });
});
