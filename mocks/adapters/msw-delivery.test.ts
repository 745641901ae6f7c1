import { request } from "node:http";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { FaultRule } from "../faults/fault-rule.ts";
import { createMock } from "../mock.ts";
import { createHandlers } from "./msw.ts";

const mock = createMock({ fixtures: "magic" });
const server = setupServer(...createHandlers({ mock }));
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const origin = "http://api.shop.test";
const orders = `${origin}/v1/store/orders`;
const headers = { authorization: "Bearer mock-key" };
const fail = (fault: FaultRule) => mock.control.setFaults([fault]);
const statusOf = (wanted: bigint) => mock.control.orders().find(({ id }) => id === wanted)?.status;

describe("a fault through MSW in Node", () => {
  test("that resets the connection is a network error, after the effect", async () => {
    fail({ fault: "reset-after" });
    await expect(fetch(`${orders}/204`, { method: "DELETE", headers })).rejects.toThrow(TypeError);
    expect(statusOf(204n)).toBe("cancelled");
    fail({ fault: "reset-before" });
    await expect(fetch(`${orders}/2`, { method: "DELETE", headers })).rejects.toThrow(TypeError);
    expect(statusOf(2n)).toBe("pending");
  });

  test("that cuts the body gives the head and a part of it", async () => {
    fail({ fault: "cut-body" });
    const answer = await fetch(orders, { headers });
    expect(answer.status).toBe(200);
    const reader = answer.body!.getReader();
    expect((await reader.read()).value!.length).toBeGreaterThan(0);
    await expect(reader.read()).rejects.toThrow(TypeError);
  });

  test("that cuts an answer without a body is a network error", async () => {
    fail({ fault: "cut-body" });
    await expect(fetch(`${orders}/204`, { method: "DELETE", headers })).rejects.toThrow(TypeError);
  });

  test("that hangs ends with the caller's patience", async () => {
    fail({ fault: "hang" });
    const signal = AbortSignal.timeout(30);
    await expect(fetch(orders, { headers, signal })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("that delays lets the time pass", async () => {
    fail({ fault: "delay", ms: 40 });
    expect((await fetch(orders, { headers })).status).toBe(200);
    const signal = AbortSignal.timeout(5);
    await expect(fetch(orders, { headers, signal })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("reaches node:http, too", async () => {
    fail({ fault: "reset-before" });
    const error = await new Promise(
      (resolve) => void request(orders, { headers }).on("error", resolve).end(),
    );
    expect(error).toBeInstanceOf(Error);
  });
});

test("the events of the control plane come as they happen, until the reader goes", async () => {
  const abort = new AbortController();
  const { body } = await fetch(`${origin}/_mock/events`, { signal: abort.signal });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  const seen = async (event: string) => {
    let text = "";
    while (!text.includes(`event: ${event}\n`)) text += (await reader.read()).value;
    return text;
  };
  const ordersEvent = seen("orders");
  mock.control.ship(204n);
  await ordersEvent;
  const exchange = seen("exchange");
  await fetch(orders, { headers });
  expect(await exchange).toContain("/v1/store/orders");
  abort.abort();
  await expect(reader.read()).rejects.toThrow(/abort/);
  mock.control.ship(1n);
});
