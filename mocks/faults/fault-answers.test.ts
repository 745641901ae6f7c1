import { describe, expect, test } from "vitest";
import { namedProfiles } from "../../spec/profile.ts";
import { createMock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callMock, errorAnswer } from "../testing/call-mock.ts";
import type { FaultRule } from "./fault-rule.ts";

const list = "GET /v1/store/orders";
const cancel = "DELETE /v1/store/orders/204";

const faulty = (rule: FaultRule, options: MockOptions = {}) =>
  createMock({ fixtures: "magic", ...options, faults: [rule] });

describe("status", () => {
  test("answers an Error with the status, a usual code, and no effect", () => {
    const mock = faulty({ fault: "status", status: 429 });
    const reply = callMock(mock, cancel);
    expect(reply).toMatchObject(errorAnswer(429, "too_many_requests"));
    expect(reply.headers).toMatchObject({ "retry-after": "1", "x-mock-why": "fault status 429" });
    expect(mock.control.order(204n).status).toBe("pending");
  });

  test("takes code, message and Retry-After from the rule", () => {
    const rule = { fault: "status", status: 500, code: "boom", message: "Bööm.", retryAfter: 30 } as const;
    const reply = callMock(faulty(rule), list);
    expect(reply.json).toEqual({ status: 500n, code: "boom", message: "Bööm." });
    expect(reply.headers["retry-after"]).toBe("30");
  });

  test.each([
    [401, "www-authenticate", /^Bearer .*error="invalid_token"/],
    [405, "allow", /^$/],
    [429, "retry-after", /^1$/],
    [503, "retry-after", /^1$/],
  ])("%i carries %s", (status, name, value) => {
    expect(callMock(faulty({ fault: "status", status }), list).headers[name]).toMatch(value);
    expect(callMock(faulty({ fault: "status", status: 500 }), list).headers).not.toHaveProperty(name);
  });

  test("401 is the same as for a key that is not valid", () => {
    const mock = faulty({ fault: "status", status: 401, times: 1 });
    const asked = callMock(mock, list);
    const own = callMock(mock, list, { key: "wrong" });
    expect(asked).toMatchObject(errorAnswer(401, "api_key_invalid"));
    expect(own).toMatchObject(errorAnswer(401, "api_key_invalid"));
    expect(asked.headers["www-authenticate"]).toBe(own.headers["www-authenticate"]);
  });

  test.each([
    ["none", { text: "" }],
    ["error", { json: { code: "order_shipped", status: 409n } }],
    ["json", { json: { reason: "No." } }],
    ["text", { text: "No." }],
  ] as const)("409 has the body of the profile: %s", (conflictBody, body) => {
    const rule = { fault: "status", status: 409, message: "No.", retryAfter: 5 } as const;
    const reply = callMock(faulty(rule, { profile: { conflictBody } }), cancel);
    expect(reply).toMatchObject({ status: 409, headers: { "retry-after": "5" }, ...body });
  });

  test("has the media type that the profile gives errors", () => {
    const { talkative = {} } = namedProfiles;
    const reply = callMock(faulty({ fault: "status", status: 500 }, { profile: talkative }), list);
    expect(reply.headers["content-type"]).toBe("application/problem+json");
  });
});

describe("broken-json", () => {
  test.each<MockOptions>([
    {},
    { fixtures: "empty" },
    { fixtures: "edge-values" },
    { fixtures: undefined, orders: 5000 },
  ])("breaks a list once, with a length that fits: %j", (options) => {
    const mock = faulty({ fault: "broken-json", times: 1 }, options);
    const reply = callMock(mock, list);
    const whole = callMock(mock, list);
    expect(() => reply.json).toThrow(SyntaxError);
    expect(whole.json).toEqual(callMock(mock, list).json);
    const length = Math.floor(Buffer.byteLength(whole.text) / 2);
    expect(reply).toMatchObject({ status: 200, headers: { "content-length": String(length) } });
    expect(Buffer.byteLength(reply.text)).toBe(length);
    expect(reply.headers["x-mock-why"]).toBe("fault broken-json; all orders (4.1, rule 1)");
  });

  test("breaks Error bodies; an answer without JSON stays whole and does not count as a match", () => {
    const mock = faulty({ fault: "broken-json", times: 1 }, { profile: { conflictBody: "text" } });
    expect(callMock(mock, cancel)).toMatchObject({ status: 204, text: "" });
    expect(callMock(mock, "DELETE /v1/store/orders/409").text).toContain("shipped");
    const reply = callMock(mock, "DELETE /v1/store/orders/404");
    expect(reply.status).toBe(404);
    expect(() => reply.json).toThrow(SyntaxError);
    expect(mock.control.faults()).toEqual([]);
  });
});

describe("ship-first", () => {
  test("ships the order that was to be cancelled, and refuses the cancel", () => {
    const mock = faulty({ fault: "ship-first" });
    const reply = callMock(mock, cancel);
    expect(reply.status).toBe(409);
    expect(reply.headers["x-mock-why"]).toBe("fault ship-first; order 204 has shipped (3, rule 2)");
    expect(mock.control.order(204n).status).toBe("shipped");
  });

  test("waits for a cancel of a pending order", () => {
    const mock = faulty({ fault: "ship-first", times: 1 });
    expect(callMock(mock, list).status).toBe(200);
    expect(callMock(mock, "DELETE /v1/store/orders/404").status).toBe(404);
    expect(callMock(mock, "DELETE /v1/store/orders/410").status).toBe(404);
    expect(mock.control.faults()).toHaveLength(1);
    expect(callMock(mock, cancel).status).toBe(409);
    expect(mock.control.faults()).toEqual([]);
  });
});
