import { expect, test } from "vitest";
import { mayAct } from "./read-call.ts";
import { mayHaveEffect } from "./special-headers.ts";

test.each([
  ["application/json", false],
  ["", false],
  ["*/*", false],
  ["text/html, application/*;q=0.5", false],
  ["APPLICATION/JSON ; q=0.1", false],
  ["application/json;q=0.001, */*;q=0", false],
  // A range of another type with the suffix +json does not match application/json.
  ["application/vnd.store.v2+json", true],
  ["application/problem+json, text/json", true],
  ["application/json-seq", true],
  ["text/csv", true],
  ["application/json;q=0", true],
  ["application/json; q=0.000, */*", true],
  ["application/*;q=0, */*", true],
])("a right server may refuse an Accept of %j: %s", (accept, isExpected) => {
  expect(mayHaveEffect("Accept", accept)).toBe(isExpected);
});

test.each([
  ["PROPFIND", "/store/orders", false],
  ["OPTIONS", "/store/orders/1", false],
  ["POST", "/store/orders", true],
  ["get", "/store/orders/1", true],
  ["GET", "/store/orders/1?_method=DELETE", true],
])("a server may change something at a %s of %s: %s", (method, path, isExpected) => {
  expect(mayAct({ method, path, headers: [] })).toBe(isExpected);
});
