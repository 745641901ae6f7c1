import { describe, expect, test } from "vitest";
import { parseJson } from "../../base/json.ts";
import { createMock } from "../mock.ts";
import { type CallOptions, callMock, errorAnswer } from "../testing/call-mock.ts";

const magic = () => createMock({ fixtures: "magic" });
const cancelOf = (id: bigint | string) => `DELETE /v1/store/orders/${id}`;

describe("authentication is checked first", () => {
  const lines = ["GET /v1/store/orders", "HEAD /v1/store/orders", cancelOf(204n), cancelOf("abc"), "GET /v1"];

  const challenge = 'Bearer realm="store-orders"';
  test.each([
    [null, "api_key_missing", challenge],
    ["wrong-key", "api_key_invalid", `${challenge}, error="invalid_token"`],
  ])("with the key %s each request is 401 with an Error, and changes nothing", (key, code, expected) => {
    for (const line of lines) {
      const mock = magic();
      const before = mock.control.orders();
      const { status, headers, text } = callMock(mock, line, { key });
      expect([line, status, headers["www-authenticate"]]).toEqual([line, 401, expected]);
      expect(headers["x-mock-why"]).toMatch(/ \(5, rule 1\)$/);
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      if (line.startsWith("HEAD")) expect(text).toBe("");
      else expect(parseJson(text)).toMatchObject({ code, status: 401n });
      expect(text).not.toContain("wrong-key");
      expect(mock.control.orders()).toEqual(before);
    }
  });

  test("each of several keys is valid, and the default key no longer is", () => {
    const mock = createMock({ apiKeys: ["one", "two"] });
    expect(callMock(mock, "GET /v1/store/orders", { key: "one" }).status).toBe(200);
    expect(callMock(mock, "GET /v1/store/orders", { key: "two" }).status).toBe(200);
    expect(callMock(mock, "GET /v1/store/orders").status).toBe(401);
  });

  test.each<[string, string, CallOptions]>([
    ["a repeated header", "", { headers: { authorization: ["Bearer mock-key", "Bearer mock-key"] } }],
    ["the key in the query", "?api_key=mock-key&access_token=mock-key", { key: null }],
    [
      "the key in other headers",
      "",
      { key: null, headers: { cookie: "api_key=mock-key", "x-api-key": "mock-key" } },
    ],
  ])("a call with %s gets 401", (_name, query, options) => {
    expect(callMock(magic(), `GET /v1/store/orders${query}`, options)).toMatchObject(errorAnswer(401));
  });
});

describe("the operations", () => {
  test("the list holds all orders, pending and shipped, and no status", () => {
    const mock = createMock({ orders: 300 });
    const { status, headers, json } = callMock(mock, "GET /v1/store/orders");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(json).toEqual(mock.control.orders().map(({ status: _, ...order }) => order));
    expect(json).toHaveLength(300);
  });

  test("a cancel answers 204 and removes only that order from the list", () => {
    const mock = magic();
    const before = callMock(mock, "GET /v1/store/orders").json as { id: bigint }[];
    const { status, headers, text } = callMock(mock, cancelOf(204n));
    expect({ status, headers, text }).toEqual({
      status: 204,
      headers: { "x-mock-why": "order 204 cancelled (3, rule 1)" },
      text: "",
    });
    const after = callMock(mock, "GET /v1/store/orders").json;
    expect(after).toEqual(before.filter(({ id }) => id !== 204n));
    expect(after).toHaveLength(before.length - 1);
  });

  test.each([
    [cancelOf(404n), 404, "order_not_found"],
    [cancelOf(410n), 404, "order_not_found"],
    [cancelOf("abc"), 404, "malformed_order_id"],
    ["GET /v1/pets/1", 501, "not_played"],
    ["DELETE /v1/pets/1", 404, "no_such_path"],
    ["GET /v1/pets", 404, "no_such_path"],
    ["GET /v1", 404, "no_such_path"],
    ["GET /v1/", 404, "no_such_path"],
    ["GET /v1/store", 404, "no_such_path"],
    ["GET /v1/store/orders/", 404, "no_such_path"],
    ["GET /v1//store/orders", 404, "no_such_path"],
    ["GET /v1/Store/Orders", 404, "no_such_path"],
    ["DELETE /v1/store/orders/", 404, "no_such_path"],
    ["DELETE /v1/store/orders/204/items", 404, "no_such_path"],
  ])("%s is %i", (line, status, code) => {
    const mock = magic();
    const before = mock.control.orders();
    expect(callMock(mock, line)).toMatchObject(errorAnswer(status, code));
    expect(mock.control.orders()).toEqual(before);
  });

  test.each([
    ["POST /v1/store/orders", "GET, HEAD, OPTIONS"],
    ["DELETE /v1/store/orders", "GET, HEAD, OPTIONS"],
    ["get /v1/store/orders", "GET, HEAD, OPTIONS"],
    ["GET /v1/store/orders/204", "DELETE, OPTIONS"],
    ["PUT /v1/store/orders/204", "DELETE, OPTIONS"],
    ["POST /v1/store/orders/abc", "DELETE, OPTIONS"],
  ])("%s is 405, and Allow names the path's methods", (line, allow) => {
    const reply = callMock(magic(), line);
    expect(reply).toMatchObject(errorAnswer(405, "method_not_allowed"));
    expect(reply.headers.allow).toBe(allow);
  });

  test("OPTIONS names the methods of a path without a body", () => {
    const options = (path: string) => callMock(magic(), `OPTIONS /v1/store/${path}`);
    expect(options("orders")).toMatchObject({
      status: 204,
      headers: { allow: "GET, HEAD, OPTIONS" },
      text: "",
    });
    expect(options("orders/204")).toMatchObject({ status: 204, headers: { allow: "DELETE, OPTIONS" } });
    expect(options("nowhere").status).toBe(404);
  });
});

test.each(["/v1/store/orders", "/v1/store/orders?limit=1", "/v1/nowhere", "/elsewhere", "/_mock/health"])(
  "HEAD %s has the headers of GET and no body",
  (target) => {
    const mock = magic();
    const get = callMock(mock, `GET ${target}`);
    const head = callMock(mock, `HEAD ${target}`);
    expect(head.text).toBe("");
    expect(head.status).toBe(get.status);
    expect(head.headers).toEqual(get.headers);
  },
);

describe("outside /v1 and /_mock", () => {
  test.each([
    "*",
    "/",
    "//x",
    "",
    "/v1x/store/orders",
    "/v10",
    "/V1/store/orders",
    "/v2/store/orders",
    "/_mocks",
    "store/orders",
    "http://h/v1/store/orders",
  ])("%j is 404 with an Error that names the prefix, with and without a key", (target) => {
    for (const key of [null, "mock-key"]) {
      const reply = callMock(magic(), `GET ${target}`, { key });
      expect(reply).toMatchObject(errorAnswer(404, "no_such_path"));
      expect(reply.text).toContain("/v1/store/orders");
    }
  });

  test("a closed control plane is answered like an unknown path", () => {
    const mock = createMock({ controlAccess: false });
    expect(callMock(mock, "GET /_mock/health")).toMatchObject(errorAnswer(404, "no_such_path"));
  });
});
