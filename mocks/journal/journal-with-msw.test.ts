import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createHandlers } from "../adapters/msw.ts";
import { createMock } from "../mock.ts";

/** The journal as a test of an application uses it, with MSW in this process. */

const mock = createMock({ fixtures: "magic", apiKeys: ["the-shop-key"] });
const server = setupServer(...createHandlers({ baseUrl: "https://api.shop.test/v1", mock }));
const seen: string[][] = [];

const call = (method: string, path: string) =>
  fetch(`https://api.shop.test/v1${path}`, { method, headers: { authorization: "Bearer the-shop-key" } });

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  seen.push(mock.control.journal().map(({ method, status }) => `${method} ${status}`));
  server.resetHandlers();
});
afterAll(() => server.close());

describe("what the application asked for is in the journal after each test,", () => {
  test("its cancel", async () => {
    await call("DELETE", "/store/orders/204");
    expect(mock.control.journal()).toMatchObject([
      { method: "DELETE", target: "/v1/store/orders/204", status: 204, admitted: true },
    ]);
  });

  test("and in the next test only that test's own", async () => {
    await call("GET", "/store/orders");
    await call("DELETE", "/store/orders/204");
    expect(mock.control.journal()).toMatchObject([
      { id: 1, orders: 7 },
      { id: 2, status: 204 },
    ]);
  });

  test("and nothing where nothing was asked for", () => {
    expect(mock.control.journal()).toEqual([]);
    expect(seen).toEqual([["DELETE 204"], ["GET 200", "DELETE 204"]]);
  });
});

test("its forms are to be had in process, with the application's host and without its key", async () => {
  await call("DELETE", "/store/orders/409");
  expect(mock.control.journalAs("curl")).toContain("https://api.shop.test/v1/store/orders/409");
  expect(mock.control.journalAs("vitest")).toContain("expect(answer.status).toBe(409);");
  expect(JSON.parse(mock.control.journalAs("har")).log.entries).toHaveLength(1);
  for (const format of ["curl", "vitest", "har"] as const)
    expect(mock.control.journalAs(format)).not.toContain("the-shop-key");
});
