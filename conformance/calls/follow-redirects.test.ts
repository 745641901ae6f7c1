import type { IncomingMessage, ServerResponse } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { OutgoingRequest } from "../evidence/exchange.ts";
import { runSuite } from "../run-suite.ts";
import { createHttpTarget } from "../targets/http/http-target.ts";
import { fiveOrders, foreignKey, startForeign } from "../testing/verify.ts";
import { Gate } from "./gate.ts";

/** Serves each path with a slash behind it, and redirects there. */
function withSlash(status: number, isRedirected = (_: IncomingMessage) => true, origin = "") {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!isRedirected(request)) return false;
    const [path = "", query] = request.url!.split("?");
    if (path.endsWith("/")) {
      request.url = request.url!.replace(/\/(?=\?|$)/, "");
      return false;
    }
    const location = `${origin}${path}/${query === undefined ? "" : `?${query}`}`;
    response.writeHead(status, { location }).end();
    return true;
  };
}

async function judge(interrupt: ReturnType<typeof withSlash>) {
  const server = await startForeign({ ...fiveOrders, interrupt });
  const orders = { pending: fiveOrders.pending.map(BigInt), shipped: fiveOrders.shipped.map(BigInt) };
  const { baseUrl } = server;
  const target = createHttpTarget({ baseUrl, apiKey: foreignKey, arrange: async () => orders });
  return await runSuite(target).finally(target.close);
}

const havingFailed = ({ results }: Awaited<ReturnType<typeof judge>>) =>
  results.filter(({ outcome }) => outcome !== "passed").map(({ id }) => id);

test("a server that redirects each call to its path with a slash has one cause, and is judged further", async () => {
  const statuses = [301, 302, 307, 308];
  let count = 0;
  const report = await judge((...call) => withSlash(statuses[count++ % 4]!)(...call));
  expect(havingFailed(report)).toEqual(["list-orders/status", "cancel-order/pending"]);
  expect(report.causes.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^A call by the documented path is answered 30[1278] to \/v1\/store\/orders\/$/),
  ]);
  expect(report.verdict).toBe("nonconformant");
});

test("a cancel that redirects to its own path is judged, and so are the effects of the target", async () => {
  const report = await judge(withSlash(308, ({ method }) => method === "DELETE"));
  expect(havingFailed(report)).toEqual(["cancel-order/pending"]);
  expect(report.causes[0]!.title).toMatch(/is answered 308 to \/v1\/store\/orders\/10\d\/$/);
});

test("a redirect to another origin is not followed, and does not get the key", async () => {
  const other = await startForeign({ ...fiveOrders });
  const judging = judge(withSlash(308, undefined, other.origin));
  await expect(judging).rejects.toThrow("it redirects with 308 to http");
  expect(other.requests).toEqual([]);
});

test("a redirected cancel is sent only with its own id and query", async () => {
  const id = fc.constantFrom("12", "", "AbC", "abc", "0xC", "1e3", "12abc", "-1");
  const query = fc.constantFrom("", "?a=1");
  const parts = [fc.constantFrom("/v1", "/V1", "/v2"), fc.constantFrom("/", "//"), id] as const;
  const path = fc
    .tuple(...parts, fc.constantFrom("", "/", "//"))
    .map(([base, slashes, text, end]) => `${base}/store${slashes}Orders${slashes}${text}${end}`);
  const location = fc.tuple(fc.constantFrom("", "https://shop.test", "https://other.test"), path, query);
  let followedCount = 0;
  const property = fc.asyncProperty(id, query, location, async (own, ownQuery, to) => {
    const sent: OutgoingRequest[] = [];
    const transport = {
      send: async (request: OutgoingRequest) => {
        sent.push(request);
        const answer = { status: 308, headers: [["location", to.join("")]], body: new Uint8Array() } as const;
        return { request, answer, ms: 1, sentAt: 0, endedAt: 1 };
      },
    };
    const gate = new Gate({ transport, baseUrl: "https://shop.test/v1", apiKey: "key", guards: [] });
    const headers = [["authorization", "Bearer key"]] as const;
    await gate.send({ method: "DELETE", path: `/store/orders/${own}${ownQuery}`, headers });
    for (const request of sent.slice(1)) {
      followedCount++;
      const [pathname = "", ...search] = request.path.split("?");
      expect(own).not.toBe("");
      expect(pathname.split("/").filter(Boolean).slice(2)).toEqual([own]);
      expect(search.join()).toBe(ownQuery.slice(1));
    }
  });
  await fc.assert(property, { numRuns: 1000 });
  expect(followedCount).toBeGreaterThan(0);
});
