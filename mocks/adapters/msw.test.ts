import { createServer, request } from "node:http";
import { HttpResponse, http } from "msw/http";
import { setupServer } from "msw/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseJson } from "../../base/json.ts";
import { startServer } from "../../conformance/testing/raw-server.ts";
import { createMock } from "../mock.ts";
import { listenMsw } from "../testing/listen-msw.ts";
import { createHandlers } from "./msw.ts";

const defaultBase = "https://api.shop.test/v1";

async function call(method: string, path: string, options: { base?: string; key?: string | null } = {}) {
  const { base = defaultBase, key = "mock-key" } = options;
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  const response = await fetch(base + path, { method, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const listed = async (base = defaultBase) =>
  (parseJson((await call("GET", "/store/orders", { base })).text) as { id: bigint }[]).map(({ id }) => id);
const cancel = async (id: number | string, options: { base?: string; key?: string } = {}) =>
  (await call("DELETE", `/store/orders/${id}`, options)).status;
const control = (line: string, body?: object, headers: HeadersInit = {}) => {
  const [method = "", path] = line.split(" ");
  return fetch(`https://api.shop.test/_mock${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
};

describe("handlers in a server of the user's own", () => {
  test("answer every request under the base address, so that none reaches the network", async () => {
    using _server = listenMsw(...createHandlers());
    for (const path of ["", "?x=1", "/_mock/health"]) expect((await call("GET", path)).status).toBe(404);
    const body = "{}".repeat(1e6);
    expect((await fetch(`${defaultBase}/store/orders`, { method: "POST", body })).status).toBe(401);
  });

  test.each(["/v2/store/orders", "/store/orders", "/_mockery", "/a/_mock/health", "/v1x/store/orders"])(
    "leave %s alone",
    async (path) => {
      using _server = listenMsw(...createHandlers());
      expect((await fetch(`https://api.shop.test${path}`)).status).toBe(418);
    },
  );

  test("use the profile, the orders and the keys from their options", async () => {
    const options = { orders: 2, seed: 3, profile: { repeatedCancel: "409" }, apiKeys: ["own"] } as const;
    using _server = listenMsw(...createHandlers(options));
    expect([await cancel(1001), await cancel(1001, { key: "own" })]).toEqual([401, 204]);
    expect([await cancel(1001, { key: "own" }), await cancel(1003, { key: "own" })]).toEqual([409, 404]);
  });

  test("answer node:http, and end its connection where a fault says so", async () => {
    using _server = listenMsw(...createHandlers({ faults: [{ fault: "reset-before" }] }));
    const headers = { authorization: "Bearer mock-key" };
    const error = await new Promise((resolve) => {
      request("http://api.shop.test/v1/store/orders", { headers }).on("error", resolve).end();
    });
    expect(error).toBeInstanceOf(Error);
  });

  test("pass requests for other paths to the real server, and the journal marks them", async () => {
    const real = createServer((asked, response) => void response.end(`real ${asked.url}`));
    const baseUrl = `http://127.0.0.1:${await startServer(real)}/v1`;
    const mock = createMock();
    const server = setupServer(...createHandlers({ baseUrl, mock, fallback: "passthrough" }));
    server.listen();
    onTestFinished(() => server.close());
    expect(await (await fetch(`${baseUrl}/pets/7`)).text()).toBe("real /v1/pets/7");
    expect((await fetch(`${baseUrl}/store/orders`)).status).toBe(401);
    expect(mock.control.journal()).toMatchObject([
      { target: "/v1/pets/7", status: 0, why: "passed through to the real server" },
      { target: "/v1/store/orders", status: 401 },
    ]);
  });
});

describe("resetHandlers()", () => {
  test("restores the orders, the profile, every world and the journal, once", async () => {
    const mock = createMock({ fixtures: "magic" });
    using server = listenMsw(...createHandlers({ mock }));
    const before = await listed();
    let resets = 0;
    mock.control.onEvent(({ event }) => void (event === "reset" && resets++));
    for (const turn of [1, 2]) {
      expect([await cancel(204, { key: "mock-key~ann" }), await cancel(204)]).toEqual([204, 204]);
      mock.control.ship(1n);
      mock.control.setProfile({ ...mock.control.profile(), statusField: "shown" });
      server.resetHandlers();
      expect(resets).toBe(turn);
      expect(mock.control.journal()).toEqual([]);
      expect((await call("GET", "/store/orders")).text).not.toContain("status");
      expect(await listed()).toEqual(before);
      expect(await cancel(1)).toBe(204);
      mock.control.reset({ fixtures: [{ id: 7 }], seed: 9 });
      expect(await listed()).toEqual([7n]);
      server.resetHandlers();
      expect(await listed()).toEqual(before);
      expect(mock.control.health().seed).toBe(1);
      resets = turn;
    }
  });

  test("leaves the worlds of concurrent tests unchanged, where an option says so", async () => {
    using server = listenMsw(...createHandlers({ fixtures: "magic", resets: "start world" }));
    const both = async () => [await cancel(204, { key: "mock-key~ann" }), await cancel(204)];
    expect(await both()).toEqual([204, 204]);
    server.resetHandlers();
    expect(await both()).toEqual([404, 204]);
  });

  test("removes a user's override, which had answered first; adding an override resets nothing", async () => {
    using server = listenMsw(...createHandlers({ fixtures: "magic" }));
    expect(await cancel(204)).toBe(204);
    server.use(http.get("*/v1/store/orders", () => HttpResponse.json({ code: "down" }, { status: 503 })));
    server.listHandlers();
    expect((await call("GET", "/store/orders")).status).toBe(503);
    expect([await cancel(204), await cancel(2)]).toEqual([404, 204]);
    server.resetHandlers();
    expect(await listed()).toEqual(expect.arrayContaining([204n, 2n]));
  });
});

describe("two factories", () => {
  test("do not share their orders", async () => {
    const [east, west] = ["https://east.test/v1", "https://west.test/v1"];
    const handlersOf = (baseUrl: string) => createHandlers({ baseUrl, fixtures: "magic" });
    using server = listenMsw(...handlersOf(east), ...handlersOf(west));
    expect(await cancel(204, { base: east })).toBe(204);
    expect(await listed(east)).not.toContain(204n);
    expect(await listed(west)).toContain(204n);
    server.resetHandlers();
    expect(await listed(east)).toContain(204n);
  });

  test("of one address may be used together: the first one answers, and is reset", async () => {
    using server = listenMsw(...createHandlers({ fixtures: "magic" }), ...createHandlers({ orders: 1 }));
    expect([await cancel(204), await cancel(1001)]).toEqual([204, 404]);
    server.resetHandlers();
    expect(await cancel(204)).toBe(204);
  });
});

describe("the base address", () => {
  test.each([
    "https://api.shop.test/gateway/v1/",
    "https://api.shop.test:8443/shop",
    "https://api.shop.test",
    "http://localhost:3000/v1/v1",
  ])("may be %s, and no other address is answered", async (baseUrl) => {
    using _server = listenMsw(...createHandlers({ baseUrl, fixtures: "magic" }));
    const base = baseUrl.replace(/\/$/, "");
    expect(await listed(base)).toContain(204n);
    expect([await cancel(204, { base }), await cancel("%34%30%39", { base })]).toEqual([204, 409]);
    expect((await call("GET", "/store/orders?limit=1", { base })).status).toBe(200);
    expect((await call("GET", "/nowhere", { base })).text).toContain("/v1/nowhere");
    expect((await fetch(`${new URL(base).origin}/_mock/health`)).status).toBe(200);
    for (const path of ["/v1/store/orders", "/_mock/health"])
      expect((await fetch(`https://elsewhere.test${path}`)).status).toBe(418);
  });

  test("is any host by default, with /v1 at the end of any path", async () => {
    using _server = listenMsw(...createHandlers({ fixtures: "magic" }));
    const bases = ["http://localhost:3000/v1", "https://api.shop.test/gateway/v1", "https://h.test/v10/v1"];
    for (const base of bases) expect(await listed(base)).toContain(204n);
    expect(await cancel(204, { base: bases[0]! })).toBe(204);
    for (const base of bases) expect(await listed(base)).not.toContain(204n);
  });
});

describe("the control plane through the handlers", () => {
  test("trusts a page of any origin, since it runs in the same process", async () => {
    using _server = listenMsw(...createHandlers({ fixtures: "magic" }));
    const page = { origin: "https://shop.test", "sec-fetch-site": "cross-site" };
    const answer = await control("POST /orders/204/ship?world=ann", undefined, page);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://shop.test");
    expect([await cancel(204, { key: "mock-key~ann" }), await cancel(204)]).toEqual([409, 204]);
    expect(await (await control("POST /reset", { fixtures: "empty" })).json()).toMatchObject({ orders: 0 });
  });

  test("asks for the token of a mock that has one", async () => {
    const mock = createMock({ controlAccess: { loopback: false, token: "t" } });
    using _server = listenMsw(...createHandlers({ mock }));
    const status = async (headers: HeadersInit) => (await control("GET /orders", undefined, headers)).status;
    expect([await status({}), await status({ "x-mock-control-token": "t" })]).toEqual([403, 200]);
  });

  test("is absent where an option says so", async () => {
    using _server = listenMsw(...createHandlers({ control: false }));
    expect((await control("GET /health")).status).toBe(418);
  });
});
