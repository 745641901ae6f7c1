import { createServer as createHttp2Server } from "node:http2";
import { describe, expect, test } from "vitest";
import type { ForeignOptions } from "../conformance/testing/foreign-server.ts";
import { startRawServer, startServer } from "../conformance/testing/raw-server.ts";
import { startForeign } from "../conformance/testing/verify.ts";
import { refusalOf } from "./testing/run-here.ts";

/** Servers that no run can start with: one line, and no request more than was needed to see it. */

const key = "k3y/of+mine";

async function expectRefusal(baseUrl: string, fragment: string | RegExp, ...more: readonly string[]) {
  const refusal = await refusalOf(["verify", baseUrl, ...more], { STORE_ORDERS_API_KEY: key });
  expect(refusal).toMatch(fragment);
  expect(refusal).not.toContain(" at ");
  expect(refusal).not.toContain(key);
}

const startAnswering = (status: number, headers: Record<string, string> = {}) => {
  const interrupt: ForeignOptions["interrupt"] = (_request, response) => {
    response.writeHead(status, headers).end("{}");
    return true;
  };
  return startForeign({ interrupt });
};

test.each([
  [401, 2, "it rejects the API key with 401. Give a valid one in STORE_ORDERS_API_KEY"],
  [407, 1, "a proxy on the way answered 407. Give the proxy's user and password"],
  [302, 1, "it redirects with 302 to /login, as a login page or a wrong address does"],
  [404, 1, "it answers 404. A base URL ends with the version prefix"],
])("a server that answers %i to all is not judged: lists sent: %i", async (status, count, fragment) => {
  const server = await startAnswering(status, status === 302 ? { location: "/login" } : {});
  await expectRefusal(server.baseUrl, fragment);
  expect(server.requests).toEqual(Array(count).fill("GET /v1/store/orders"));
});

const byGateway = "with the API key and without, probably by a gateway";
test.each([
  [403, 1, "it answers 403 with the API key and without one"],
  [502, 2, `every call is answered 502, ${byGateway}`],
  [503, 2, `every call is answered 503, ${byGateway}`],
  [504, 2, `every call is answered 504, ${byGateway}`],
])("a server that answers %i to all is not judged: paths read: %i", async (status, count, fragment) => {
  const server = await startAnswering(status);
  await expectRefusal(server.baseUrl, fragment);
  expect(new Set(server.requests).size).toBe(count);
  expect(server.requests.filter((line) => !line.startsWith("GET "))).toEqual([]);
});

test("a first list that is put off for longer than --wait-budget is not judged", async () => {
  const server = await startAnswering(429);
  const fragment =
    "the first call is answered 429 for longer than the run waits. Try again later, or wait longer with";
  await expectRefusal(server.baseUrl, fragment, "--wait-budget=0");
  expect(server.requests).toHaveLength(1);
});

test("a 403 with a page is reported as a firewall's, not as a rejected key", async () => {
  const origin = await startRawServer((socket) => {
    const head = "Server: fire\x1b[31mwall\r\nContent-Type: text/html\r\nConnection: close";
    socket.end(`HTTP/1.1 403 Forbidden\r\n${head}\r\n\r\n<html><title>Access denied</title>`);
  });
  await expectRefusal(
    `${origin}/v1`,
    /a page was answered with 403 \(Server: "fire.*wall", page "Access denied"\), probably by a firewall/,
  );
});

test("a server of HTTP/2 without TLS is named in the message", async () => {
  const http2 = createHttp2Server();
  await expectRefusal(
    `http://127.0.0.1:${await startServer(http2)}/v1`,
    "the server speaks HTTP/2 without TLS, and no HTTP/1.1. Name an",
  );
});

describe("a server that cannot be reached is not judged:", () => {
  test.each<[string, string, string | RegExp]>([
    ["a free port", "127.0.0.1:1", "nothing listens there (connection refused)"],
    ["an unknown host", "nowhere.invalid", /the host name (?:is unknown|cannot be looked up)/],
  ])("%s", (_name, host, fragment) => expectRefusal(`http://${host}/v1`, fragment));

  test("a server that never answers", async () => {
    const { baseUrl } = await startForeign({ interrupt: () => true });
    await expectRefusal(baseUrl, "timeout after 50 ms", "--timeout=50");
  });
});
