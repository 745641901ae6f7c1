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

test("fetch takes an address and its options, as the platform's fetch does", async () => {
  const { fetch } = createMock({ orders: 1 });
  const headers = { authorization: "Bearer mock-key" };
  const url = new URL("http://localhost/v1/store/orders/1001");
  expect((await fetch(`${url}`, { method: "DELETE", headers })).status).toBe(204);
  expect((await fetch(url, { headers })).status).toBe(405);
  const get = new Request(url, { headers });
  expect((await fetch(get, { method: "DELETE" })).status).toBe(404);
  const signal = AbortSignal.abort(new Error("not now"));
  await expect(fetch(url, { signal })).rejects.toThrow("not now");
  await expect(fetch(new Request(url, { signal }))).rejects.toThrow("not now");
});
