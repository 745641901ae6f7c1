import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { refusalOf } from "./testing/start-cli.ts";

vi.setConfig({ testTimeout: 40_000 });

/** Servers that no run can start with: one line, and no request more than was needed to see it. */

const key = "k3y/of+mine";
const requests: string[] = [];
/** Answers with the status that stands first in the path: /401/v1/store/orders. */
const server = createServer((request, response) => {
  requests.push(request.url!);
  const status = Number(request.url!.split("/")[1]);
  response.writeHead(status, status === 302 ? { location: "/login" } : {}).end("{}");
});
let port: number;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => void requests.splice(0));
afterAll(() => void server.close());

async function expectRefusal(args: Parameters<typeof refusalOf>[0], fragment: string | RegExp) {
  const refusal = await refusalOf(args, { STORE_ORDERS_API_KEY: key });
  expect(refusal).toMatch(fragment);
  expect(refusal).not.toContain(" at ");
  expect(refusal).not.toContain(key);
}

test("a server that answers 401 to all is not judged, after a list in each case of names", async () => {
  const fragment = "it rejects the API key with 401. Give a valid one in STORE_ORDERS_API_KEY";
  await expectRefusal(["verify", `http://127.0.0.1:${port}/401/v1`], fragment);
  expect(requests.filter((url) => url.startsWith("/401/"))).toHaveLength(2);
});

test.each([
  [403, "it rejects the API key with 403"],
  [302, "it redirects with 302 to /login, as a login page or a wrong address does"],
  [404, "it answers 404. A base URL ends with the version prefix"],
])("a server that answers %i to all is not judged, after one request", async (status, fragment) => {
  await expectRefusal(["verify", `http://127.0.0.1:${port}/${status}/v1`], fragment);
  expect(requests.filter((url) => url.startsWith(`/${status}/`))).toEqual([`/${status}/v1/store/orders`]);
});

describe("what cannot be reached is not judged:", () => {
  test("a port where nothing listens", async () => {
    await expectRefusal(["verify", "http://127.0.0.1:1/v1"], "nothing listens there (connection refused)");
  });

  test("a host that does not exist", async () => {
    await expectRefusal(
      ["verify", "http://nowhere.invalid/v1"],
      /the host name (?:is unknown|cannot be looked up)/,
    );
  });

  test("a server that never answers", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
    try {
      await expectRefusal(["verify", url, "--timeout=50"], "timeout after 50 ms");
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });
});

test("a port that is taken is not listened on", async () => {
  await expectRefusal(["mock", `--port=${port}`], `Cannot listen on 127.0.0.1:${port}: the port is taken.`);
});
