import { expect, test } from "vitest";
import { Recorder } from "../evidence/history.ts";
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
const check = (call: ReturnType<typeof answered>, withoutKey = 401, body = "") =>
  checkFirstCall(call, "http://shop.example/v1", others(withoutKey, body));

test.each([
  ["https://shop.example/v1/store/orders", "Give the base URL https://shop.example/v1."],
  ["//www.shop.example/v1/store/orders", "Give the base URL http://www.shop.example/v1."],
  ["/login", "as a login page or a wrong address does. Check the base URL."],
  ["https://login.example/v1/store/orders/", "as a login page or a wrong address does. Check the base URL."],
  ["http://[", "as a login page or a wrong address does. Check the base URL."],
  [undefined, "as a login page or a wrong address does. Check the base URL."],
])("a list that redirects to %s ends the run with the next step", async (location, advice) => {
  const call = answered(308, location === undefined ? [] : [["location", location]]);
  await expect(check(call)).rejects.toThrow(advice);
});

test.each([502, 503, 504])(
  "a list that is answered %i is judged where a call without a key is not",
  async (status) => {
    await expect(check(answered(status), 401)).resolves.toBeUndefined();
    await expect(check(answered(status, [["server", "nginx"]]), 502)).rejects.toThrow(
      `Cannot judge ${where}: every call is answered ${status}, with the API key and without, probably by a gateway that does not reach the server (Server: "nginx").`,
    );
  },
);

test("a 403 is a rejected key only where a call without a key is answered otherwise", async () => {
  await expect(check(answered(403), 401)).rejects.toThrow("it rejects the API key with 403");
  await expect(check(answered(403), 403)).rejects.toThrow("it answers 403 with the API key and without one");
  const page = answered(403, [["content-type", "text/html"]], "<!doctype html><title> Denied\n</title>");
  await expect(check(page)).rejects.toThrow(
    'a page was answered with 403 (page "Denied"), probably by a fire',
  );
});

test("a page that is the answer to each path ends the run; one that only the list has is judged", async () => {
  const page = "<!doctype html><title>Shop</title>";
  await expect(check(answered(200, [], page), 200, page)).rejects.toThrow(
    'another path is answered with the same page (page "Shop"), as a web application does.',
  );
  await expect(check(answered(200, [], page), 200, "[]")).resolves.toBeUndefined();
  await expect(check(answered(200, [], "[]"), 200, "[]")).resolves.toBeUndefined();
});

test('a first call that is answered "later", or refused by a proxy, gives no verdict', async () => {
  await expect(check(answered(429, [["retry-after", "3600"]]))).rejects.toThrow(
    "the first call is answered 429 with Retry-After: 3600 for longer than the run waits",
  );
  await expect(check(answered(407, [["via", "1.1 squid"]]))).rejects.toThrow(
    'a proxy on the way answered 407 (Via: "1.1 squid").',
  );
});

test.each([speaksHttp2, speaksNoHttp])(
  "a server of which the first answer says: %s, ends the run",
  async (failure) => {
    const { exchange, ...call } = answered(200);
    const broken = {
      request: exchange.request,
      failure,
      broken: "unreadable",
      ms: 0,
      sentAt: 0,
      endedAt: 0,
    } as const;
    await expect(
      checkFirstCall({ ...call, status: undefined, exchange: broken }, "http://shop.example/v1", others(401)),
    ).rejects.toThrow(`${failure}. Name an address that speaks HTTP/1.1.`);
  },
);
