import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, test, vi } from "vitest";
import { createSeededChance } from "../../../base/seeded-chance.ts";
import { type Deliver, type ForeignOptions, plainDelivery } from "../../testing/foreign-server.ts";
import { idsOf, judgeForeign, reasonsOf } from "../../testing/judge-foreign.ts";
import { foreignKey } from "../../testing/verify.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Each of four kinds draws this many servers: FLAKY_SERVERS for more of them, FLAKY_SEED for others. */
const count = Number(process.env.FLAKY_SERVERS ?? 2);
const firstSeed = Number(process.env.FLAKY_SEED ?? 101);
const seeds = Array.from({ length: count }, (_, index) => firstSeed + index);

const failAs = (response: ServerResponse, status: number): true => {
  response
    .writeHead(status, { "content-type": "text/html", server: "nginx" })
    .end("<html>Bad gateway</html>");
  return true;
};

/** Answers in place of the server, at random. */
function gateway(seed: number, share: number) {
  const random = createSeededChance(seed);
  return (_: IncomingMessage, response: ServerResponse) =>
    random() < share && failAs(response, random() < 0.5 ? 502 : 504);
}

/** One call in five meets a fault on the way: lost before or behind the service, put off, or its answer cut. */
function network(seed: number): ForeignOptions {
  const random = createSeededChance(seed);
  const faults = new WeakMap<IncomingMessage, "lost" | "cut">();
  const interrupt = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (random() >= 0.2) return false;
    const kind = Math.floor(random() * 4);
    if (kind === 0) response.socket?.resetAndDestroy();
    else if (kind === 1) response.writeHead(503, { "retry-after": "0" }).end("Later.");
    else faults.set(request, kind === 2 ? "lost" : "cut");
    return kind < 2;
  };
  const deliver: Deliver = (response, reply, request) => {
    const fault = faults.get(request);
    if (fault === undefined) return plainDelivery(response, reply, request);
    if (fault === "lost" || reply.body === "") return void response.socket?.resetAndDestroy();
    const half = reply.body.slice(0, reply.body.length >> 1);
    response.writeHead(reply.status, { ...reply.headers, "content-length": reply.body.length });
    return void response.write(half, () => response.socket?.destroy());
  };
  return { interrupt, deliver };
}

// Several at a time: much of a run is waiting.
describe("a right server is never blamed behind", () => {
  test.concurrent.for(seeds.flatMap((seed) => [[5, seed] as const, [20, seed] as const]))(
    "a gateway that fails %i of 100 calls, seed %i",
    async ([share, seed], { expect }) => {
      const report = await judgeForeign({ interrupt: gateway(seed, share / 100) });
      expect(reasonsOf(report, "failed", "warned", "errored")).toEqual([]);
      expect(report.warnings!.join("\n")).toMatch(
        /calls? (?:was|were) answered by a gateway \(502, 504 or 52x\) and by the server when sent/,
      );
    },
  );

  test.concurrent.for(seeds)("a network that fails one call in five, seed %i", async (seed, { expect }) => {
    const report = await judgeForeign(network(seed));
    expect(reasonsOf(report, "failed", "warned", "errored")).toEqual([]);
    // More than a run needs on a network without faults.
    expect(report.requests).toBeGreaterThan(95);
    // A lost cancel is not sent again, and leaves what begins with it untested.
    expect(idsOf(report, "untested").length).toBeLessThan(report.results.length / 5);
  });
});

describe("a server that fails at each call of a kind has one cause:", () => {
  const hasKey = ({ headers }: IncomingMessage) => headers.authorization === `Bearer ${foreignKey}`;
  const isCancelOf = (path: RegExp) => (request: IncomingMessage) =>
    hasKey(request) && request.method === "DELETE" && path.test(request.url!);
  const besides = gateway(7, 0.02);

  test.concurrent.for<[string, NonNullable<ForeignOptions["interrupt"]>, RegExp]>([
    [
      "calls without a valid key, behind a gateway that fails at random besides",
      (request, response) => (hasKey(request) ? besides(request, response) : failAs(response, 502)),
      /without a valid key are answered 502/,
    ],
    [
      "cancels of pending orders",
      (request, response) => isCancelOf(/\/10[1-5]$/)(request) && failAs(response, 502),
      /The cancel of a pending order is answered 502, not 204/,
    ],
    [
      "cancels of a shipped order",
      (request, response) => isCancelOf(/\/301$/)(request) && failAs(response, 502),
      /The cancel of a shipped order is answered 502, not 409/,
    ],
  ])("%s", async ([, interrupt, title], { expect }) => {
    const report = await judgeForeign({ interrupt });
    expect(report.verdict).toBe("nonconformant");
    expect(report.causes.map((cause) => cause.title)).toEqual([expect.stringMatching(title)]);
  });
});
