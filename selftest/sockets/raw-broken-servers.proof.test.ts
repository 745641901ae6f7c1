import { describe, expect, test } from "vitest";
import { allRequirements } from "../../conformance/requirements/all-requirements.ts";
import { runSuite } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { supplyOrders } from "../subjects.ts";
import { rawBrokenServers, startRawBrokenServer } from "./raw-broken-servers.ts";

/** Long enough for a machine that does something else as well; a server that hangs costs it a few times. */
const timeoutMs = 1000;

describe("wrong servers that only bytes can express", () => {
  test.for(rawBrokenServers)("$id: $story", async (server) => {
    const { mock, baseUrl, close } = await startRawBrokenServer(server);
    const arrange = async () => supplyOrders(mock, "plenty");
    const target = createHttpTarget({ baseUrl, apiKey: defaultApiKey, arrange, timeoutMs });
    try {
      const { results } = await runSuite(target, { requirements: allRequirements, settleMs: 0 });
      const noticed = results.flatMap(({ id, outcome }) =>
        outcome === "failed" || outcome === "warned" ? [id] : [],
      );
      expect(server.caughtBy.filter((id) => !noticed.includes(id))).toEqual([]);
    } finally {
      await target.close();
      await close();
    }
  });

  test("ids are unique", () => {
    const ids = rawBrokenServers.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
