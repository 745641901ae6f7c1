import { expect, test } from "vitest";
import { kitVersion } from "../../spec/kit-version.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";

const record = () => {
  const mock = createMock({ fixtures: "magic", now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6) });
  callMock(mock, "DELETE /v1/store/orders/409?why=a%20b&why=c&d", { headers: { host: "shop.test:81" } });
  return mock;
};
const harOf = (mock: ReturnType<typeof createMock>) => JSON.parse(mock.control.journalAs("har"));

test("an exchange is an entry with all members that HAR 1.2 requires", () => {
  const { log } = harOf(record());
  expect(log).toMatchObject({ version: "1.2", creator: { name: "store-orders-kit", version: kitVersion } });
  expect(log.entries).toEqual([
    {
      startedDateTime: "2026-01-02T03:04:05.006Z",
      time: 0,
      request: {
        method: "DELETE",
        url: "http://shop.test:81/v1/store/orders/409?why=a%20b&why=c&d",
        httpVersion: "HTTP/1.1",
        cookies: [],
        headers: [
          { name: "host", value: "shop.test:81" },
          { name: "authorization", value: "Bearer ***" },
        ],
        queryString: [
          { name: "why", value: "a%20b" },
          { name: "why", value: "c" },
          { name: "d", value: "" },
        ],
        headersSize: -1,
        bodySize: 0,
      },
      response: {
        status: 409,
        statusText: "",
        httpVersion: "HTTP/1.1",
        cookies: [],
        headers: [
          { name: "content-type", value: "application/json; charset=utf-8" },
          { name: "content-length", value: "104" },
        ],
        content: {
          size: 104,
          mimeType: "application/json; charset=utf-8",
          text: expect.stringContaining("order_shipped"),
        },
        redirectURL: "",
        headersSize: -1,
        bodySize: 104,
      },
      cache: {},
      timings: { send: 0, wait: 0, receive: 0 },
      comment: "order 409 has shipped (3, rule 2)",
    },
  ]);
});

test("every address is a valid URL, whatever the client requested", () => {
  const mock = createMock();
  for (const target of ["*", "/v1/store/orders", "//evil.test/", "/a b\n?ü=%", ""])
    for (const host of [undefined, "", "a b", "x/../", "[::1]:80", "shop.test:99999", "a@b"])
      mock.handle({ method: "GET", target, headers: { host } });
  for (const { request } of harOf(mock).log.entries) {
    const { hostname } = new URL(request.url);
    expect(["127.0.0.1", "[::1]"]).toContain(hostname);
  }
});

test("an answer that was never sent has the status 0, and a late one has its waiting time", () => {
  const mock = createMock({ fixtures: "magic" });
  const faults: FaultRule[] = [{ fault: "delay", ms: 40 }, { fault: "reset-after" }, { fault: "hang" }];
  for (const fault of faults) {
    mock.control.setFaults([fault]);
    callMock(mock, "GET /v1/store/orders");
  }
  expect(mock.control.journal()).toMatchObject([{ delayMs: 40 }, { end: "reset" }, { end: "hang" }]);
  const [late, reset, hang] = harOf(mock).log.entries;
  expect(late).toMatchObject({ time: 40, timings: { wait: 40 }, response: { status: 200 } });
  for (const entry of [reset, hang])
    expect(entry.response).toMatchObject({ status: 0, content: { size: 0 }, headers: [], bodySize: -1 });
});

test("over HTTP the recording is JSON, without entries where there were no requests", () => {
  const reply = callMock(record(), "GET /_mock/journal?as=har");
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(JSON.parse(reply.text).log.entries).toHaveLength(1);
  expect(harOf(createMock()).log.entries).toEqual([]);
});
