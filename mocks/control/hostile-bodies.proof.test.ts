import { describe, expect, test } from "vitest";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { createHostileRequests } from "../testing/hostile-requests.ts";
import { formatSnapshotText } from "../worlds/snapshot.ts";
import { defaultBodyLimit, shortBodyLimit } from "./guard.ts";

/** Bodies that are made to be expensive, or to be stored and then fail to be served: each is answered in time. */

const text = (length: number, letter = "x") => letter.repeat(length);
const manyOf = (item: string, length: number) => item.repeat(Math.floor(length / item.length));

const { repeat } = createHostileRequests(proofSeed);
/** Parts of a snapshot that the usual mock restores. */
const usual = JSON.parse(
  Buffer.from(createMock().control.snapshot().split(".")[0]!, "base64url").toString(),
) as object;
/** Writes a snapshot with valid checksums, so that all of it is read. */
const snapshotOf = (parts: object) => `{"state":"${formatSnapshotText({ ...usual, ...parts })}"}`;

const short = shortBodyLimit;
const snapshotBytes = defaultBodyLimit / 10;
/** A part of the limit, since growth is visible there. */
const resetBytes = defaultBodyLimit / 4;
const faults = "PUT /_mock/faults";
const state = "PUT /_mock/state";
const reset = "POST /_mock/reset";
/** No more values than a body may have. */
const numbers = (literal: string) =>
  `{"fixtures":[{"id":1,"x":[${`${literal},`.repeat(resetBytes / 16)}1]}]}`;
const manyIds = Array.from({ length: snapshotBytes / 20 }, () => [1001n, 1020n]);

/** Bodies that are refused after some work, each with the request whose reader does the work. */
const refused: readonly (readonly [name: string, line: string, make: () => string])[] = [
  ["a fault of a long name", faults, () => `[{"fault":"${text(short - 20)}"}]`],
  ["a fault of one piece over and over", faults, () => `[{"fault":"${repeat(short - 20)}"}]`],
  ["a member of a long name", faults, () => `[{"fault":"hang","${text(short - 30)}":1}]`],
  ["a preset of backslashes", faults, () => `"${text(short - 2, "\\")}"`],
  ["too many rules", faults, () => `[${manyOf('{"fault":"hang"},', short - 20)}{"fault":"hang"}]`],
  ["many digits", reset, () => `{"seed":${text(resetBytes - 10, "7")}}`],
  ["many digits after a point", reset, () => `{"seed":1.${text(resetBytes - 20, "7")}}`],
  ["a large exponent", reset, () => '{"seed":1e999999999}'],
  ["many numbers of sixteen digits", reset, () => `[${manyOf("1234567890123456,", resetBytes - 4)}1]`],
  ["many exponents", reset, () => `[${manyOf("1e9,", resetBytes - 4)}1]`],
  ["orders with many times -1.5e399", reset, () => numbers("-1.5e399")],
  ["many empty objects", reset, () => `[${manyOf("{},", resetBytes - 4)}{}]`],
  [
    "many members",
    reset,
    () => `{${Array.from({ length: resetBytes / 12 }, (_, index) => `"m${index}":1`).join()}}`,
  ],
  ["deep arrays", reset, () => text(resetBytes / 2, "[") + text(resetBytes / 2, "]")],
  [
    "deep objects with digits",
    reset,
    () => `${manyOf('{"a":', resetBytes / 2)}12345678901234567890${text(resetBytes / 10, "}")}`,
  ],
  ["no JSON after much of it", reset, () => `[${manyOf("1,", resetBytes - 2)}`],
  ["fixtures with a long text", reset, () => `{"fixtures":[{"id":1.5,"x":"${repeat(resetBytes - 40)}"}]}`],
  ["many bad orders", reset, () => `{"fixtures":[${manyOf('{"id":1},', resetBytes - 40)}{}]}`],
  ["a state of one piece over and over", state, () => `{"state":"${repeat(snapshotBytes - 20)}"}`],
  ...["pending", "removed", "put", "cancelled", "shipped"].map(
    (part) => [`a snapshot with many ${part}`, state, () => snapshotOf({ [part]: manyIds })] as const,
  ),
  ["a snapshot of many lists in a list", state, () => snapshotOf({ cancelled: [manyIds.map(() => [])] })],
  ["a snapshot with an id of many digits", state, () => snapshotOf({ pending: [10n ** 500_000n] })],
  ["a snapshot with a long start", state, () => snapshotOf({ start: text(snapshotBytes / 2) })],
  [
    "a snapshot with a long answer",
    state,
    () => snapshotOf({ profile: { statusField: text(snapshotBytes / 2) } }),
  ],
  ["a snapshot of a long range", state, () => snapshotOf({ shipped: [[1001n, 2n ** 63n - 1n]] })],
  ["a snapshot of many orders", state, () => snapshotOf({ orders: 100_000, start: "00000000" })],
  [
    "many ids",
    "POST /_mock/provider-states",
    () => `{"state":"pending order exist","params":{"ids":[${manyOf('"5",', short - 80)}"5"]}}`,
  ],
  ["a long answer", "PUT /_mock/profile", () => `{"statusField":"${text(short - 30)}"}`],
];

/** Bodies and requests that are accepted, and cost work. */
const accepted: readonly (readonly [name: string, line: string, make: () => string])[] = [
  ["orders with many times 1e18", reset, () => numbers("1e18")],
  ["orders with many times 1e307", reset, () => numbers("1e307")],
  ["blanks", reset, () => text(resetBytes, " ")],
  ["100,000 orders", reset, () => '{"orders":100000,"fixtures":"default"}'],
  ["a reset of all worlds", `${reset}?world=*`, () => '{"orders":20000,"fixtures":"large-ids"}'],
  [
    "1000 orders",
    "POST /_mock/provider-states",
    () => '{"state":"pending orders exist","params":{"count":1000}}',
  ],
  ["a thousand rules", faults, () => `[${manyOf('{"fault":"delay","ms":1},', 24_000)}{"fault":"hang"}]`],
  ["a search", "GET /_mock/orders/search?sort=-shipDate", () => ""],
  ["the journal as a test", "GET /_mock/journal?as=vitest", () => ""],
];

/** Maximum processor time in ms. A body whose time does not grow linearly takes minutes. */
const longest = 3000;

test.each([
  ...refused.map(([name, line, make]) => ({ name, line, make, expected: 400 })),
  ...accepted.map(([name, line, make]) => ({ name, line, make, expected: 200 })),
])("$line with $name is answered $expected in little time", ({ line, make, expected }) => {
  // The snapshots are of the usual orders.
  const mock = createMock(expected === 200 ? { orders: 20_000 } : {});
  const body = make();
  const before = process.threadCpuUsage();
  const { status } = callMock(mock, line, { body });
  const { user, system } = process.threadCpuUsage(before);
  expect(status).toBe(expected);
  expect((user + system) / 1000).toBeLessThan(longest);
});

describe("each accepted body gives orders that can be listed", () => {
  const odd: readonly string[] = [
    `{"deep":${text(90, "[")}${text(90, "]")}}`,
    `{"digits":${text(490, "9")}}`,
    '{"large":1e300,"small":1e-300}',
    '{"text":"\\u0000\\ud800\\u2028"}',
    '{"__proto__":{"status":"shipped"},"constructor":1,"toJSON":1}',
  ];
  test.each(odd)("%s", (body) => {
    const mock = createMock({ orders: 0 });
    expect(callMock(mock, "PUT /_mock/orders/7", { body }).status).toBe(200);
    const list = callMock(mock, "GET /v1/store/orders");
    expect(list.status).toBe(200);
    const snapshot = mock.control.snapshot();
    expect(mock.control.restore(snapshot).orders).toBe(1);
    expect(callMock(mock, "GET /v1/store/orders").text).toBe(list.text);
  });

  test.each([
    [`{"digits":${text(501, "9")}}`, "a number has 501 characters, 500 at most."],
    ['{"large":1e399}', "large"],
    [`{"deep":${text(101, "[")}${text(101, "]")}}`, "deep"],
    ['{"open":', "it is not JSON."],
  ])("%s is refused with a reason", (body, why) => {
    const mock = createMock({ orders: 0 });
    const refused = callMock(mock, "PUT /_mock/orders/7", { body });
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining(why) });
    expect(mock.control.orders()).toEqual([]);
  });
});
