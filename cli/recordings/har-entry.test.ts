import { expect, test } from "vitest";
import { readHarEntry } from "./har-entry.ts";

interface Members {
  readonly [name: string]: unknown;
}

function read(entry: Members = {}, request: Members = {}, response: Members = {}, isOurs = false) {
  const whole = {
    startedDateTime: "2026-03-01T10:00:00.000Z",
    time: 5,
    timings: { send: 0, wait: 5, receive: 0 },
    ...entry,
    request: { method: "GET", url: "https://a.test/v1/store/orders", headers: [], ...request },
    response: { status: 200, headers: [], content: { size: 2, text: "[]" }, ...response },
  };
  return readHarEntry(JSON.stringify(whole), isOurs);
}

const isExchange = (...parts: Parameters<typeof read>) => read(...parts) !== undefined;
const conditional = { headers: [{ name: "If-None-Match", value: '"1"' }] };
const json = [{ name: "content-type", value: "application/json" }];

const cached: Readonly<Record<string, Parameters<typeof read>>> = {
  "Chromium's mark": [{ _fromCache: "memory" }],
  "Safari's mark": [{ _fetchType: "Disk Cache" }],
  "Firefox's mark": [{ cache: { afterRequest: null } }],
  "no time and no parts of it": [{ time: 0, timings: {} }],
  "a service worker's own cache": [{}, {}, { _serviceWorkerResponseSource: "cache-storage" }],
  "a test's own answer": [{ _wasFulfilled: true }],
  "304 with a body": [{}, conditional, { status: 304 }],
  "304 written as 200, its head": [{}, {}, { bodySize: 0 }],
  "304 written as 200, asked for": [{}, conditional, { bodySize: 0, headers: json }],
};

test.each(Object.entries(cached))("an entry is not an exchange with the server: %s", (_name, parts) => {
  expect(isExchange(...parts)).toBe(false);
});

test("a cancel is never answered by a cache, and a request over the network is an exchange", () => {
  const cancel = { method: "DELETE" };
  const empty = { status: 204, content: { size: 0 } };
  expect(isExchange({}, cancel, { ...empty, _transferSize: 0 })).toBe(true);
  expect(isExchange({ time: 0, timings: {} }, cancel, empty)).toBe(true);
  expect(isExchange({}, {}, { _transferSize: 0, _fetchedViaServiceWorker: true })).toBe(true);
  expect(isExchange({ _fetchType: "Network Load" }, conditional, { bodySize: 2 })).toBe(true);
  expect(isExchange({}, {}, { status: 304, content: { size: 0 } })).toBe(true);
  expect(isExchange({}, {}, { bodySize: 0, headers: json })).toBe(true);
});

const bodyOf = (...parts: Parameters<typeof read>) => {
  const body = read(...parts)?.body();
  return body && new TextDecoder().decode(body);
};

test.each<readonly [string | undefined, Members]>([
  ["[]", { content: { size: 2, text: "[]" } }],
  ["é", { content: { size: 2, text: "é" } }],
  ["[]", { content: { size: 2, text: "W10=", encoding: "base64" } }],
  [undefined, { content: { size: 9, text: "[]" } }],
  [undefined, { content: { size: 9, text: "" } }],
  [undefined, { content: { size: 9 } }],
  [undefined, { content: { size: -1 } }],
  [undefined, { content: { size: 0, text: "" }, bodySize: 9 }],
  ["", { content: { size: 0, text: "" }, bodySize: 0 }],
  ["", { status: 204, content: { size: -1 }, bodySize: -1 }],
  ["", { status: 204, content: {}, bodySize: 180 }],
  [undefined, { status: 204, content: { size: 3 } }],
])("%j is the body of %j", (body, response) => {
  expect(bodyOf({}, {}, response)).toBe(body);
});

test("a body in which this kit masked a secret is whole, though it is shorter", () => {
  const content = { size: 30, text: '["***1"]' };
  expect(bodyOf({}, {}, { content }, true)).toBe('["***1"]');
  expect(bodyOf({}, {}, { content: { size: 30, text: "[" } }, true)).toBe(undefined);
});

test("a call that went through a service worker is known by the marks of each program", () => {
  expect(read()?.role).toBe("plain");
  expect(read({}, {}, { _fetchedViaServiceWorker: true })?.role).toBe("page");
  expect(read({ _fetchType: "Service Worker" })?.role).toBe("page");
  expect(read({ _serviceWorkerRef: "worker@1" })?.role).toBe("worker");
  expect(read({}, {}, { _transferSize: 0 })?.role).toBe("cached");
  expect(read({ _serverPort: 443 }, {}, { _transferSize: 0 })?.role).toBe("plain");
  expect(read({}, { method: "DELETE" }, { _transferSize: 0 })?.role).toBe("plain");
});

test("the size of a head shows whether a credential can have been removed from it", () => {
  const headers = [{ name: "Accept", value: "*/*" }];
  const size = "GET /v1/store/orders HTTP/1.1\r\nAccept: */*\r\n\r\n".length;
  expect(read({}, { headers, headersSize: size })?.hasWholeHead).toBe(true);
  expect(read({}, { headers, headersSize: size + 40 })?.hasWholeHead).toBe(false);
  expect(read({}, { headers, headersSize: -1 })?.hasWholeHead).toBe(false);
});

test("an entry without a status was not answered", () => {
  expect(read({}, {}, { status: -1, _failureText: "net::ERR_FAILED" })).toMatchObject({
    status: 0,
    failure: "net::ERR_FAILED",
  });
  expect(read({}, {}, { _error: "" })?.failure).toBe(undefined);
});

const start = "2026-03-01T10:00:00.000Z";
const at = Date.parse(start);
const startOf = (startedDateTime: string) => read({ startedDateTime })!.startedAt;
/** Milliseconds from the start to the end. */
const lengthOf = (entry: Members, timings: Members = {}, isOurs = false) => {
  const { startedAt, endedAt } = read({ ...entry, timings }, { method: "DELETE" }, {}, isOurs)!;
  return endedAt - startedAt;
};

test("an interval is longer than the recording says, by the precision of its numbers", () => {
  expect(lengthOf({ time: 20.5 })).toBe(20.5 + 1);
  expect(lengthOf({ time: 20 })).toBe(20 + 1 + 1);
  expect(lengthOf({ time: 20 }, { blocked: 1, wait: 19, receive: 0 })).toBe(20 + 1 + 3);
  expect(lengthOf({ startedDateTime: "2026-03-01T10:00:00Z", time: 20.5 })).toBe(20.5 + 1000);
  expect(lengthOf({ startedDateTime: "2026-03-01T10:00:00.5Z", time: 20.5 })).toBe(20.5 + 100);
  expect(lengthOf({ startedDateTime: "2026-03-01T10:00:00.123456Z", time: 20 })).toBeCloseTo(20.001, 3);
  expect(lengthOf({ time: 20.5 }, { _blocked_queueing: -1 })).toBe(20.5 + 1 + 1);
});

test.each([undefined, null, 0, -1, "20"])("with %j as its time, the parts make the length", (time) => {
  const timings = { blocked: 1.5, dns: -1, connect: 10, ssl: 8, send: 0, wait: 5, receive: 2 };
  expect(lengthOf({ time }, timings)).toBe(18.5 + 1);
});

test("without time and parts the end is unknown, without a date the beginning as well", () => {
  expect(lengthOf({ time: -1 }, { send: -1, wait: -1, receive: -1 })).toBe(Number.POSITIVE_INFINITY);
  expect(lengthOf({ time: 0 }, { send: 0, wait: 0, receive: 0 })).toBe(Number.POSITIVE_INFINITY);
  expect(lengthOf({ time: 0 }, { send: 0, wait: 0 }, true)).toBe(1 + 2);
  expect(read({ startedDateTime: "yesterday" })).toMatchObject({
    startedAt: Number.NEGATIVE_INFINITY,
    endedAt: Number.POSITIVE_INFINITY,
    ms: 5,
  });
});

test("digits beyond milliseconds and time zones count", () => {
  expect(startOf("2026-03-01T10:00:00.000250Z")).toBeCloseTo(at + 0.25, 3);
  expect(startOf("2026-03-01T12:00:00.000+02:00")).toBe(at);
});
