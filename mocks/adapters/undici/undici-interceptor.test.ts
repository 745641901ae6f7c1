import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import {
  Agent,
  Client,
  getGlobalDispatcher,
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
import { runSuite } from "../../../conformance/run-suite.ts";
import { createFetchTarget } from "../../../conformance/targets/fetch-target.ts";
import { createMock } from "../../mock.ts";
import { defaultApiKey } from "../../mock-options.ts";
import { ordersFromMock } from "../../testing/handle-target.ts";
import { createInterceptor, type InterceptorOptions } from "./undici-interceptor.ts";

const baseUrl = "https://api.shop.test/v1";
const orders = `${baseUrl}/store/orders`;
const headers = { authorization: "Bearer mock-key" };

const mocked = (options: Partial<InterceptorOptions> = {}) =>
  new Agent().compose(createInterceptor({ baseUrl, fixtures: "magic", ...options }));

const idsIn = (body: string) => (parseJson(body) as { id: bigint }[]).map(({ id }) => id);

describe("requests of the undici package", () => {
  test("list, cancel, refuse: as the service would", async () => {
    const dispatcher = mocked();
    const cancel = async (id: bigint) => {
      const answer = await request(`${orders}/${id}`, { method: "DELETE", headers, dispatcher });
      return { status: answer.statusCode, body: await answer.body.text() };
    };
    const listed = await request(orders, { headers, dispatcher });
    expect(listed).toMatchObject({ statusCode: 200, statusText: "OK" });
    expect(listed.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(idsIn(await listed.body.text())).toContain(204n);
    expect(await cancel(204n)).toEqual({ status: 204, body: "" });
    expect((await cancel(204n)).status).toBe(404);
    expect((await cancel(409n)).status).toBe(409);
    expect((await request(orders, { dispatcher })).statusCode).toBe(401);
    expect((await request(orders, { method: "HEAD", headers, dispatcher })).statusCode).toBe(200);
    expect((await request(baseUrl, { headers, dispatcher })).statusCode).toBe(404);
  });

  test.each([
    ["names and values by turns", ["Authorization", "Bearer mock-key"]],
    ["pairs", new Map([["AUTHORIZATION", "Bearer mock-key"]])],
    ["an array as the value", { Authorization: ["Bearer mock-key"] }],
  ])("carry their headers as %s", async (_, given) => {
    expect((await request(orders, { headers: given, dispatcher: mocked() })).statusCode).toBe(200);
  });

  test("with two Authorization headers are refused", async () => {
    const given = ["authorization", "Bearer mock-key", "authorization", "Bearer mock-key"];
    expect((await request(orders, { headers: given, dispatcher: mocked() })).statusCode).toBe(401);
  });

  test("carry their query", async () => {
    const dispatcher = mocked({ profile: { unknownQuery: "refused" } });
    const answer = await request(orders, { headers, query: { limit: 1 }, dispatcher });
    expect(answer.statusCode).toBe(400);
  });

  test("go through a Client and a Pool, too", async () => {
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

  test("may stream the answer, and pipe it", async () => {
    const dispatcher = mocked({ orders: 3000, fixtures: undefined as never });
    const sink = new PassThrough();
    const streamed = text(sink);
    await stream(orders, { method: "GET", headers, dispatcher }, () => sink);
    expect(idsIn(await streamed)).toHaveLength(3000);
    const pipe = undiciPipeline(orders, { method: "GET", headers, dispatcher }, ({ body }) => body);
    pipe.end();
    expect(idsIn(await text(pipe))).toHaveLength(3000);
  });

  test("keep the order of a slow reader's bytes", async () => {
    const dispatcher = mocked({ orders: 3000, fixtures: undefined as never });
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

  test("for other addresses go on to the dispatcher", async () => {
    const server = createServer((_request, response) => void response.writeHead(418).end()).listen(0);
    await once(server, "listening");
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const agent = new Agent();
    const dispatcher = agent.compose(createInterceptor({ baseUrl: `${origin}/v1`, control: false }));
    for (const path of ["/", "/v10/store/orders", "/store/orders", "/_mock/health"])
      expect((await request(origin + path, { dispatcher })).statusCode).toBe(418);
    expect((await request(`${origin}/v1/store/orders`, { dispatcher })).statusCode).toBe(401);
    await agent.close();
    server.close();
  });

  test("are refused at once where the base address is none", () => {
    expect(() => createInterceptor({ baseUrl: "/v1" })).toThrow(BadInput);
  });
});

describe("fetch", () => {
  test("of the package answers from the mock, by its dispatcher", async () => {
    const dispatcher = mocked();
    const listed = await undiciFetch(orders, { headers, dispatcher });
    expect(idsIn(await listed.text())).toContain(204n);
    const cancelled = await undiciFetch(`${orders}/204`, { method: "DELETE", headers, dispatcher });
    expect([cancelled.status, await cancelled.text()]).toEqual([204, ""]);
    const url = "https://api.shop.test/_mock/reset";
    const reset = await undiciFetch(url, { method: "POST", body: '{"fixtures":"empty"}', dispatcher });
    expect(await reset.json()).toMatchObject({ orders: 0 });
  });

  test("of Node does so, too, although it brings a handler of the old kind", async () => {
    const init = { headers, dispatcher: mocked() } as RequestInit;
    expect(idsIn(await (await fetch(orders, init)).text())).toContain(204n);
    expect((await fetch(`${orders}/204`, { ...init, method: "DELETE" })).status).toBe(204);
    expect((await fetch(`${orders}/204`, { ...init, method: "DELETE" })).status).toBe(404);
    await expect(
      fetch(orders, { ...init, headers: { ...headers, prefer: "wait=60" }, signal: AbortSignal.timeout(20) }),
    ).rejects.toThrow(/timeout/);
  });
});

test("as the global dispatcher it answers every client without one of its own", async () => {
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

test("the suite finds the whole document kept, through undici", async () => {
  const mock = createMock();
  const dispatcher = mocked({ mock });
  const target = createFetchTarget({
    baseUrl,
    apiKey: defaultApiKey,
    arrange: ordersFromMock(mock),
    fetch: (url, init) => undiciFetch(url, { ...init, dispatcher } as never) as never,
  });
  const { verdict, results } = await runSuite(target);
  expect(results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  expect(verdict).toBe("conformant");
});

test("its port answers nobody who does not come by the interceptor", async () => {
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
