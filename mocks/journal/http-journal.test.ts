import { expect, test } from "vitest";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";

const headers = { host: "127.0.0.1:4010" };

test("a list and a cancel read as a person would write them, without the key", () => {
  const mock = createMock({ orders: 25, apiKeys: ["s3cret-key"] });
  const withKey = { ...headers, authorization: "Bearer s3cret-key", accept: "application/json" };
  callMock(mock, "GET /v1/store/orders", { headers: withKey });
  callMock(mock, "DELETE /v1/store/orders/1002?x=1", { headers: withKey });
  callMock(mock, "GET /v1/store/orders", { headers: { ...headers, authorization: "Bearer wrong" } });
  expect(mock.control.journalAs("http")).toBe(`\
# Recorded by the Store Orders mock. The key is not in the recording: set it here.
@baseUrl = http://127.0.0.1:4010/v1
@apiKey = mock-key

### 1: 200, all orders (4.1, rule 1)
GET {{baseUrl}}/store/orders
authorization: Bearer {{apiKey}}
accept: application/json

### 2: 409, order 1002 has shipped (3, rule 2)
DELETE {{baseUrl}}/store/orders/1002?x=1
authorization: Bearer {{apiKey}}
accept: application/json

### 3: 401, The API key is not valid here. (5, rule 1)
GET {{baseUrl}}/store/orders
authorization: Bearer not-the-key
`);
});

test("a world's recording has the world in its key, and a path of no operation its own address", () => {
  const mock = createMock();
  const world = mock.control.world("ann");
  callMock(mock, "GET /elsewhere", { headers: { ...headers, authorization: "Bearer mock-key~ann" } });
  const file = world.journalAs("http");
  expect(file).toContain("\n@apiKey = mock-key~ann\n");
  expect(mock.control.journalAs("http") + file).toContain("\nGET http://127.0.0.1:4010/elsewhere\n");
});

test.each([
  "GET /v1/store/orders?x={{apiKey}}",
  "get /v1/store/orders",
  "GET /v1/store/orders?x=\u00e4",
  "GET /v1/store/orders\n\nDELETE /v1/store/orders/1",
])("what such a file cannot say is left out, on one line: %j", (line) => {
  const mock = createMock();
  mock.handle({ method: line.split(" ")[0]!, target: line.slice(line.indexOf(" ") + 1), headers });
  const lines = mock.control.journalAs("http").trimEnd().split("\n");
  expect(lines).toHaveLength(6);
  expect(lines[5]).toMatch(/^# Left out, as an \.http file has no form for it: /);
});

test("a header's line end or variable is no line and no variable of the file", () => {
  const mock = createMock();
  const accept = "text/html\r\n\r\n### x\r\nDELETE {{baseUrl}}/store/orders/1";
  callMock(mock, "GET /v1/store/orders", { headers: { ...headers, accept } });
  const lines = mock.control.journalAs("http").trimEnd().split("\n");
  expect(lines.filter((each) => /^(?:###|DELETE|GET) /.test(each))).toEqual([
    expect.stringMatching(/^### 1: /),
  ]);
});
