import { expect, test } from "vitest";
import { formatJson } from "../../base/json.ts";
import { generateOrders } from "../../fixtures/generate-orders.ts";
import { type MockServer, startMockServer } from "../adapters/server/mock-server.ts";
import { startMockProcess } from "../testing/mock-process.ts";

/** Large bodies over a port: their limits, and the memory of those that are refused. */

const text = (length: number) => " ".repeat(length);

const deep = "JSON is nested deeper than 500 levels";
const many = "JSON has more than 666667 values";
test.each([
  ["[", 9_000_000, deep],
  ['{"a":', 9_000_000, deep],
  ["1e18,", 9_600_000, many],
  ["{},", 9_600_000, many],
  ['"",', 9_600_000, many],
])("a body of many %s is refused with little memory", async (piece, length, fact) => {
  await using mock = await startMockProcess();
  const start = /^[[{]./.test(piece) && fact === deep ? "" : "[";
  const address = `http://127.0.0.1:${mock.port}/_mock/reset`;
  const answer = await fetch(address, { method: "POST", body: start + piece.repeat(length / piece.length) });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { code: "bad_request", message: `Cannot read the request body: ${fact}.`, status: 400 },
  ]);
  expect((await mock.cost()).peak).toBeLessThan(250 * 2 ** 20);
});

test("a body ends at its limit, which can be set", async () => {
  await using server = await startMockServer({ controlBodyLimit: 1000 });
  const call = async (path: string, body: string) =>
    (await fetch(`${server.baseUrl.replace("/v1", "")}/_mock/${path}`, { method: "PUT", body })).status;
  expect([
    await call("faults", "[]"),
    await call("faults", text(1001)),
    await call("faults", text(5_000_000)),
    await call("state", text(1001)),
  ]).toEqual([200, 413, 413, 413]);
});

test("more than the usual 10 MB are taken where they are allowed", async () => {
  // White space costs nothing to read.
  const body = formatJson({ fixtures: generateOrders(1, 1000) }) + text(11_000_000);
  const reset = async ({ baseUrl }: MockServer) => {
    const answer = await fetch(`${baseUrl.replace("/v1", "")}/_mock/reset`, { method: "POST", body });
    return { status: answer.status, text: await answer.text() };
  };
  await using usual = await startMockServer();
  const refused = { status: 413, text: expect.stringContaining("--control-body-limit") };
  expect(await reset(usual)).toMatchObject(refused);
  await using large = await startMockServer({ controlBodyLimit: 20_000_000 });
  expect(await reset(large)).toMatchObject({
    status: 200,
    text: expect.stringContaining('"orders":1000,'),
  });
});
