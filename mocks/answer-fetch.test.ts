import { expect, test } from "vitest";
import { createMock } from "./mock.ts";

test("the control plane reads a body, and stays closed to other sites and other hosts", async () => {
  const mock = createMock();
  const ask = async (origin: string, more: HeadersInit = {}) => {
    const body = JSON.stringify({ fixtures: "empty" });
    const request = new Request(`${origin}/_mock/reset`, { method: "POST", body, headers: more });
    return (await mock.fetch(request)).status;
  };
  expect(await ask("https://api.shop.test")).toBe(403);
  expect(await ask("http://localhost", { origin: "https://evil.test" })).toBe(403);
  expect(mock.control.orders()).not.toEqual([]);
  expect(await ask("http://localhost")).toBe(200);
  expect(mock.control.orders()).toEqual([]);
});
