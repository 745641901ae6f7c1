import { HttpResponse, http } from "msw/http";
import { setupServer } from "msw/node";
import { describe, expect, test } from "vitest";
import { BadInput } from "../../base/bad-input.ts";
import { parseJson } from "../../base/json.ts";
import { createMock } from "../mock.ts";
import { createHandlers } from "./msw.ts";

// Only one setupServer may listen at a time, so these tests run one after the other, each with its own.

/** What the handlers under test leave alone ends here, not on the network. */
const elsewhere = http.all("*", () => new HttpResponse(null, { status: 418 }));

/** The user's own server, stopped at the end of the test. */
function listen(...handlers: Parameters<typeof setupServer>) {
  const server = setupServer(...handlers, elsewhere);
  server.listen({ onUnhandledFrame: "error" });
  return Object.assign(server, { [Symbol.dispose]: () => server.close() });
}

const usualBase = "https://api.shop.test/v1";

async function call(method: string, path: string, options: { base?: string; key?: string | null } = {}) {
  const { base = usualBase, key = "mock-key" } = options;
  const response = await fetch(base + path, {
    method,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const listed = async (base?: string) => {
  const { status, text } = await call("GET", "/store/orders", base === undefined ? {} : { base });
  expect(status).toBe(200);
  return (parseJson(text) as { id: bigint }[]).map(({ id }) => id);
};
const cancel = async (id: bigint | string, base?: string) =>
  (await call("DELETE", `/store/orders/${id}`, base === undefined ? {} : { base })).status;

describe("handlers in a server of the user's own", () => {
  test("list, cancel, refuse: as the service would", async () => {
    using _server = listen(...createHandlers({ fixtures: "magic" }));
    expect(await listed()).toContain(204n);
    expect(await cancel(204n)).toBe(204);
    expect(await listed()).not.toContain(204n);
    expect(await cancel(204n)).toBe(404);
    expect(await cancel(409n)).toBe(409);
    expect(await cancel(404n)).toBe(404);
    expect(await cancel(9007199254740993n)).toBe(204);
    expect(await cancel("abc")).toBe(404);
  });

  test("answer 401 with an Error and a challenge without a valid key", async () => {
    using _server = listen(...createHandlers({ fixtures: "magic", apiKeys: ["my-key"] }));
    for (const key of [null, "mock-key"]) {
      const { status, headers, text } = await call("DELETE", "/store/orders/204", { key });
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toContain("Bearer");
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(parseJson(text)).toMatchObject({ status: 401n });
    }
    expect((await call("DELETE", "/store/orders/204", { key: "my-key" })).status).toBe(204);
  });

  test("answer everything else under the base address, so that nothing reaches the network", async () => {
    using _server = listen(...createHandlers());
    expect((await call("POST", "/store/orders")).status).toBe(405);
    expect((await call("GET", "/pets/1")).status).toBe(501);
    expect((await call("GET", "/store/orders/1001")).status).toBe(405);
    expect((await call("GET", "/store/orders/")).status).toBe(404);
    expect((await call("HEAD", "/store/orders")).status).toBe(200);
    expect((await call("GET", "")).status).toBe(404);
    expect((await call("GET", "?x=1")).status).toBe(404);
    expect(
      (await fetch(`${usualBase}/store/orders`, { method: "POST", body: "{}".repeat(1e6) })).status,
    ).toBe(401);
    expect((await call("GET", "/_mock/health")).status).toBe(404);
  });

  test("leave other addresses alone", async () => {
    using _server = listen(...createHandlers());
    for (const path of [
      "/v2/store/orders",
      "/store/orders",
      "/_mockery",
      "/a/_mock/health",
      "/v1x/store/orders",
    ])
      expect((await fetch(`https://api.shop.test${path}`)).status).toBe(418);
  });

  test("play the profile and the orders they are given", async () => {
    using _server = listen(...createHandlers({ orders: 2, seed: 3, profile: { repeatedCancel: "409" } }));
    expect(await listed()).toEqual([1001n, 1002n]);
    expect(await cancel(1001n)).toBe(204);
    expect(await cancel(1001n)).toBe(409);
  });

  test("stand before a mock that the test controls", async () => {
    const mock = createMock({ fixtures: "magic" });
    using _server = listen(...createHandlers({ mock }));
    mock.control.ship(204n);
    expect(await cancel(204n)).toBe(409);
    expect(await cancel(2n)).toBe(204);
    expect(mock.control.orders().find(({ id }) => id === 2n)?.status).toBe("cancelled");
  });

  test("are refused at once where an option cannot be used", () => {
    // @ts-expect-error There is no such scenario.
    expect(() => createHandlers({ fixtures: "magik" })).toThrow(BadInput);
  });
});

describe("resetHandlers()", () => {
  test("brings the orders and the profile back", async () => {
    const mock = createMock({ fixtures: "magic" });
    using server = listen(...createHandlers({ mock }));
    const before = await listed();
    expect(await cancel(204n)).toBe(204);
    mock.control.ship(1n);
    mock.control.setProfile({ ...mock.control.profile(), statusField: "shown" });
    server.resetHandlers();
    expect(await listed()).toEqual(before);
    expect((await call("GET", "/store/orders")).text).not.toContain("status");
    expect(await cancel(1n)).toBe(204);
    expect(await cancel(204n)).toBe(204);
  });

  test("goes back to what the mock was started with, also after a start of a test's own", async () => {
    const mock = createMock({ fixtures: "magic" });
    using server = listen(...createHandlers({ mock }));
    const before = await listed();
    mock.control.reset({ fixtures: [{ id: 7 }], seed: 9 });
    expect(await listed()).toEqual([7n]);
    expect(await cancel(7n)).toBe(204);
    server.resetHandlers();
    expect(await listed()).toEqual(before);
    expect(mock.control.health().seed).toBe(1);
  });

  test("takes a user's override away, which had gone first", async () => {
    using server = listen(...createHandlers({ fixtures: "magic" }));
    expect(await cancel(204n)).toBe(204);
    server.use(http.get("*/v1/store/orders", () => HttpResponse.json({ code: "down" }, { status: 503 })));
    expect((await call("GET", "/store/orders")).status).toBe(503);
    expect(await cancel(2n)).toBe(204);
    server.resetHandlers();
    expect(await listed()).toEqual(expect.arrayContaining([204n, 2n]));
  });

  test("leaves the orders alone while nobody calls it", async () => {
    using server = listen(...createHandlers({ fixtures: "magic" }));
    expect(await cancel(204n)).toBe(204);
    server.use(http.get("https://elsewhere.test/", () => HttpResponse.text("")));
    server.listHandlers();
    expect(await cancel(204n)).toBe(404);
  });
});

describe("resetHandlers(), where there are worlds", () => {
  const statusIn = async (world: string) =>
    (await call("DELETE", "/store/orders/204", { key: `mock-key~${world}` })).status;

  test("brings every one of them back, and does so once", async () => {
    const mock = createMock({ fixtures: "magic" });
    using server = listen(...createHandlers({ mock }));
    let resets = 0;
    mock.control.onEvent(({ event }) => void (event === "reset" && resets++));
    for (const turn of [1, 2]) {
      expect([await statusIn("ann"), await cancel(204n)]).toEqual([204, 204]);
      server.resetHandlers();
      expect(resets).toBe(turn);
    }
    expect([await statusIn("ann"), await cancel(204n)]).toEqual([204, 204]);
  });

  test("leaves those of tests that run meanwhile alone, if told so", async () => {
    using server = listen(...createHandlers({ fixtures: "magic", resets: "start world" }));
    expect([await statusIn("ann"), await cancel(204n)]).toEqual([204, 204]);
    server.resetHandlers();
    expect([await statusIn("ann"), await cancel(204n)]).toEqual([404, 204]);
  });
});

describe("two factories", () => {
  const [east, west] = ["https://east.test/v1", "https://west.test/v1"];

  test("do not share their orders", async () => {
    using server = listen(
      ...createHandlers({ baseUrl: east, fixtures: "magic" }),
      ...createHandlers({ baseUrl: west, fixtures: "magic" }),
    );
    expect(await cancel(204n, east)).toBe(204);
    expect(await listed(east)).not.toContain(204n);
    expect(await listed(west)).toContain(204n);
    server.resetHandlers();
    expect(await listed(east)).toContain(204n);
  });

  test("of one address may stand together: the first answers, and a reset reaches it", async () => {
    using server = listen(...createHandlers({ fixtures: "magic" }), ...createHandlers({ orders: 1 }));
    expect(await cancel(204n)).toBe(204);
    expect(await cancel(1001n)).toBe(404);
    server.resetHandlers();
    expect(await cancel(204n)).toBe(204);
  });
});

describe("the base address", () => {
  test.each([
    "https://api.shop.test/gateway/v1",
    "https://api.shop.test/gateway/v1/",
    "https://api.shop.test:8443/v1",
    "https://api.shop.test/shop",
    "https://api.shop.test",
    "https://api.shop.test/",
    "http://localhost:3000/v1/v1",
  ])("may be %s, and only it is answered", async (baseUrl) => {
    using _server = listen(...createHandlers({ baseUrl, fixtures: "magic" }));
    const base = baseUrl.replace(/\/$/, "");
    expect(await listed(base)).toContain(204n);
    expect(await cancel(204n, base)).toBe(204);
    expect(await cancel("%34%30%39", base)).toBe(409);
    expect((await call("GET", "/store/orders?limit=1", { base })).status).toBe(200);
    expect((await call("GET", "/nowhere", { base })).text).toContain("/v1/nowhere");
    expect((await fetch(`${new URL(base).origin}/_mock/health`)).status).toBe(200);
    for (const path of ["/v1/store/orders", "/_mock/health"])
      expect((await fetch(`https://elsewhere.test${path}`)).status).toBe(418);
  });

  test("is any host by default, with /v1 at the end of any path", async () => {
    using _server = listen(...createHandlers({ fixtures: "magic" }));
    const bases = ["http://localhost:3000/v1", "https://api.shop.test/gateway/v1", "https://h.test/v10/v1"];
    for (const base of bases) expect(await listed(base)).toContain(204n);
    expect(await cancel(204n, bases[0])).toBe(204);
    for (const base of bases) expect(await listed(base)).not.toContain(204n);
  });
});
