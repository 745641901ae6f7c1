import { expect, test } from "vitest";
import { startMockServer } from "../adapters/server/mock-server.ts";
import { startMockProcess } from "../testing/mock-process.ts";

/** Large bodies over a port: their limits, and the memory of those that are refused. */
const deep = "JSON is nested deeper than 500 levels";
const many = "JSON has more than 666667 values";

test("a body of 9 MB that is nested deep or has many values is refused with little memory", async () => {
  await using mock = await startMockProcess();
  for (const [start, piece, fact] of [
    ["", "[", deep],
    ["", '{"a":', deep],
    ["[", "1e18,", many],
    ["[", "{},", many],
    ["[", '"",', many],
  ] as const) {
    const body = start + piece.repeat(9_000_000 / piece.length);
    const answer = await fetch(`http://127.0.0.1:${mock.port}/_mock/reset`, { method: "POST", body });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { message: `Cannot read the request body: ${fact}.` },
    ]);
  }
  expect((await mock.cost()).peak).toBeLessThan(250 * 2 ** 20);
});

test.each([1000, undefined])("a body ends at its limit, which can be set: %s", async (controlBodyLimit) => {
  await using server = await startMockServer({ controlBodyLimit });
  const limit = controlBodyLimit ?? 10_000_000;
  // White space costs nothing to read.
  const call = async (line: string, length: number, json = "") => {
    const [method = "", path = ""] = line.split(" ");
    const url = server.baseUrl.replace("/v1", `/_mock/${path}`);
    const answer = await fetch(url, { method, body: json + " ".repeat(length - json.length) });
    return [answer.status, (await answer.text()).includes("--control-body-limit")];
  };
  const isShort = limit < 65_536;
  expect(await call("POST reset", limit, '{"orders":3}')).toEqual([200, false]);
  expect(await call("POST reset", limit + 1)).toEqual([413, !isShort]);
  expect(await call("PUT state", limit / 10 + 1)).toEqual([isShort ? 400 : 413, !isShort]);
  expect(await call("PUT faults", 65_537)).toEqual([413, false]);
});
