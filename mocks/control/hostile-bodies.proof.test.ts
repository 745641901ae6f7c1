import { describe, expect, test } from "vitest";
import { createMock } from "../mock.ts";
import { callMock, errorAnswer } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { createHostileRequests } from "../testing/hostile-requests.ts";
import { formatSnapshotText } from "../worlds/snapshot.ts";
import { bodyLimitOf } from "./control-api.ts";
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

/** Bodies by name, each made with a number of bytes. */
const bodies: Readonly<Record<string, (length: number) => string>> = {
  "a fault of a long name": (length) => `[{"fault":"${text(length - 20)}"}]`,
  "a member of a long name": (length) => `[{"fault":"hang","${text(length - 30)}":1}]`,
  "a preset of a long name": (length) => `"${text(length - 2)}"`,
  "many digits": (length) => `{"seed":${text(length - 10, "7")}}`,
  "many digits after a point": (length) => `{"seed":1.${text(length - 20, "7")}}`,
  "a large exponent": () => '{"seed":1e999999999}',
  "many small numbers": (length) => `[${manyOf("1,", length - 4)}1]`,
  "many numbers of sixteen digits": (length) => `[${manyOf("1234567890123456,", length - 4)}1]`,
  "many exponents": (length) => `[${manyOf("1e9,", length - 4)}1]`,
  ...Object.fromEntries(
    ["1e18", "1e307", "-1.5e399"].map((literal) => [
      `orders with many times ${literal}`,
      // No more values than a body may have.
      (length: number) => `{"fixtures":[{"id":1,"x":[${`${literal},`.repeat(length / 16)}1]}]}`,
    ]),
  ),
  "many empty objects": (length) => `[${manyOf("{},", length - 4)}{}]`,
  "many members": (length) =>
    `{${Array.from({ length: length / 12 }, (_, index) => `"m${index}":1`).join()}}`,
  "deep arrays": (length) => text(length / 2, "[") + text(length / 2, "]"),
  "deep objects": (length) => manyOf('{"a":', length),
  "objects in arrays": (length) => manyOf('[{"id":', length / 2) + manyOf("}]", length / 8),
  "fixtures with a long text": (length) => `{"fixtures":[{"id":1.5,"x":"${repeat(length - 40)}"}]}`,
  "many bad orders": (length) => `{"fixtures":[${manyOf('{"id":1},', length - 40)}{}]}`,
  "a state of one piece over and over": (length) => `{"state":"${repeat(length - 20)}"}`,
  "a name of one piece over and over": (length) => `[{"fault":"${repeat(length - 20)}"}]`,
  ...Object.fromEntries(
    ["pending", "removed", "put", "cancelled"].map((part) => [
      `a snapshot with many ${part}`,
      (length: number) => snapshotOf({ [part]: Array.from({ length: (length - 200) / 8 }, () => [1n, 9n]) }),
    ]),
  ),
  "a snapshot of one range over and over": (length) =>
    snapshotOf({ shipped: Array.from({ length: length / 20 }, () => [1001n, 1020n]) }),
  "a snapshot of many lists in a list": (length) =>
    snapshotOf({ cancelled: [Array.from({ length: length / 5 }, () => [])] }),
  "a snapshot with an id of many digits": (length) =>
    snapshotOf({ pending: [10n ** BigInt(Math.floor(length / 2))] }),
  "a snapshot with a long start": (length) => snapshotOf({ start: text(length / 2) }),
  "a snapshot with a long answer": (length) => snapshotOf({ profile: { statusField: text(length / 2) } }),
  "a snapshot of a long range": () => snapshotOf({ shipped: [[1001n, 2n ** 63n - 1n]] }),
  "a snapshot of many orders": () => snapshotOf({ orders: 100_000, start: "00000000" }),
  "many ids": (length) =>
    `{"state":"pending order exist","params":{"ids":[${manyOf('"5",', length - 80)}"5"]}}`,
  backslashes: (length) => `"${text(length - 2, "\\")}"`,
  blanks: (length) => text(length, " "),
  "no JSON after much of it": (length) => `[${manyOf("1,", length - 2)}`,
  "too many rules": (length) => `[${manyOf('{"fault":"hang"},', length - 20)}{"fault":"hang"}]`,
};

/** Requests with the bytes of their bodies; for long ones a part of the limit, since growth is visible there. */
const targets: readonly (readonly [line: string, limit: number])[] = [
  ["PUT /_mock/faults", shortBodyLimit],
  ["PUT /_mock/profile", shortBodyLimit],
  ["PUT /_mock/state", defaultBodyLimit / 10],
  ["POST /_mock/reset", defaultBodyLimit / 4],
  ["PUT /_mock/orders/7", shortBodyLimit],
  ["POST /_mock/provider-states", shortBodyLimit],
];

/** Maximum processor time in ms. A body whose time does not grow linearly takes minutes. */
const longest = 3000;

test("each body is refused in little time", () => {
  const mock = createMock();
  let worst = { ms: 0, name: "" };
  for (const [name, make] of Object.entries(bodies)) {
    for (const [line, limit] of targets) {
      if (name.startsWith("orders with") && !line.endsWith("/reset")) continue;
      const body = make(limit);
      const before = process.threadCpuUsage();
      const { status } = callMock(mock, line, { body });
      const { user, system } = process.threadCpuUsage(before);
      const ms = (user + system) / 1000;
      if (ms > worst.ms) worst = { ms, name: `${name}, ${line}` };
      // Blanks are a plain reset, and an order may have a field of any name.
      const isFine =
        status === 200 &&
        ((/^(?:blanks|orders with)/.test(name) && line.endsWith("/reset")) || line.includes("orders/7"));
      if (!isFine) expect([line, name, status]).toEqual([line, name, 400]);
    }
  }
  process.stdout.write(`longest control request: ${worst.ms.toFixed(0)} ms (${worst.name})\n`);
  expect(worst.ms).toBeLessThan(longest);
  expect(callMock(mock, "GET /v1/store/orders").status).toBe(200);
}, 240_000);

test.each([
  ["POST /_mock/reset", '{"orders":100000,"fixtures":"default"}'],
  ["POST /_mock/reset?world=*", '{"orders":20000,"fixtures":"large-ids"}'],
  ["POST /_mock/provider-states", '{"state":"pending orders exist","params":{"count":1000}}'],
  ["PUT /_mock/faults", `[${manyOf('{"fault":"delay","ms":1},', 24_000)}{"fault":"hang"}]`],
  ["GET /_mock/orders/search?sort=-shipDate", ""],
  ["GET /_mock/journal?as=vitest", ""],
])("%s with %.60s is answered in time", (line, body) => {
  const mock = createMock({ orders: 20_000 });
  const before = process.threadCpuUsage();
  expect(callMock(mock, line, { body }).status).toBeLessThan(500);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(longest);
});

test.each(["PUT /_mock/faults", "PUT /_mock/state", "POST /_mock/reset"])(
  "%s has a limit to its body",
  (line) => {
    const mock = createMock();
    const [method = "", target = ""] = line.split(" ");
    const limit = bodyLimitOf(method, target);
    expect(callMock(mock, line, { body: text(limit, " ") }).status).not.toBe(413);
    expect(callMock(mock, line, { body: text(limit + 1, " ") })).toMatchObject(errorAnswer(413));
  },
);

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
