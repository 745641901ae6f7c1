import { describe, expect, test } from "vitest";
import { formatJson } from "../../base/json.ts";
import { generateOrders } from "../../fixtures/generate-orders.ts";
import { startMockServer } from "../adapters/server/mock-server.ts";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { shortBodyLimit, usualBodyLimit } from "./guard.ts";

/** Bodies that are made to cost much, or to be kept and then not served: each is answered soon, and the mock goes on. */

const text = (length: number, letter = "x") => letter.repeat(length);
const manyOf = (item: string, length: number) => item.repeat(Math.floor(length / item.length));

/** By what they are, for the bytes they are to have. */
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
  "many empty objects": (length) => `[${manyOf("{},", length - 4)}{}]`,
  "many members": (length) =>
    `{${Array.from({ length: length / 12 }, (_, index) => `"m${index}":1`).join()}}`,
  "deep arrays": (length) => text(length / 2, "[") + text(length / 2, "]"),
  "deep objects": (length) => manyOf('{"a":', length),
  backslashes: (length) => `"${text(length - 2, "\\")}"`,
  blanks: (length) => text(length, " "),
  "no JSON after much of it": (length) => `[${manyOf("1,", length - 2)}`,
  "too many rules": (length) => `[${manyOf('{"fault":"hang"},', length - 20)}{"fault":"hang"}]`,
  "too large": (length) => text(length + 1, "1"),
};

/** What is asked, and the bytes that its body may have. */
const targets: readonly (readonly [line: string, limit: number])[] = [
  ["PUT /_mock/faults", shortBodyLimit],
  ["PUT /_mock/profile", shortBodyLimit],
  ["PUT /_mock/state", usualBodyLimit / 10],
  ["POST /_mock/reset", usualBodyLimit],
  ["PUT /_mock/orders/7", shortBodyLimit],
  ["POST /_mock/provider-states", shortBodyLimit],
];

/** Milliseconds of processor time for 10 MB at once. It is the growth that counts: where it is not linear, one takes minutes. */
const longest = 10_000;

test("none of them takes long, and each is refused", () => {
  const mock = createMock();
  let worst = { ms: 0, name: "" };
  for (const [name, make] of Object.entries(bodies)) {
    for (const [line, limit] of targets) {
      const body = make(limit);
      const before = process.threadCpuUsage();
      const { status } = callMock(mock, line, { body });
      const { user, system } = process.threadCpuUsage(before);
      const ms = (user + system) / 1000;
      if (ms > worst.ms) worst = { ms, name: `${name}, ${line}` };
      // Blanks are a plain reset, and an order may have a field of any name.
      const isFine =
        status === 200 && ((name === "blanks" && line.endsWith("/reset")) || line.includes("orders/7"));
      if (!isFine) expect([line, name, status]).toEqual([line, name, name === "too large" ? 413 : 400]);
    }
  }
  process.stdout.write(`longest control request: ${worst.ms.toFixed(0)} ms (${worst.name})\n`);
  expect(worst.ms).toBeLessThan(longest);
  expect(callMock(mock, "GET /v1/store/orders").status).toBe(200);
}, 120_000);

describe("what is kept can be served again", () => {
  const odd: readonly string[] = [
    `{"deep":${text(90, "[")}${text(90, "]")}}`,
    `{"digits":${text(490, "9")}}`,
    '{"large":1e400,"small":1e-300}',
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
    ['{"large":1e401}', "large"],
    [`{"deep":${text(101, "[")}${text(101, "]")}}`, "deep"],
    ['{"open":', "it is not JSON."],
  ])("%s is refused, and told why", (body, why) => {
    const mock = createMock({ orders: 0 });
    const refused = callMock(mock, "PUT /_mock/orders/7", { body });
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining(why) });
    expect(mock.control.orders()).toEqual([]);
  });
});

describe("over a port", () => {
  test("a body ends at its limit, which can be set", async () => {
    await using server = await startMockServer({ controlBodyLimit: 1000 });
    const call = async (path: string, body: string) =>
      (await fetch(`${server.baseUrl.replace("/v1", "")}/_mock/${path}`, { method: "PUT", body })).status;
    expect([
      await call("faults", "[]"),
      await call("faults", text(1001, " ")),
      await call("faults", text(5_000_000, " ")),
      await call("state", text(1001, " ")),
    ]).toEqual([200, 413, 413, 413]);
  });

  test("100,000 orders of 15 MB are taken where they are allowed", async () => {
    const note = text(40);
    const fixtures = generateOrders(1, 100_000).map((order) => ({ ...order, note }));
    const body = formatJson({ fixtures });
    expect(body.length).toBeGreaterThan(15_000_000);
    const reset = async (baseUrl: string) => {
      const answer = await fetch(`${baseUrl.replace("/v1", "")}/_mock/reset`, { method: "POST", body });
      return { status: answer.status, text: await answer.text() };
    };
    await using usual = await startMockServer();
    expect(await reset(usual.baseUrl)).toMatchObject({
      status: 413,
      text: expect.stringContaining("--control-body-limit"),
    });
    await using large = await startMockServer({ controlBodyLimit: 20_000_000 });
    expect(await reset(large.baseUrl)).toMatchObject({
      status: 200,
      text: expect.stringContaining('"orders":100000'),
    });
  });
});
