import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import {
  Agent,
  Client,
  errors,
  getGlobalDispatcher,
  interceptors,
  Pool,
  request,
  setGlobalDispatcher,
  stream,
  fetch as undiciFetch,
  pipeline as undiciPipeline,
} from "undici";
import { describe, expect, test } from "vitest";
import { BadInput } from "../../../base/bad-input.ts";
import { parseJson } from "../../../base/json.ts";
import { startServer } from "../../../conformance/testing/raw-server.ts";
import type { FaultRule } from "../../faults/fault-rule.ts";
import { createMock } from "../../mock.ts";
import { createInterceptor, type InterceptorOptions } from "./undici-interceptor.ts";

const baseUrl = "https://api.shop.test/v1";
const orders = `${baseUrl}/store/orders`;
const headers = { authorization: "Bearer mock-key" };

const mocked = (options: Partial<InterceptorOptions> = {}) =>
  new Agent().compose(createInterceptor({ baseUrl, fixtures: "magic", ...options }));

const idsIn = (body: string) => (parseJson(body) as { id: bigint }[]).map(({ id }) => id);

describe("requests of the undici package", () => {
  test("get the list, with its status text", async () => {
    const dispatcher = mocked();
    const listed = await request(orders, { headers, dispatcher });
    expect(listed).toMatchObject({ statusCode: 200, statusText: "OK" });
    expect(listed.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(idsIn(await listed.body.text())).toContain(204n);
  });

  const twice = ["authorization", "Bearer mock-key", "authorization", "Bearer mock-key"];
  test.each([
    ["headers as names and values by turns", { headers: ["Authorization", "Bearer mock-key"] }, 200],
    ["headers as pairs", { headers: new Map([["AUTHORIZATION", "Bearer mock-key"]]) }, 200],
    ["a header's value as an array", { headers: { Authorization: ["Bearer mock-key"] } }, 200],
    ["two Authorization headers, which are refused", { headers: twice }, 401],
    ["a query", { headers, query: { limit: 1 } }, 400],
  ])("carry %s", async (_, options, status) => {
    const dispatcher = mocked({ profile: { unknownQuery: "refused" } });
    expect((await request(orders, { ...options, dispatcher })).statusCode).toBe(status);
  });

  test("may be sent through a Client or a Pool", async () => {
    const intercept = createInterceptor({ baseUrl });
    for (const dispatcher of [new Client(baseUrl.slice(0, -3)), new Pool(baseUrl.slice(0, -3))]) {
      const composed = dispatcher.compose(intercept);
      // Undici 6 and 7 leave the dispatcher in the options of a request.
      const options = { path: "/v1/store/orders", method: "GET", headers, dispatcher: composed } as const;
      const answer = await composed.request(options);
      expect(answer.statusCode).toBe(200);
      expect(idsIn(await answer.body.text())).toHaveLength(25);
    }
  });

  test("may stream the answer, pipe it, and read it slowly: its bytes come in order", async () => {
    const dispatcher = mocked({ orders: 3000, fixtures: undefined as never });
    const sink = new PassThrough();
    const streamed = text(sink);
    await stream(orders, { method: "GET", headers, dispatcher }, () => sink);
    expect(idsIn(await streamed)).toHaveLength(3000);
    const pipe = undiciPipeline(orders, { method: "GET", headers, dispatcher }, ({ body }) => body);
    pipe.end();
    expect(idsIn(await text(pipe))).toHaveLength(3000);
    const { body } = await request(orders, { headers, dispatcher, highWaterMark: 1024 });
    const slow = new PassThrough({ highWaterMark: 100 });
    const [all] = await Promise.all([buffer(slow), pipeline(body, slow)]);
    expect(idsIn(all.toString())).toHaveLength(3000);
  });

  test("send bodies of every kind to the control plane", async () => {
    const reset = JSON.stringify({ orders: 2 });
    const bodies = [reset, Buffer.from(reset), Readable.from([reset.slice(0, 3), reset.slice(3)]), [reset]];
    for (const body of bodies) {
      const mock = createMock();
      const dispatcher = mocked({ mock });
      const url = "https://api.shop.test/_mock/reset";
      const answer = await request(url, { method: "POST", body: body as string, dispatcher });
      expect(answer.statusCode).toBe(200);
      expect(mock.control.orders()).toHaveLength(2);
    }
    expect(
      (await request(orders, { method: "POST", headers, body: "{}", dispatcher: mocked() })).statusCode,
    ).toBe(405);
  });

  test("for other addresses are passed to the dispatcher", async () => {
    const server = createServer((_request, response) => void response.writeHead(418).end());
    const origin = `http://127.0.0.1:${await startServer(server)}`;
    const dispatcher = new Agent().compose(createInterceptor({ baseUrl: `${origin}/v1`, control: false }));
    for (const path of ["/", "/v10/store/orders", "/store/orders", "/_mock/health"])
      expect((await request(origin + path, { dispatcher })).statusCode).toBe(418);
    expect((await request(`${origin}/v1/store/orders`, { dispatcher })).statusCode).toBe(401);
  });

  test("are refused where the base address is not a URL", () => {
    expect(() => createInterceptor({ baseUrl: "/v1" })).toThrow(BadInput);
  });
});

describe("fetch", () => {
  test("of Node is answered, too, although it has a handler of the old interface", async () => {
    const init = { headers, dispatcher: mocked() } as RequestInit;
    expect(idsIn(await (await fetch(orders, init)).text())).toContain(204n);
    expect((await fetch(`${orders}/204`, { ...init, method: "DELETE" })).status).toBe(204);
    expect((await fetch(`${orders}/204`, { ...init, method: "DELETE" })).status).toBe(404);
    const slow = { ...init, dispatcher: mocked({ faults: [{ fault: "delay", ms: 60_000 }] }) };
    await expect(fetch(orders, { ...slow, signal: AbortSignal.timeout(20) })).rejects.toThrow(/timeout/);
  });
});

test("as the global dispatcher it answers every client that has no dispatcher of its own", async () => {
  const before = getGlobalDispatcher();
  setGlobalDispatcher(mocked());
  try {
    expect((await request(`${orders}/204`, { method: "DELETE", headers })).statusCode).toBe(204);
    expect((await undiciFetch(`${orders}/204`, { method: "DELETE", headers })).status).toBe(404);
    expect((await fetch(`${orders}/409`, { method: "DELETE", headers })).status).toBe(409);
  } finally {
    setGlobalDispatcher(before);
  }
});

test("its port answers only calls from the interceptor", async () => {
  const ports: number[] = [];
  const seen = (message: unknown) =>
    ports.push((message as { socket: { remotePort: number } }).socket.remotePort);
  subscribe("undici:client:connected", seen);
  const { body } = await request(orders, { headers, dispatcher: mocked() });
  await body.dump();
  unsubscribe("undici:client:connected", seen);
  await expect(request(`http://127.0.0.1:${ports[0]}/v1/store/orders`, { headers })).rejects.toThrow(
    "other side closed",
  );
});

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
