import { HttpResponse, http } from "msw/http";
import { setupServer } from "msw/node";
import { describe, expect, test } from "vitest";
import type { ScenarioName } from "../../fixtures/scenarios.ts";
import { createMock } from "../mock.ts";
import { createHandlers } from "./msw.ts";

const elsewhere = http.all("*", () => new HttpResponse(null, { status: 418 }));

function listen(...handlers: Parameters<typeof setupServer>) {
  const server = setupServer(...handlers, elsewhere);
  server.listen({ onUnhandledFrame: "error" });
  return Object.assign(server, { [Symbol.dispose]: () => server.close() });
}

const origin = "https://api.shop.test";
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const cancel = async (id: number, key = "mock-key") =>
  (await fetch(`${origin}/v1/store/orders/${id}`, { method: "DELETE", ...bearer(key) })).status;
const control = (method: string, path: string, body?: object) =>
  fetch(`${origin}/_mock${path}`, { method, ...(body && { body: JSON.stringify(body) }) });

describe("the control plane through the handlers", () => {
  test("ships, resets and shows, whatever the name of the host", async () => {
    using _server = listen(...createHandlers({ baseUrl: `${origin}/v1`, fixtures: "magic" }));
    expect((await control("POST", "/orders/204/ship")).status).toBe(200);
    expect(await cancel(204)).toBe(409);
    expect((await control("POST", "/reset")).status).toBe(200);
    expect(await cancel(204)).toBe(204);
    expect(await (await control("POST", "/reset", { fixtures: "empty" })).json()).toMatchObject({
      orders: 0,
    });
  });

  test("reaches the worlds", async () => {
    using _server = listen(...createHandlers({ fixtures: "magic" }));
    expect((await control("POST", "/orders/204/ship?world=ann")).status).toBe(200);
    expect(await cancel(204, "mock-key~ann")).toBe(409);
    expect(await cancel(204)).toBe(204);
  });

  test("trusts a page of any origin, as it has to be in this process", async () => {
    using _server = listen(...createHandlers());
    const headers = { origin: "https://shop.test", "sec-fetch-site": "cross-site" };
    const answer = await fetch(`${origin}/_mock/health`, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://shop.test");
  });

  test("asks for the token of a mock that has one", async () => {
    const mock = createMock({ controlAccess: { loopback: false, token: "t" } });
    using _server = listen(...createHandlers({ mock }));
    const status = async (headers: HeadersInit) =>
      (await fetch(`${origin}/_mock/orders`, { headers })).status;
    expect([await status({}), await status({ "x-mock-control-token": "t" })]).toEqual([403, 200]);
  });

  test("is left out where it is not wanted", async () => {
    using _server = listen(...createHandlers({ control: false }));
    expect((await control("GET", "/health")).status).toBe(418);
  });

  test("stands beside an API at the root of its host", async () => {
    using _server = listen(...createHandlers({ baseUrl: origin }));
    expect((await control("GET", "/health")).status).toBe(200);
    expect((await fetch(`${origin}/store/orders`, bearer("mock-key"))).status).toBe(200);
  });
});

/** As `sessionStorage` would be, of one tab. */
function createStorage() {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  };
}

/** Each call is the page once more, after a reload. */
async function open(
  storage: ReturnType<typeof createStorage>,
  fixtures: ScenarioName,
  act: () => Promise<void>,
) {
  using _server = listen(...createHandlers({ fixtures, storage }));
  await act();
}

describe("a storage", () => {
  test("keeps the orders of every world over a reload, and what the control plane did", async () => {
    const storage = createStorage();
    await open(storage, "magic", async () => {
      expect([await cancel(204), await cancel(2, "mock-key~ann")]).toEqual([204, 204]);
      expect((await control("POST", "/orders/1/ship")).status).toBe(200);
    });
    await open(storage, "magic", async () => {
      expect([await cancel(204), await cancel(2, "mock-key~ann"), await cancel(1)]).toEqual([404, 404, 409]);
      expect([await cancel(204, "mock-key~ann"), await cancel(2)]).toEqual([204, 204]);
    });
    await open(storage, "magic", async () => {
      expect([await cancel(204, "mock-key~ann"), await cancel(2)]).toEqual([404, 404]);
      await control("POST", "/reset?world=*");
    });
    await open(storage, "magic", async () => {
      expect([await cancel(204), await cancel(204, "mock-key~ann")]).toEqual([204, 204]);
    });
  });

  test("is written when the test changes the mock without a request, too", async () => {
    const storage = createStorage();
    const mock = createMock({ fixtures: "magic" });
    createHandlers({ mock, storage });
    mock.control.ship(204n);
    await open(storage, "magic", async () => expect(await cancel(204)).toBe(409));
  });

  test.each<[string, (text: string) => string]>([
    ["is no JSON", () => "{"],
    ["is of another shape", () => '{"start":[],"worlds":1}'],
    [
      "has a snapshot that cannot be read",
      (text) => text.replace(/("default":\{"state":")[^"]*/, "$1so2;what=this"),
    ],
    ["has a world of no name", (text) => text.replace('"default":', '"a b":')],
  ])("whose text %s is a new start", async (_, spoil) => {
    const storage = createStorage();
    await open(storage, "magic", async () => expect(await cancel(2)).toBe(204));
    const [[key, text] = ["", ""]] = storage.texts;
    storage.texts.set(key, spoil(text));
    expect(storage.texts.get(key)).not.toBe(text);
    await open(storage, "magic", async () =>
      expect([await cancel(2), await cancel(204)]).toEqual([204, 204]),
    );
    await open(storage, "magic", async () =>
      expect([await cancel(2), await cancel(204)]).toEqual([404, 404]),
    );
  });

  test("of other orders is a new start", async () => {
    const storage = createStorage();
    await open(storage, "magic", async () => expect(await cancel(204)).toBe(204));
    await open(storage, "all-shipped", async () =>
      expect((await control("GET", "/health")).status).toBe(200),
    );
    await open(storage, "magic", async () => expect(await cancel(204)).toBe(204));
  });

  test("that is full or closed is done without", async () => {
    const refuse = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    using _server = listen(
      ...createHandlers({ fixtures: "magic", storage: { getItem: refuse, setItem: refuse } }),
    );
    expect([await cancel(204), await cancel(204)]).toEqual([204, 404]);
  });
});
