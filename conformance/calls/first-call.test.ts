import { expect, test } from "vitest";
import { createRecorder } from "../evidence/history.ts";
import { checkFirstCall } from "./first-call.ts";

const where = "http://shop.example/v1/store/orders";

test.each([
  ["/v1/store/orders/", "The document's path has no slash at its end: let the server answer it there."],
  [`${where}/`, "The document's path has no slash at its end: let the server answer it there."],
  ["https://shop.example/v1/store/orders", "Give the base URL https://shop.example/v1."],
  ["//www.shop.example/v1/store/orders", "Give the base URL http://www.shop.example/v1."],
  ["/login", "as a login page or a wrong address does. Check the base URL."],
  ["https://login.example/v1/store/orders/", "as a login page or a wrong address does. Check the base URL."],
  ["http://[", "as a login page or a wrong address does. Check the base URL."],
  [undefined, "as a login page or a wrong address does. Check the base URL."],
])("a list that redirects to %s says what to do", (location, advice) => {
  const headers: [string, string][] = location === undefined ? [] : [["location", location]];
  const call = createRecorder("key").record({
    request: { method: "GET", path: "/store/orders", headers: [] },
    answer: { status: 308, headers, body: new Uint8Array() },
    ms: 0,
    sentAt: 0,
    endedAt: 0,
  });
  expect(() => checkFirstCall(call, "http://shop.example/v1")).toThrow(advice);
});
