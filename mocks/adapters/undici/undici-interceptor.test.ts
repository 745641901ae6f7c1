import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import {
  Agent,
  Client,
  errors,
  getGlobalDispatcher,
  request,
  setGlobalDispatcher,
  fetch as undiciFetch,
} from "undici";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../../base/json.ts";
import { startServer } from "../../../conformance/testing/raw-server.ts";
import { createMock } from "../../mock.ts";
import { createInterceptor, type InterceptorOptions } from "./undici-interceptor.ts";

/** Behaviour of undici alone; the tests of all adapters send it the same requests and faults as the others. */

const baseUrl = "https://api.shop.test/v1";
const orders = `${baseUrl}/store/orders`;
const headers = { authorization: "Bearer mock-key" };

const mocked = (options: Partial<InterceptorOptions> = {}) =>
  new Agent().compose(
    createInterceptor({ baseUrl, ...(!options.mock && { fixtures: "magic" }), ...options }),
  );

const idsIn = (body: string) => (parseJson(body) as { id: bigint }[]).map(({ id }) => id);

describe("requests of the undici package", () => {
  test("with two Authorization headers are refused, and a query is seen", async () => {
    const dispatcher = mocked({ profile: { unknownQuery: "refused" } });
    const twice = ["authorization", "Bearer mock-key", "authorization", "Bearer mock-key"];
    expect((await request(orders, { headers: twice, dispatcher })).statusCode).toBe(401);
    expect((await request(orders, { headers, query: { limit: 1 }, dispatcher })).statusCode).toBe(400);
  });

  test("may be sent through a Client", async () => {
    const composed = new Client(baseUrl.slice(0, -3)).compose(createInterceptor({ baseUrl }));
    // Undici 6 and 7 leave the dispatcher in the options of a request.
    const options = { path: "/v1/store/orders", method: "GET", headers, dispatcher: composed } as const;
    const { statusCode, statusText, body } = await composed.request(options);
    expect([statusCode, statusText]).toEqual([200, "OK"]);
    expect(idsIn(await body.text())).toHaveLength(25);
  });

  test("carry a body to the control plane, and one to the API that is not read", async () => {
    const mock = createMock();
    const dispatcher = mocked({ mock });
    const body = JSON.stringify({ orders: 2 });
    const reset = await request("https://api.shop.test/_mock/reset", { method: "POST", body, dispatcher });
    expect(reset.statusCode).toBe(200);
    expect(mock.control.orders()).toHaveLength(2);
    expect((await request(orders, { method: "POST", headers, body, dispatcher })).statusCode).toBe(405);
  });

  test("for other addresses are passed to the dispatcher", async () => {
    const server = createServer((_request, response) => void response.writeHead(418).end());
    const origin = `http://127.0.0.1:${await startServer(server)}`;
    const dispatcher = new Agent().compose(createInterceptor({ baseUrl: `${origin}/v1`, control: false }));
    for (const path of ["/", "/v10/store/orders", "/store/orders", "/_mock/health"])
      expect((await request(origin + path, { dispatcher })).statusCode).toBe(418);
    expect((await request(`${origin}/v1/store/orders`, { dispatcher })).statusCode).toBe(401);
  });
});

test("fetch of Node is answered, too, although it has a handler of the old interface", async () => {
  const init = { headers, dispatcher: mocked() } as RequestInit;
  expect(idsIn(await (await fetch(orders, init)).text())).toContain(204n);
  expect((await fetch(`${orders}/204`, { ...init, method: "DELETE" })).status).toBe(204);
  const slow = { ...init, dispatcher: mocked({ faults: [{ fault: "delay", ms: 60_000 }] }) };
  await expect(fetch(orders, { ...slow, signal: AbortSignal.timeout(20) })).rejects.toThrow(/timeout/);
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

test("a lost answer is an ECONNRESET, and a missing one ends with undici's own timeout", async () => {
  const lost = mocked({ faults: [{ fault: "reset-after" }] });
  await expect(request(orders, { headers, dispatcher: lost })).rejects.toMatchObject({ code: "ECONNRESET" });
  const missing = mocked({ faults: [{ fault: "hang" }] });
  const call = request(orders, { headers, dispatcher: missing, headersTimeout: 5 });
  await expect(call).rejects.toBeInstanceOf(errors.HeadersTimeoutError);
});
