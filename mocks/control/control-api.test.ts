import { describe, expect, test } from "vitest";
import { controlPaths } from "../../spec/control-protocol.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import { defaultProfile, namedProfiles } from "../../spec/profile.ts";
import { createMock } from "../mock.ts";
import { callControl, callMock, errorAnswer } from "../testing/call-mock.ts";

const magic = () => createMock({ fixtures: "magic" });

describe("health", () => {
  test("distinguishes this mock from anything else on the port", () => {
    const { status, headers, json } = callControl(createMock({ seed: 7, orders: 4 }), "GET /_mock/health");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(json).toEqual({
      service: "store-orders-mock",
      version: kitVersion,
      seed: 7n,
      orders: 4n,
      world: "default",
      ready: true,
    });
  });

  test("says while the mock stops that it is alive and not ready", () => {
    const mock = createMock();
    expect(callControl(mock, "GET /_mock/health?ready").status).toBe(200);
    mock.drain();
    expect(callControl(mock, "GET /_mock/health")).toMatchObject({ status: 200, json: { ready: false } });
    const refused = callControl(mock, "GET /_mock/health?ready");
    expect(refused).toMatchObject({ status: 503, json: { code: "not_ready", status: 503n } });
    expect(refused.headers["retry-after"]).toBe("1");
    expect(callMock(mock, "GET /v1/store/orders").status).toBe(200);
  });
});

describe("orders", () => {
  test("are shown with their status, cancelled ones included, in list order", () => {
    const mock = createMock({ orders: 3 });
    callMock(mock, "DELETE /v1/store/orders/1001");
    const { status, json } = callControl(mock, "GET /_mock/orders");
    expect(status).toBe(200);
    expect(json).toEqual(mock.control.orders());
    expect(json).toMatchObject([
      { id: 1001n, status: "cancelled" },
      { id: 1002n, status: "shipped" },
      { id: 1003n, status: "pending" },
    ]);
  });

  test("are only the first ones where a limit is given", () => {
    const mock = createMock({ orders: 5 });
    expect(callControl(mock, "GET /_mock/orders?limit=2").json).toEqual(mock.control.orders().slice(0, 2));
    expect(mock.control.orders(0)).toEqual([]);
    expect(mock.control.orders(9)).toHaveLength(5);
    expect(callControl(mock, "GET /_mock/orders?limit=two")).toMatchObject(errorAnswer(400, "bad_request"));
  });

  test("are refused for a parameter that the path lacks, which health takes", () => {
    const mock = createMock();
    expect(callControl(mock, "GET /_mock/orders?limt=2").json).toMatchObject({
      status: 400n,
      message: "Cannot use ?limt: there is no such member in the query of /_mock/orders. Did you mean limit?",
    });
    expect(callControl(mock, "GET /_mock/health?anything").status).toBe(200);
    const twice = callControl(mock, "PUT /_mock/orders/1?world=a&world=b", { id: 1 });
    expect(twice.json).toMatchObject({ message: "Cannot use ?world: it is given twice. Give it once." });
    expect(mock.control.worlds()).toHaveLength(1);
  });

  test("are counted correctly after some were put, cancelled and removed", () => {
    const mock = createMock({ orders: 5 });
    const { ids } = mock.control.providerState({ state: "pending orders exist", params: { count: 3 } });
    expect(mock.control.health().orders).toBe(8);
    expect(callMock(mock, "DELETE /v1/store/orders/1001").status).toBe(204);
    expect(mock.control.health().orders).toBe(8);
    mock.control.providerState({ state: "pending orders exist", action: "teardown", params: { ids } });
    mock.control.providerState({ state: "no order has the id", params: { id: "1002" } });
    expect(mock.control.health().orders).toBe(4);
    expect(mock.control.orders()).toHaveLength(4);
  });
});

describe("ship", () => {
  test("ships a pending order, which then cannot be cancelled", () => {
    const mock = magic();
    const { status, json } = callControl(mock, "POST /_mock/orders/204/ship");
    expect(status).toBe(200);
    expect(json).toMatchObject({ id: 204n, petId: 12n, status: "shipped" });
    expect(callMock(mock, "DELETE /v1/store/orders/204").status).toBe(409);
    expect(callControl(mock, "GET /_mock/orders").json).toContainEqual(json);
  });

  test.each([
    ["409", 400, "bad_request", "shipped"],
    ["410", 400, "bad_request", "cancelled"],
    ["404", 404, "order_not_found", "404"],
    ["abc", 400, "bad_request", '"abc"'],
    ["9223372036854775808", 400, "bad_request", "int64"],
    ["%32", 400, "bad_request", "int64"],
  ])("refuses order %s: %i %s", (id, status, code, word) => {
    const mock = magic();
    const before = mock.control.orders();
    const reply = callControl(mock, `POST /_mock/orders/${id}/ship`);
    expect(reply).toMatchObject(errorAnswer(status, code));
    expect((reply.json as { message: string }).message).toContain(word);
    expect(mock.control.orders()).toEqual(before);
  });
});

describe("the profile", () => {
  test("is shown, set, and used from then on", () => {
    const mock = magic();
    expect(callControl(mock, "GET /_mock/profile").json).toEqual(defaultProfile);
    const { status, json } = callControl(mock, "PUT /_mock/profile", namedProfiles.talkative);
    expect({ status, json }).toEqual({ status: 200, json: namedProfiles.talkative });
    expect(callControl(mock, "GET /_mock/profile").json).toEqual(namedProfiles.talkative);
    expect(callMock(mock, "DELETE /v1/store/orders/410").status).toBe(409);
    expect(callMock(mock, "GET /v1/store/orders").text).toContain('"status":"shipped"');
  });

  test("has the default answers where a PUT leaves some out, as in a file", () => {
    const mock = createMock({ profile: namedProfiles.talkative! });
    const written = { observed: { baseUrl: "https://staging.test/v1" }, conflictBody: "none" };
    expect(callControl(mock, "PUT /_mock/profile", written).json).toEqual({
      ...defaultProfile,
      conflictBody: "none",
    });
  });
});

describe("routes", () => {
  const allowed: readonly (readonly [path: string, allow: string])[] = [
    [controlPaths.health, "GET, HEAD, OPTIONS"],
    [controlPaths.orders, "GET, HEAD, POST, OPTIONS"],
    ["/_mock/orders/204/ship", "POST, OPTIONS"],
    [controlPaths.key, "GET, HEAD, OPTIONS"],
    [controlPaths.reset, "POST, OPTIONS"],
    [controlPaths.profile, "GET, HEAD, PUT, OPTIONS"],
    [controlPaths.providerStates, "POST, OPTIONS"],
  ];

  test.each(allowed)("%s has %s, and refuses the rest with 405", (path, allow) => {
    const mock = magic();
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "constructor", "get"]) {
      if (allow.split(", ").includes(method)) continue;
      const reply = callControl(mock, `${method} ${path}`);
      expect(reply).toMatchObject(errorAnswer(405, "method_not_allowed"));
      expect(reply.headers.allow).toBe(allow);
    }
    expect(callControl(mock, `OPTIONS ${path}`)).toMatchObject({ status: 204, headers: { allow }, text: "" });
  });

  test.each([
    ["/_mock/helth", "/_mock/health"],
    ["/_mock/order", "/_mock/orders"],
    ["/_mock/orders/{orderId}/ship", ""],
    ["/_mock/orders//ship", ""],
    ["/_mock/constructor", ""],
    ["/_mock", ""],
    ["/_mock/", ""],
  ])("%s is 404 and suggests %s", (path, near) => {
    const reply = callControl(magic(), `POST ${path}`);
    // The placeholder itself is read as an id, and is not a valid one.
    if (path.includes("{")) expect(reply.status).toBeGreaterThanOrEqual(400);
    else expect(reply).toMatchObject(errorAnswer(404, "no_such_path"));
    expect(reply.text).toContain(near);
  });

  test("a page on this machine may read the answers, after a preflight", () => {
    const headers = { origin: "http://localhost:5173" };
    const preflight = callMock(magic(), "OPTIONS /_mock/profile", {
      key: null,
      headers: { ...headers, "access-control-request-method": "PUT" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers["access-control-allow-methods"]).toContain("PUT");
    for (const line of [
      "GET /_mock/health",
      "GET /_mock/nowhere",
      "DELETE /_mock/health",
      "POST /_mock/orders/1x/ship",
    ])
      expect(callMock(magic(), line, { headers }).headers["access-control-allow-origin"]).toBe(
        headers.origin,
      );
  });
});
