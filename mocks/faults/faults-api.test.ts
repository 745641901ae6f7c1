import { describe, expect, test } from "vitest";
import { createMock } from "../mock.ts";
import { callControl, callMock } from "../testing/call-mock.ts";

const path = "/_mock/faults";

describe("faults over HTTP", () => {
  test("are set, replaced, shown and cleared, and a reset restores those of the start", () => {
    const mock = createMock({ fixtures: "magic", faults: [{ fault: "broken-json" }] });
    const rules = [
      { fault: "delay", ms: [5, 5], probability: 1 },
      { fault: "status", status: 429, retryAfter: 7, code: "slow_down", order: "9007199254740993" },
      { fault: "hang", name: "asleep", times: 3, operation: "cancelOrder" },
    ];
    const put = callControl(mock, `PUT ${path}`, rules);
    expect(put.status).toBe(200);
    expect(put.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(JSON.parse(put.text)).toEqual(rules);
    expect(callControl(mock, `GET ${path}`).text).toBe(put.text);
    const { headers } = callMock(mock, "DELETE /v1/store/orders/204");
    expect(headers["x-mock-why"]).toBe("fault delay 5 ms; fault asleep (hang)");
    expect(callControl(mock, `DELETE ${path}`)).toMatchObject({ status: 200, json: [] });
    expect(callMock(mock, "DELETE /v1/store/orders/204").status).toBe(204);
    callControl(mock, "POST /_mock/reset");
    expect(callControl(mock, `GET ${path}`).json).toEqual([{ fault: "broken-json" }]);
  });
});
