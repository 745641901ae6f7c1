import { describe, expect, test } from "vitest";
import { createMock, type Mock } from "../mock.ts";
import { callMock, errorAnswer } from "../testing/call-mock.ts";
import type { FaultName } from "./fault-rule.ts";

const path = "/_mock/faults";
/** @param body text that is JSON, or a value to make it of */
const ask = (mock: Mock, line: string, body?: unknown) =>
  callMock(mock, line, {
    key: null,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
const cancel = "DELETE /v1/store/orders/204";

/** Each fault with what a body sets of it, and what shows that it plays when order 204 is cancelled. */
const everyFault: Readonly<Record<FaultName, { readonly members: object; readonly why: string }>> = {
  delay: { members: { ms: [5, 5], probability: 1 }, why: "fault delay 5 ms; order 204 cancelled" },
  status: { members: { status: 429, retryAfter: 7, code: "slow_down" }, why: "fault status 429" },
  "reset-before": { members: { operation: "cancelOrder" }, why: "fault reset-before" },
  "reset-after": { members: { order: "204" }, why: "fault reset-after; order 204 cancelled" },
  "cut-body": { members: { times: 3 }, why: "fault cut-body; order 204 cancelled" },
  "broken-json": { members: { operation: "listOrders" }, why: "order 204 cancelled" },
  hang: { members: { name: "asleep" }, why: "fault asleep (hang)" },
  "stale-list": { members: { reads: 2 }, why: "order 204 cancelled" },
  "ship-first": { members: { order: "204" }, why: "fault ship-first; order 204 has shipped" },
};

describe("faults over HTTP", () => {
  test.each(Object.entries(everyFault))(
    "%s can be set, seen, played and cleared",
    (fault, { members, why }) => {
      const mock = createMock({ fixtures: "magic" });
      const rules = [{ fault, ...members }];
      expect(JSON.parse(ask(mock, `GET ${path}`).text)).toEqual([]);
      const put = ask(mock, `PUT ${path}`, rules);
      expect(put).toMatchObject({
        status: 200,
        headers: { "content-type": "application/json; charset=utf-8" },
      });
      expect(JSON.parse(put.text)).toEqual(rules);
      expect(JSON.parse(ask(mock, `GET ${path}`).text)).toEqual(rules);
      expect(mock.control.faults()).toEqual(rules);

      expect(callMock(mock, cancel).headers["x-mock-why"]?.startsWith(why)).toBe(true);
      const listWhy = callMock(mock, "GET /v1/store/orders").headers["x-mock-why"];
      if (fault === "broken-json" || fault === "stale-list") expect(listWhy).toMatch(`fault ${fault}`);

      expect(ask(mock, `DELETE ${path}`)).toMatchObject({ status: 200, json: [] });
      expect(ask(mock, `GET ${path}`).json).toEqual([]);
      ask(mock, "POST /_mock/reset");
      expect(callMock(mock, "GET /v1/store/orders").headers["x-mock-why"]).toBe("all orders (4.1, rule 1)");
      expect(callMock(mock, cancel).headers["x-mock-why"]).toBe("order 204 cancelled (3, rule 1)");
    },
  );

  test("are replaced, not added to, by a PUT", () => {
    const mock = createMock();
    ask(mock, `PUT ${path}`, [{ fault: "hang" }, { fault: "cut-body" }]);
    ask(mock, `PUT ${path}`, [{ fault: "broken-json" }]);
    expect(ask(mock, `GET ${path}`).json).toEqual([{ fault: "broken-json" }]);
  });

  test("can be set again as they are shown", () => {
    const mock = createMock({ now: () => 0 });
    ask(mock, `PUT ${path}`, [{ fault: "delay", ms: 1, seconds: 30, times: 4, probability: 0.5 }]);
    const shown = ask(mock, `GET ${path}`).text;
    expect(JSON.parse(shown)[0]).toMatchObject({ seconds: 30, secondsLeft: 30, times: 4 });
    expect(ask(mock, `PUT ${path}`, shown).text).toBe(shown);
  });

  test("keep every digit of an order's id", () => {
    const mock = createMock({ fixtures: "large-ids" });
    const body = '[{"fault":"status","status":500,"order":9007199254740993}]';
    expect(ask(mock, `PUT ${path}`, body).text).toContain('"order":"9007199254740993"');
    expect(callMock(mock, "DELETE /v1/store/orders/9007199254740993").status).toBe(500);
    expect(callMock(mock, "DELETE /v1/store/orders/9007199254740992").status).not.toBe(500);
  });

  test("belong to one world", () => {
    const mock = createMock();
    ask(mock, `PUT ${path}?world=a`, [{ fault: "status", status: 500 }]);
    expect(ask(mock, `GET ${path}`).json).toEqual([]);
    expect(callMock(mock, "GET /v1/store/orders", { key: "mock-key~a" }).status).toBe(500);
    expect(callMock(mock, "GET /v1/store/orders").status).toBe(200);
  });

  test.each([
    ['[{"fault":"hang"},{"fault":"status","status":200}]', "faults[1].status"],
    ['{"fault":"hang"}', "an array of rules"],
    ["[", "not JSON"],
    ["", "not JSON"],
  ])("%s is refused with 400, and the rules there are stay", (body, words) => {
    const mock = createMock({ faults: [{ fault: "broken-json" }] });
    const reply = ask(mock, `PUT ${path}`, body);
    expect(reply).toMatchObject(errorAnswer(400, "bad_request"));
    expect(reply.text).toContain(words);
    expect(mock.control.faults()).toEqual([{ fault: "broken-json" }]);
  });

  test("tell those who follow the world", () => {
    const mock = createMock();
    const events: string[] = [];
    mock.control.onEvent(({ event }) => events.push(event));
    ask(mock, `PUT ${path}`, [{ fault: "hang" }]);
    ask(mock, `DELETE ${path}`);
    expect(events).toEqual(["faults", "faults"]);
  });
});
