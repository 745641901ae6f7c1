import { createServer as createHttp2Server } from "node:http2";
import { expect, test } from "vitest";
import { startServer } from "../conformance/testing/raw-server.ts";
import { startForeign } from "../conformance/testing/verify.ts";
import { refusalOf } from "./testing/run-here.ts";

/** Servers that no run can start with: one line, and no more requests than needed. */

const key = "k3y/of+mine";

async function refusalBy(baseUrl: string, ...more: readonly string[]) {
  const refusal = await refusalOf(["verify", baseUrl, ...more], { STORE_ORDERS_API_KEY: key });
  expect(refusal).not.toContain(key);
  return refusal;
}

test.each<[status: number, requests: number, fact: string, ...args: string[]]>([
  [401, 2, "401. Give a valid one (STORE_ORDERS_API_KEY, --api-key, or apiKey in code)."],
  [404, 1, "it answers 404. A base URL ends with the version prefix"],
  [502, 6, "every call is answered 502, with the API key and without, probably by a gateway"],
  [429, 1, "the first call is answered 429 for longer than the run waits. Try again", "--wait-budget=0"],
])("a server that answers %i to all is not judged: requests %i", async (status, requests, fact, ...args) => {
  const server = await startForeign({
    interrupt(_request, response) {
      response.writeHead(status).end("{}");
      return true;
    },
  });
  expect(await refusalBy(server.baseUrl, ...args)).toContain(fact);
  expect(server.requests).toHaveLength(requests);
  expect(server.requests.filter((line) => !line.startsWith("GET "))).toEqual([]);
});

test("a server of HTTP/2 without TLS is named in the message", async () => {
  const port = await startServer(createHttp2Server());
  expect(await refusalBy(`http://127.0.0.1:${port}/v1`)).toContain("the server speaks HTTP/2 without TLS");
});

test("a server that cannot be reached, or never answers, is not judged", async () => {
  expect(await refusalBy("http://127.0.0.1:1/v1")).toContain("nothing listens there (connection refused)");
  const { baseUrl } = await startForeign({ interrupt: () => true });
  expect(await refusalBy(baseUrl, "--timeout=50")).toContain("timeout after 50 ms");
});
