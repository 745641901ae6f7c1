import { describe, expect, test } from "vitest";
import { BadInput } from "../base/bad-input.ts";
import { createHandlers } from "./adapters/msw.ts";
import { startMockServer } from "./adapters/server/mock-server.ts";
import { createInterceptor } from "./adapters/undici/undici-interceptor.ts";
import { createMock } from "./mock.ts";

/** The message of the refusal; options come without types, as from JavaScript. */
function refusalOf(options: unknown, create: (options: never) => unknown = createMock): string {
  try {
    create(options as never);
  } catch (error) {
    expect(error).toBeInstanceOf(BadInput);
    return (error as Error).message;
  }
  throw new Error("The options were taken.");
}

describe("an option that cannot be used is named, with the values that it may have and its own", () => {
  const integer = "it must be an integer from 0 to";
  test.each([
    [[], "options: it must be an object, got []."],
    [null, "options: it must be an object, got null."],
    [{ order: 5 }, "order: there is no such member in options. Did you mean orders?"],
    [{ apiKeys: [] }, 'apiKeys: it must be an array with at least one key, as in ["mock-key"], got [].'],
    [
      { fixtures: "orders.json" },
      'Cannot start from scenario "orders.json": there is no such scenario. Give the orders of a file as parsed JSON.',
    ],
    [{ apiKeys: ["a", ""] }, "apiKeys[1]: it must be a text of visible ASCII characters without spaces."],
    [{ apiKeys: ["s p a c e"] }, "apiKeys[0]: it must be a text of visible ASCII characters without spaces."],
    [{ orders: -1 }, `orders: ${integer} 1000000, got -1.`],
    [{ orders: 1e9 }, `orders: ${integer} 1000000, got 1000000000.`],
    [{ seed: 1.5 }, `seed: ${integer} 4294967295, got 1.5.`],
    [{ seed: Number.NaN }, `seed: ${integer} 4294967295, got NaN.`],
    [{ dates: "today" }, 'dates: it must be "fixed" or "relative", got "today".'],
    [
      { fixtures: "magik" },
      'Cannot start from scenario "magik": there is no such scenario. Did you mean magic?',
    ],
    [{ fixtures: 5 }, "Cannot read fixtures in the options: they must be an array of orders, got 5."],
    [{ profile: "ters" }, 'profile "ters": there is no such profile. Did you mean terse?'],
    [
      { profile: { conflictBody: "xml" } },
      'the profile: conflictBody must be one of "none", "error", "json", "text", got "xml".',
    ],
    [
      { faults: [{ fault: "delay" }] },
      "faults[0].ms: it must be milliseconds from 0 to 600000, or a range, [100, 500], got nothing.",
    ],
    [{ shipAfter: -1 }, "shipAfter: it must be a number of seconds from 0 to 1000000, got -1."],
    [{ journalLength: 0.5 }, `journalLength: ${integer} 1000000, got 0.5.`],
    [{ maxWorlds: 0 }, "maxWorlds: it must be an integer from 1 to 1000000, got 0."],
    [
      { allowOrigins: "*" },
      'allowOrigins: it must be an array of origins, as in ["https://shop.test"], got "*".',
    ],
    [
      { allowOrigins: ["https://shop.test/a"] },
      'allowOrigins[0]: it must be an origin, as in https://shop.test, without a path, got "https://shop.test/a".',
    ],
    [{ now: 0 }, "now: it must be a function that gives milliseconds since 1970, got 0."],
  ])("%j", (options, message) => {
    expect(refusalOf(options)).toBe(message.startsWith("Cannot") ? message : `Cannot use ${message}`);
  });

  test("in every adapter, which also checks its own options", async () => {
    expect(refusalOf({ seed: 1.5 }, createHandlers)).toContain("Cannot use seed");
    expect(refusalOf({ baseURL: "/v1" }, createHandlers)).toContain("Did you mean baseUrl?");
    expect(refusalOf({ resets: "all" }, createHandlers)).toContain(
      'Cannot use resets: it must be "every world"',
    );
    const beside = "Cannot use fixtures beside mock: it is an option of a new mock. Give it to createMock.";
    const both = { mock: createMock(), fixtures: "magic", baseUrl: "http://a.test/v1" };
    for (const create of [createHandlers, createInterceptor]) expect(refusalOf(both, create)).toBe(beside);
    expect(createHandlers({ mock: both.mock, fixtures: undefined })).toHaveLength(1);
    for (const baseUrl of ["api.shop.test/v1", "localhost:4010/v1", "http:/x", ""])
      expect(refusalOf({ baseUrl }, createHandlers)).toContain("as in https://api.shop.test/v1");
    expect(refusalOf({ baseUrl: "api.test" }, createInterceptor)).toContain("it must be an absolute URL");
    expect(refusalOf({}, createInterceptor)).toContain("Cannot use baseUrl: it must be an absolute URL");
    expect(refusalOf({ baseUrl: "http://a.test", apiKeys: "k" }, createInterceptor)).toContain("apiKeys");
    await expect(startMockServer({ prot: 1 } as never)).rejects.toThrow("Did you mean port?");
    await expect(startMockServer({ port: 70_000 })).rejects.toThrow("Cannot use port: it must be an integer");
    await expect(startMockServer({ host: "" })).rejects.toThrow("Cannot use host");
    await expect(startMockServer({ controlToken: "a b" })).rejects.toThrow("Cannot use controlToken");
  });

  test("a refused key is not in the message", () => {
    expect(refusalOf({ apiKeys: ["s3cret key"] })).not.toContain("s3cret");
  });
});

describe("fixtures in code are read as those of a file", () => {
  test("with ids that are exact numbers, and pending where there is no status", () => {
    const mock = createMock({
      fixtures: [
        { id: 1, petId: 2, quantity: 3n },
        { id: 9007199254740993n, status: "shipped" },
      ],
    });
    expect(mock.control.orders()).toEqual([
      { id: 1n, petId: 2n, quantity: 3n, status: "pending" },
      { id: 9007199254740993n, status: "shipped" },
    ]);
  });

  test("as imported from JSON", () => {
    const json: { id: number; shipDate: string; status: string; tags: string[] }[] = JSON.parse(
      '[{"id": 7, "shipDate": "2026-02-03T10:30:00Z", "status": "shipped", "tags": ["a"]}]',
    );
    expect(createMock({ fixtures: json }).control.orders()).toEqual([{ ...json[0], id: 7n }]);
  });

  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  test.each([
    [
      [{ id: 2 ** 53 }],
      "[0].id must be an integer of at most 64 bits (int64), got 9007199254740992. A number is exact up to 2^53 only: write it as a bigint, or in a file.",
    ],
    [[{ id: 1, shipDate: new Date(0) }], "[0].shipDate must be a date-time"],
    [[{ id: 1, made: new Date(0) }], "[0].made must be a JSON value, got an object of the class Date."],
    [[{ id: 1, weight: Number.NaN }], "[0].weight must be a JSON value, got NaN."],
    [[{ id: 1, f: () => 1 }], "[0].f must be a JSON value, got a function."],
    [[{ id: 1, cyclic }], "[0].cyclic must be a JSON value, got more than 100 levels of it."],
  ])("%# is refused", (fixtures, fact) => {
    expect(refusalOf({ fixtures })).toContain(`Cannot read fixtures in the options: ${fact}`);
  });
});
