import { setupServer } from "msw/node";
import { Agent, fetch as undiciFetch } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import type { FaultName, FaultRule } from "../faults/fault-rule.ts";
import { createMock, type Mock } from "../mock.ts";
import { createHandlers } from "./msw.ts";
import { startMockServer } from "./server/mock-server.ts";
import { createInterceptor } from "./undici/undici-interceptor.ts";

/** Asks for method and target, as in `GET /v1/store/orders`. */
type Send = (
  line: string,
  init?: { signal?: AbortSignal; headers?: Record<string, string> },
) => Promise<string>;

const shop = "https://shop.test";
const authorization = "Bearer mock-key";
const list = "GET /v1/store/orders";
const cancel = "DELETE /v1/store/orders/204";

/** What became of a call, in a few words. */
async function outcomeOf(call: () => Promise<Pick<Response, "status" | "text">>): Promise<string> {
  let response: Pick<Response, "status" | "text">;
  try {
    response = await call();
  } catch (error) {
    return /^(?:Abort|Timeout)Error$/.test((error as Error).name) ? "given up" : "no connection";
  }
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return "lost in the body";
  try {
    if (text !== "") JSON.parse(text);
    return String(response.status);
  } catch {
    return `${response.status}, no JSON`;
  }
}

const sendTo =
  (origin: string, fetchIt: typeof fetch): Send =>
  (line, { signal, headers } = {}) => {
    const [method = "", target = ""] = line.split(" ");
    return outcomeOf(() =>
      fetchIt(`${origin}${target}`, {
        method,
        headers: { authorization, ...headers },
        signal: signal ?? null,
      }),
    );
  };

const openDoors: Readonly<Record<string, () => Promise<{ mock: Mock; send: Send }>>> = {
  async "msw/node"() {
    const mock = createMock({ fixtures: "magic" });
    const server = setupServer(...createHandlers({ mock }));
    server.listen({ onUnhandledFrame: "error" });
    onTestFinished(() => server.close());
    return { mock, send: sendTo(shop, fetch) };
  },
  async undici() {
    const mock = createMock({ fixtures: "magic" });
    const dispatcher = new Agent().compose(createInterceptor({ mock, baseUrl: `${shop}/v1` }));
    const fetchIt = (url: string, init: object) => undiciFetch(url, { ...init, dispatcher });
    return { mock, send: sendTo(shop, fetchIt as unknown as typeof fetch) };
  },
  async "a port"() {
    const server = await startMockServer({ fixtures: "magic" });
    onTestFinished(() => server.close());
    return { mock: server.mock, send: sendTo(server.baseUrl.replace("/v1", ""), fetch) };
  },
};

interface Expected {
  readonly rule: FaultRule;
  readonly list: string;
  readonly cancel: string;
  /** Status of the order after the cancel. */
  readonly order: string;
}

const expected = {
  delay: { rule: { fault: "delay", ms: 30 }, list: "200", cancel: "204", order: "cancelled" },
  status: { rule: { fault: "status", status: 503 }, list: "503", cancel: "503", order: "pending" },
  "reset-before": {
    rule: { fault: "reset-before" },
    list: "no connection",
    cancel: "no connection",
    order: "pending",
  },
  "reset-after": {
    rule: { fault: "reset-after" },
    list: "no connection",
    cancel: "no connection",
    order: "cancelled",
  },
  "cut-body": {
    rule: { fault: "cut-body" },
    list: "lost in the body",
    cancel: "no connection",
    order: "cancelled",
  },
  "broken-json": { rule: { fault: "broken-json" }, list: "200, no JSON", cancel: "204", order: "cancelled" },
  hang: { rule: { fault: "hang" }, list: "given up", cancel: "given up", order: "pending" },
  "stale-list": { rule: { fault: "stale-list", reads: 1 }, list: "200", cancel: "204", order: "cancelled" },
  "ship-first": { rule: { fault: "ship-first" }, list: "200", cancel: "409", order: "shipped" },
} as const satisfies Record<FaultName, Expected>;

const statusOf = (mock: Mock, wanted: bigint) =>
  mock.control.orders().find(({ id }) => id === wanted)?.status;
/** Resolves when the mock has worked on its next request. */
const nextExchange = (mock: Mock) =>
  new Promise<void>((resolve) => {
    mock.control.onEvent(({ event }) => event === "exchange" && resolve());
  });

describe.each(Object.keys(openDoors))("through %s", (name) => {
  const open = openDoors[name]!;

  test.each(Object.entries(expected))("%s does what it says, and no more", async (fault, expectation) => {
    const { mock, send } = await open();
    mock.control.setFaults([expectation.rule]);
    for (const [line, outcome] of [
      [list, expectation.list],
      [cancel, expectation.cancel],
    ] as const) {
      const patience = new AbortController();
      const worked = nextExchange(mock);
      const sent = send(line, { signal: patience.signal });
      await worked;
      if (fault === "hang") {
        // A whole other call, in a world without faults, is done before the hanging one is given up.
        mock.control.world("calm").setFaults([]);
        expect(await send(list, { headers: { authorization: `${authorization}~calm` } })).toBe("200");
        patience.abort();
      }
      expect(`${line}: ${await sent}`).toBe(`${line}: ${outcome}`);
    }
    expect(statusOf(mock, 204n)).toBe(expectation.order);
    mock.control.setFaults([]);
    expect(await send(list)).toBe("200");
    expect(await send("DELETE /v1/store/orders/2")).toBe("204");
  });

  test("a delay and a preferred wait last as long as they say", async () => {
    const { mock, send } = await open();
    mock.control.setFaults([{ fault: "delay", ms: 40 }]);
    expect(await send(list, { headers: { prefer: "wait=0.06, code=418" } })).toBe("418");
    const patience = { signal: AbortSignal.timeout(50) };
    expect(await send(list, { ...patience, headers: { prefer: "wait=20" } })).toBe("given up");
  });

  test("a delayed cancel has happened before its answer comes", async () => {
    const { mock, send } = await open();
    mock.control.setFaults([{ fault: "delay", ms: 600_000 }]);
    const patience = new AbortController();
    const worked = nextExchange(mock);
    const sent = send(cancel, { signal: patience.signal });
    await worked;
    expect(statusOf(mock, 204n)).toBe("cancelled");
    patience.abort();
    expect(await sent).toBe("given up");
  });
});

describe("on a port", () => {
  test.each<FaultRule>([{ fault: "hang" }, { fault: "delay", ms: 600_000 }])(
    "$fault does not keep the server from stopping",
    async (rule) => {
      const server = await startMockServer({ faults: [rule] });
      const worked = nextExchange(server.mock);
      const sent = sendTo(server.baseUrl.replace("/v1", ""), fetch)(list);
      await worked;
      await server.close();
      expect(await sent).toBe("no connection");
    },
    15_000,
  );

  test("several Prefer headers count as one", async () => {
    const server = await startMockServer();
    onTestFinished(() => server.close());
    const headers = new Headers({ authorization });
    headers.append("prefer", "return=minimal");
    headers.append("prefer", "code=429");
    const answer = await fetch(`${server.baseUrl}/store/orders`, { headers });
    expect(answer.status).toBe(429);
    expect(answer.headers.get("preference-applied")).toBe("code=429");
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(answer.headers.get("x-mock-why")).toBe("Prefer code=429");
  });

  test("a broken body has the length its head promises", async () => {
    const server = await startMockServer({ orders: 3000, faults: [{ fault: "broken-json" }] });
    onTestFinished(() => server.close());
    const answer = await fetch(`${server.baseUrl}/store/orders`, { headers: { authorization } });
    const bytes = await answer.bytes();
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    expect(() => JSON.parse(new TextDecoder().decode(bytes))).toThrow(SyntaxError);
  });
});
