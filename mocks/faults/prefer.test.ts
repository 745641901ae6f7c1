import { describe, expect, test } from "vitest";
import { createMock } from "../mock.ts";
import { callMock, errorAnswer } from "../testing/call-mock.ts";
import { type Preferences, readPrefer } from "./prefer.ts";

const list = "GET /v1/store/orders";
const prefer = (value: string | readonly string[]) => ({ headers: { prefer: value } });

describe("a Prefer header", () => {
  test.each<[string, Preferences]>([
    ["code=409, wait=2", { code: 409, wait: 2 }],
    ["code=409,wait=2", { code: 409, wait: 2 }],
    ['CODE = "503" ; foo=bar , Wait="0.25"', { code: 503, wait: 0.25 }],
    ["respond-async, return=minimal, code=429", { code: 429 }],
    ['note="code=500, wait=5", wait=1', { wait: 1 }],
    ['note="a \\", code=500", wait=1', { wait: 1 }],
    ["code=404, code=500", { code: 404 }],
    ["wait=0", { wait: 0 }],
    ["wait=60", { wait: 60 }],
  ])("%s is read", (value, preferences) => {
    expect(readPrefer(value).preferences).toEqual(preferences);
  });

  test.each([
    "",
    ",,;=",
    "code",
    "code=",
    "code=200",
    "code=600",
    "code=4e2",
    "code=409.0",
    "wait=-1",
    "wait=61",
    "wait=1e1",
    "wait=soon",
    'code="409',
    "xcode=409",
  ])("%j asks for nothing that can be had", (value) => {
    expect(readPrefer(value).preferences).toEqual({});
  });
});

describe("a preferred answer", () => {
  test("has the status asked for, an Error body, and says what was applied", () => {
    const mock = createMock();
    const reply = callMock(mock, list, prefer("code=503, wait=0.5, return=minimal"));
    expect(reply).toMatchObject(errorAnswer(503, "preferred"));
    expect(reply.headers).toMatchObject({
      "preference-applied": "code=503, wait=0.5",
      "retry-after": "1",
      "x-mock-why": "Prefer wait=0.5; Prefer code=503",
    });
  });

  test("comes from several headers as well as from one", () => {
    const reply = callMock(createMock(), list, prefer(["wait=0", "code=500"]));
    expect(reply).toMatchObject({ status: 500, headers: { "preference-applied": "code=500, wait=0" } });
  });

  test("does nothing to the order", () => {
    const mock = createMock({ fixtures: "magic" });
    const before = mock.control.orders();
    expect(callMock(mock, "DELETE /v1/store/orders/204", prefer("code=500")).status).toBe(500);
    expect(mock.control.orders()).toEqual(before);
  });

  test.each([
    ["none", ""],
    ["error", '"code":"preferred"'],
    ["json", '{"reason":'],
    ["text", "The request asked for this 409."],
  ] as const)("409 has the body of the profile: %s", (conflictBody, text) => {
    const mock = createMock({ profile: { conflictBody } });
    const reply = callMock(mock, "DELETE /v1/store/orders/1001", prefer("code=409"));
    expect(reply).toMatchObject({ status: 409, headers: { "preference-applied": "code=409" } });
    expect(reply.text).toContain(text);
    if (text === "") expect(reply.text).toBe("");
  });

  test("needs a valid key first", () => {
    const reply = callMock(createMock(), list, { key: "wrong", ...prefer("code=503, wait=1") });
    expect(reply.status).toBe(401);
    expect(reply.headers).not.toHaveProperty("preference-applied");
  });

  test("decides before standing rules do, and leaves them unspent", () => {
    const mock = createMock({ faults: [{ fault: "status", status: 500, times: 1 }] });
    expect(callMock(mock, list, prefer("code=418")).status).toBe(418);
    expect(callMock(mock, list).status).toBe(500);
    expect(callMock(mock, list).status).toBe(200);
  });

  test("wait alone delays the usual answer, on top of standing delays", () => {
    const mock = createMock({ faults: [{ fault: "delay", ms: 100 }] });
    const reply = mock.handle({
      method: "GET",
      target: "/v1/store/orders",
      headers: { authorization: "Bearer mock-key", prefer: "wait=1.5" },
    });
    expect(reply).toMatchObject({
      status: 200,
      delivery: { delayMs: 1600 },
      why: "Prefer wait=1.5; fault delay 100 ms; all orders (4.1, rule 1)",
    });
  });

  test("a header that asks for nothing changes nothing", () => {
    const mock = createMock();
    const { text, headers } = callMock(mock, list, prefer("return=minimal, handling=lenient"));
    expect({ text, headers }).toEqual({
      text: callMock(mock, list).text,
      headers: callMock(mock, list).headers,
    });
  });

  test.each([
    ["code=999", "Prefer code=999 ignored, it is 400 to 599; all orders"],
    [
      "code=200, wait=soon",
      "Prefer code=200 ignored, it is 400 to 599; Prefer wait=soon ignored, it is 0 to 60 seconds; all",
    ],
    ["wait=61", "Prefer wait=61 ignored, it is 0 to 60 seconds; all orders"],
    [`code=${"9".repeat(500)}`, "Prefer code=99999999999999999999 ignored"],
  ])("%s is answered as ever, with what was ignored", (value, why) => {
    const reply = callMock(createMock(), list, prefer(value));
    expect(reply.status).toBe(200);
    expect(reply.headers["x-mock-why"]).toContain(why);
    expect(reply.headers).not.toHaveProperty("preference-applied");
  });
});
