import type { IncomingMessage, ServerResponse } from "node:http";
import { test, vi } from "vitest";
import { createSeededChance } from "../../../base/seeded-chance.ts";
import { runSuite } from "../../run-suite.ts";
import { type Deliver, plainDelivery, startForeignServer } from "../../testing/foreign-server.ts";
import { fiveOrders, foreignKey } from "../../testing/verify.ts";
import { createHttpTarget } from "./http-target.ts";

// Whole runs, with pauses of their own, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** One call in five meets a fault on the way: lost before or behind the service, put off, or its answer cut. */
function flaky(seed: number) {
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
test.concurrent.for(Array.from({ length: 20 }, (_, index) => index + 1))(
  "a right server behind a network that fails one call in five is never found wrong: seed %i",
  async (seed, { expect }) => {
    await using server = await startForeignServer({ key: foreignKey, ...fiveOrders, ...flaky(seed) });
    const target = createHttpTarget({
      baseUrl: server.baseUrl,
      apiKey: foreignKey,
      arrange: async () => ({
        pending: fiveOrders.pending.map(BigInt),
        shipped: fiveOrders.shipped.map(BigInt),
      }),
    });
    const { verdict, results, requests } = await runSuite(target).finally(target.close);
    const having = (...outcomes: string[]) =>
      results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id, reason }) => `${id}: ${reason}`);
    expect(having("failed", "warned", "errored")).toEqual([]);
    expect(verdict).not.toBe("nonconformant");
    // More than a run needs on a network without faults.
    expect(requests).toBeGreaterThan(95);
    // A lost cancel is not sent again, and leaves what begins with it untested.
    expect(having("untested").length).toBeLessThan(results.length / 5);
  },
);
