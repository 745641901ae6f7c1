import { expect, test } from "vitest";
import { Recorder } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { speaksHttp2, speaksNoHttp } from "../targets/target.ts";
import { checkFirstCall } from "./check-start.ts";

const where = "http://shop.example/v1/store/orders";

/** A list that was answered so, as the first call of a run. */
const answered = (status: number, headers: [string, string][] = [], body = "") =>
  new Recorder("key").record({
    request: { method: "GET", path: "/store/orders", headers: [] },
    answer: { status, headers, body: new TextEncoder().encode(body) },
    ms: 0,
    sentAt: 0,
    endedAt: 0,
  });
/** Calls without a key get this status. */
const others = (status: number, body = "") => ({ call: async () => answered(status, [], body) });
const check = (call: Call, withoutKey = 401, body = "") =>
  checkFirstCall(call, "http://shop.example/v1", others(withoutKey, body));

const wrong = "as a login page or a wrong address does. Check the base URL.";
test.each([
  ["https://shop.example/v1/store/orders", "Give the base URL https://shop.example/v1."],
  ["//www.shop.example/v1/store/orders", "Give the base URL http://www.shop.example/v1."],
  ["/login", wrong],
  ["https://login.example/v1/store/orders/", wrong],
  ["http://[", wrong],
  [undefined, wrong],
])("a list that redirects to %s ends the run with the next step", async (location, advice) => {
  const call = answered(308, location === undefined ? [] : [["location", location]]);
  await expect(check(call)).rejects.toThrow(advice);
});

const gateway = "with the API key and without, probably by a gateway that does not reach the server (Server:";
const page = "<!doctype html><title> Denied\n</title>";
test.each<[status: number, header: string, withoutKey: number, fact: string, body?: string]>([
  [502, "server: nginx", 502, `Cannot judge ${where}: every call is answered 502, ${gateway} "nginx").`],
  [503, "server: nginx", 502, `every call is answered 503, ${gateway}`],
  [504, "server: nginx", 502, `every call is answered 504, ${gateway}`],
  [403, "", 401, "it rejects the API key with 403"],
  [403, "", 403, "it answers 403 with the API key and without one"],
  [403, "content-type: text/html", 401, 'was answered with 403 (page "Denied"), probably by a fire', page],
  [429, "retry-after: 3600", 401, "answered 429 with Retry-After: 3600 for longer than the run waits"],
  [407, "via: 1.1 squid", 401, 'a proxy on the way answered 407 (Via: "1.1 squid").'],
])("a first list answered %i with %j, and %i without the key, gives no verdict", async (...row) => {
  const [status, header, withoutKey, fact, body] = row;
  const [name = "", value = ""] = header.split(": ");
  await expect(check(answered(status, [[name, value]], body), withoutKey)).rejects.toThrow(fact);
});

test.each([502, 503, 504])(
  "a list that is answered %i is judged where a call without a key is not",
  async (status) => {
    await expect(check(answered(status), 401)).resolves.toBeUndefined();
  },
);

test("a page that is the answer to each path ends the run; one that only the list has is judged", async () => {
  const shop = "<!doctype html><title>Shop</title>";
  await expect(check(answered(200, [], shop), 200, shop)).rejects.toThrow(
    'another path is answered with the same page (page "Shop"), as a web application does.',
  );
  await expect(check(answered(200, [], shop), 200, "[]")).resolves.toBeUndefined();
  await expect(check(answered(200, [], "[]"), 200, "[]")).resolves.toBeUndefined();
});

test.each([speaksHttp2, speaksNoHttp])(
  "a server of which the first answer says: %s, ends the run",
  async (failure) => {
    const { exchange, ...call } = answered(200);
    const times = { ms: 0, sentAt: 0, endedAt: 0 };
    const broken = { request: exchange.request, failure, broken: "unreadable", ...times } as const;
    await expect(check({ ...call, status: undefined, exchange: broken })).rejects.toThrow(
      `${failure}. Name an address that speaks HTTP/1.1.`,
    );
  },
);
