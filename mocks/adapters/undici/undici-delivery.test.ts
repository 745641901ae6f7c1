import type { Readable } from "node:stream";
import { Agent, errors, interceptors, request, fetch as undiciFetch } from "undici";
import { describe, expect, test } from "vitest";
import type { FaultRule } from "../../faults/fault-rule.ts";
import { createMock } from "../../mock.ts";
import { createInterceptor, type InterceptorOptions } from "./undici-interceptor.ts";

const baseUrl = "https://api.shop.test/v1";
const orders = `${baseUrl}/store/orders`;
const headers = { authorization: "Bearer mock-key" };

const mocked = (options: Partial<InterceptorOptions> = {}) =>
  new Agent().compose(createInterceptor({ baseUrl, fixtures: "magic", ...options }));

const failing = (fault: FaultRule) => mocked({ faults: [fault] });

describe("a fault", () => {
  test("that resets the connection is an ECONNRESET, after the effect", async () => {
    const mock = createMock({ fixtures: "magic", faults: [{ fault: "reset-after" }] });
    const dispatcher = mocked({ mock });
    const call = request(`${orders}/204`, { method: "DELETE", headers, dispatcher });
    await expect(call).rejects.toMatchObject({ code: "ECONNRESET" });
    const fetched = undiciFetch(orders, { headers, dispatcher });
    await expect(fetched).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
  });

  test("that cuts the body gives the head and a part of it", async () => {
    const { statusCode, body } = await request(orders, {
      headers,
      dispatcher: failing({ fault: "cut-body" }),
    });
    expect(statusCode).toBe(200);
    let length = 0;
    const read = async () => {
      for await (const chunk of body) length += (chunk as Buffer).length;
    };
    const error = await read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(errors.SocketError);
    expect(error).toBeInstanceOf(errors.UndiciError);
    expect(length).toBeGreaterThan(0);
  });

  test.each<FaultRule>([{ fault: "hang" }, { fault: "delay", ms: 10_000 }])(
    "$fault ends with undici's own timeout for the head",
    async (rule) => {
      const call = request(orders, { headers, dispatcher: failing(rule), headersTimeout: 5 });
      await expect(call).rejects.toBeInstanceOf(errors.HeadersTimeoutError);
    },
  );

  test("is repeated by undici's own retries", async () => {
    const unavailable = failing({ fault: "status", status: 503, times: 1 });
    const dispatcher = unavailable.compose(interceptors.retry({ minTimeout: 1, maxTimeout: 1 }));
    expect((await request(orders, { headers, dispatcher })).statusCode).toBe(200);
  });
});

/** A body that is destroyed before its end says so by an error. */
const destroyed = (body: Readable) =>
  new Promise<void>((resolve) => {
    body
      .on("error", () => {})
      .once("close", resolve)
      .destroy();
  });

describe("a request that is aborted", () => {
  test("before it is sent has no effect", async () => {
    const mock = createMock({ fixtures: "magic" });
    const signal = AbortSignal.abort(new Error("too late"));
    const call = request(`${orders}/204`, {
      method: "DELETE",
      headers,
      signal,
      dispatcher: mocked({ mock }),
    });
    await expect(call).rejects.toThrow("too late");
    expect(mock.control.orders().find(({ id }) => id === 204n)?.status).toBe("pending");
  });

  test("in the middle of the answer gets no further bytes", async () => {
    const dispatcher = mocked({ orders: 3000, fixtures: undefined as never });
    const { body } = await request(orders, { headers, dispatcher, highWaterMark: 1 });
    await destroyed(body);
    const abort = new AbortController();
    const answer = await undiciFetch(orders, { headers, dispatcher, signal: abort.signal });
    abort.abort();
    await expect(answer.text()).rejects.toThrow(/abort/i);
  });
});
