import { describe, expect, test } from "vitest";
import { createMock, type Mock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callMock, errorAnswer } from "../testing/call-mock.ts";
import { journalFormats } from "./format-journal.ts";

const magic = (options: MockOptions = {}) => createMock({ fixtures: "magic", now: () => 1234, ...options });
const list = "GET /v1/store/orders";
const ids = (mock: Mock, newest?: number) => mock.control.journal(newest).map(({ id }) => id);

describe("an entry", () => {
  test("has the request, the answer, and the reason for it", () => {
    const mock = magic();
    callMock(mock, "DELETE /v1/store/orders/409?reason=none", {
      headers: { host: "shop.test", "user-agent": "curl/8", "x-other": "1" },
    });
    expect(mock.control.journal()).toEqual([
      {
        id: 1,
        at: 1234,
        method: "DELETE",
        target: "/v1/store/orders/409?reason=none",
        requestHeaders: {
          host: "shop.test",
          "user-agent": "curl/8",
          authorization: "Bearer ***",
        },
        admitted: true,
        status: 409,
        why: "order 409 has shipped (3, rule 2)",
        responseHeaders: expect.objectContaining({ "content-type": "application/json; charset=utf-8" }),
        responseBody: expect.stringContaining('"code":"order_shipped"'),
        responseSize: expect.any(Number),
        tookMs: expect.any(Number),
      },
    ]);
    const [entry] = mock.control.journal();
    expect(entry?.responseSize).toBe(entry?.responseBody?.length);
    expect(JSON.parse(callMock(mock, "GET /_mock/journal").text)).toEqual(mock.control.journal());
  });

  test("has the number of orders of a list, and its body only while that is small", () => {
    const mock = createMock({ orders: 100 });
    const { text } = callMock(mock, list);
    callMock(mock, "DELETE /v1/store/orders/1001");
    callMock(mock, list);
    const [first, , second] = mock.control.journal();
    expect(first).toMatchObject({ status: 200, orders: 100, responseSize: text.length });
    expect(second).toMatchObject({ status: 200, orders: 99 });
    expect(first).not.toHaveProperty("responseBody");
    mock.control.reset({ fixtures: "magic" });
    callMock(mock, list);
    expect(mock.control.journal()).toMatchObject([
      { orders: 7, responseBody: expect.stringMatching(/^\[\{"id":204,/) },
    ]);
  });

  test("counts orders without reading them, and none in a list that is cut off", () => {
    const odd = {
      id: 1n,
      status: "pending" as const,
      tags: ["a,b", "},{", '\\",['],
      nested: { list: [{}, {}] },
    };
    const filler = { text: "\u00e9\u2028,".repeat(1000) };
    for (const more of [{}, filler]) {
      const mock = createMock({ fixtures: [odd, { id: 2n, status: "pending", ...more }] });
      callMock(mock, list);
      mock.control.setFaults([{ fault: "broken-json" }]);
      callMock(mock, list);
      const [whole, broken] = mock.control.journal();
      expect(whole).toMatchObject({ orders: 2 });
      expect(broken).not.toHaveProperty("orders");
    }
  });

  test("of HEAD has no body, since none was sent", () => {
    const mock = magic();
    callMock(mock, "HEAD /v1/store/orders");
    expect(mock.control.journal()[0]).toMatchObject({ method: "HEAD", status: 200, responseSize: 0 });
    expect(mock.control.journal()[0]).not.toHaveProperty("responseBody");
  });

  test("stays unchanged when the orders change", () => {
    const mock = magic();
    callMock(mock, list);
    const before = mock.control.journal();
    callMock(mock, "DELETE /v1/store/orders/204");
    expect(mock.control.journal()[0]).toEqual(before[0]);
  });
});

describe("its requests are:", () => {
  test("each request in its world, and a refused one in the world without a name", () => {
    const mock = magic();
    callMock(mock, list, { key: "mock-key~a" });
    callMock(mock, list, { key: "wrong" });
    callMock(mock, "GET /nowhere", { key: null });
    const inA = JSON.parse(callMock(mock, "GET /_mock/journal?world=a").text);
    expect(inA).toMatchObject([{ id: 1, status: 200, admitted: true }]);
    expect(mock.control.journal()).toMatchObject([
      { id: 1, status: 401, admitted: false },
      { id: 2, status: 404, admitted: false },
    ]);
  });

  test("neither preflights nor requests to the control plane", () => {
    const mock = magic();
    const headers = { origin: "http://localhost:5173", "access-control-request-method": "DELETE" };
    callMock(mock, "OPTIONS /v1/store/orders/204", { key: null, headers });
    callMock(mock, "GET /_mock/orders");
    expect(mock.control.journal()).toEqual([]);
  });
});

test.each([
  ["curl", 'Bearer $STORE_ORDERS_API_KEY~team.a-1_b"'],
  ["http", "\n@apiKey = mock-key~team.a-1_b\n"],
  ["vitest", 'STORE_ORDERS_API_KEY ?? "mock-key~team.a-1_b";'],
  ["playwright", 'STORE_ORDERS_API_KEY ?? "mock-key~team.a-1_b";'],
] as const)("the journal of a world as %s has the world in its key", (format, text) => {
  const mock = createMock();
  callMock(mock, list, { key: "mock-key~team.a-1_b" });
  expect(mock.control.world("team.a-1_b").journalAs(format)).toContain(text);
  expect(mock.control.journalAs(format)).not.toContain("team");
});

describe("its length", () => {
  const calls = (mock: Mock, count: number) => {
    for (let call = 0; call < count; call++) callMock(mock, "DELETE /v1/store/orders/404");
  };

  test.each([
    [1, [5]],
    [2, [4, 5]],
    [3, [3, 4, 5]],
    [5, [1, 2, 3, 4, 5]],
    [500, [1, 2, 3, 4, 5]],
    [0, []],
  ])("of %i keeps the newest, in order", (journalLength, held) => {
    const mock = magic({ journalLength });
    calls(mock, 5);
    expect(ids(mock)).toEqual(held);
    for (const newest of [0, 1, 2, 7]) expect(ids(mock, newest)).toEqual(newest ? held.slice(-newest) : []);
  });

  test("is 500 by default", () => {
    const mock = magic();
    calls(mock, 1203);
    expect(ids(mock)).toEqual(Array.from({ length: 500 }, (_, index) => 704 + index));
  });

  test("starts at zero after a reset and after clearing, and so do ids", () => {
    const mock = magic({ journalLength: 3 });
    for (const clear of [() => mock.control.clearJournal(), () => mock.control.reset()]) {
      calls(mock, 5);
      clear();
      expect(ids(mock)).toEqual([]);
      calls(mock, 1);
      expect(ids(mock)).toEqual([1]);
      calls(mock, 3);
      expect(ids(mock)).toEqual([2, 3, 4]);
      mock.control.clearJournal();
    }
  });

  test("?limit shows the newest, and must be a whole number", () => {
    const mock = magic();
    calls(mock, 5);
    expect(callMock(mock, "GET /_mock/journal?limit=2").json).toMatchObject([{ id: 4n }, { id: 5n }]);
    expect(callMock(mock, "GET /_mock/journal?limit=0").json).toEqual([]);
    expect(callMock(mock, "GET /_mock/journal?as=curl&limit=2").text.match(/^curl /gm)).toHaveLength(2);
    for (const limit of ["", "-1", "x", "1.5", "1e2", "9999999999999999"]) {
      const reply = callMock(mock, `GET /_mock/journal?limit=${limit}`);
      expect(reply).toMatchObject(errorAnswer(400, "bad_request"));
      expect(reply.text).toContain(
        `?limit: it must be an integer from 0 to 9007199254740991, got \\"${limit}\\"`,
      );
    }
    expect(callMock(mock, "GET /_mock/journal?as=hra").text).toContain("Did you mean har?");
    for (const format of journalFormats)
      expect(callMock(mock, "GET /_mock/journal?as=pdf").text).toContain(`\\"${format}\\"`);
  });
});
