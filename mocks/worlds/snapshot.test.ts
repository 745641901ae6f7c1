import { describe, expect, test } from "vitest";
import { BadInput } from "../../base/bad-input.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { generateOrders } from "../../fixtures/generate-orders.ts";
import { namedProfiles } from "../../spec/profile.ts";
import { createMock } from "../mock.ts";
import { callMock, errorAnswer } from "../testing/call-mock.ts";
import { checksumOf } from "./snapshot-text.ts";

/** A text of these parts, with the checksum that fits. */
const signed = (body: string) => `${body}~sum=${checksumOf(body)}`;

describe("a snapshot's text", () => {
  test("tells the source and what differs from it, and fits a URL and a shell unquoted", () => {
    const { control } = createMock({ profile: { cancelledInList: "unchanged" } });
    for (const id of [1001n, 1003n]) control.ship(id);
    const world = createMock({ fixtures: generateOrders(1, 0) }).control;
    expect(world.snapshot()).toMatch(/^so1~seed=1~orders=25~source=fixtures~start=811c9dc5~sum=[0-9a-f]{8}$/);
    const text = control.snapshot();
    expect(text).toMatch(
      /^so1~seed=1~orders=25~start=[0-9a-f]{8}~shipped=1001,1003~profile=cancelledInList:unchanged~sum=[0-9a-f]{8}$/,
    );
    control.put({ id: -(2n ** 63n), status: "pending", note: "Grüße ☃ / + ?" });
    control.put({ id: 2n ** 63n - 1n, status: "pending" });
    expect(control.snapshot()).toMatch(/^[A-Za-z0-9._~=,:-]+$/);
  });

  test("names neighbours as a range, negative ids and the ends of int64 too", () => {
    const ids = [-(2n ** 63n), -3n, -2n, -1n, 0n, 7n, 2n ** 63n - 2n, 2n ** 63n - 1n];
    const fixtures = ids.map((id) => ({ id, status: "pending" as const }));
    const mock = createMock({ fixtures });
    for (const id of ids) callMock(mock, `DELETE /v1/store/orders/${id}`);
    const text = mock.control.snapshot();
    expect(text).toContain(
      "~cancelled=-9223372036854775808,-3..0,7,9223372036854775806..9223372036854775807~",
    );
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
  const start = () => /start=\w+/.exec(whole())![0];

  test.each<readonly [string, () => string, string]>([
    ["is empty", () => "", "must begin with so1~"],
    ["is another", () => "https://shop.test", "must begin with so1~"],
    ["is of a later version", () => whole().replace("so1", "so2"), "version so2"],
    ["lost its end", () => whole().slice(0, -3), "its end is missing"],
    ["lost much of its end", () => whole().slice(0, 12), "its end is missing"],
    ["has one letter wrong", () => whole().replace("orders=25", "orders=26"), "checksum"],
    ["lacks its seed", () => signed(`so1~orders=25~${start()}`), "seed must be"],
    ["has no such seed", () => signed(`so1~seed=-1~orders=25~${start()}`), 'got "-1"'],
    ["has too many orders", () => signed(`so1~seed=1~orders=1000001~${start()}`), "orders must be"],
    ["lacks its start", () => signed("so1~seed=1~orders=25"), "lacks start"],
    [
      "has another start",
      () => signed("so1~seed=1~orders=25~start=00000000"),
      "its orders have the checksum",
    ],
    [
      "has an unknown part",
      () => signed(`so1~seed=1~orders=25~${start()}~shiped=1001`),
      "Did you mean shipped",
    ],
    ["has a part twice", () => signed(`so1~seed=1~seed=1~orders=25~${start()}`), "seed is there twice"],
    ["has an unknown scenario", () => signed("so1~seed=1~orders=25~source=magik~start=00000000"), "magic"],
    ["names no order of the start", () => signed(`so1~seed=1~orders=25~${start()}~removed=7`), "order 7"],
    ["names no int64", () => signed(`so1~seed=1~orders=25~${start()}~shipped=9223372036854775808`), "int64"],
    [
      "has an endless range",
      () => signed(`so1~seed=1~orders=25~${start()}~shipped=1..9223372036854775807`),
      "more",
    ],
    [
      "has a range that falls",
      () => signed(`so1~seed=1~orders=25~${start()}~shipped=1009..1001`),
      "1009..1001",
    ],
    ["puts what is no base64", () => signed(`so1~seed=1~orders=25~${start()}~put=*`), "base64url"],
    [
      "puts what is no order",
      () => signed(`so1~seed=1~orders=25~${start()}~put=${btoa("[{}]").replaceAll("=", "")}`),
      "[0].id is missing",
    ],
    [
      "has no such answer",
      () => signed(`so1~seed=1~orders=25~${start()}~profile=statusField:maybe`),
      "statusField",
    ],
    ["is longer than any", () => "so1~".padEnd(33 * 1024 * 1024, "0"), "its end is missing"],
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
    expect(put(`{"state":"so1~seed=1"}`)).toMatchObject(errorAnswer(400, "bad_request"));
    expect(put(`{"state":1}`)).toMatchObject(errorAnswer(400, "bad_request"));
    expect(put(`{"stat":""}`).text).toContain("Did you mean state?");
  });
});
