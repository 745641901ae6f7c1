import { describe, expect, test } from "vitest";
import { allRequirements } from "../../conformance/requirements/all-requirements.ts";
import { runSuite } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { brokenServers } from "../../selftest/broken/broken-servers.ts";
import { supplyOrders } from "../../selftest/subjects.ts";
import { findBrokenMock } from "./broken-mock.ts";

/** Long enough for a machine that does something else as well. */
const timeoutMs = 2000;

describe("--broken plays over a port what its name promises", () => {
  test.for(brokenServers)("$id: $story", { timeout: 60_000 }, async ({ id, caughtBy }) => {
    await using server = await startMockServer({}, findBrokenMock(id).listener);
    const target = createHttpTarget({
      baseUrl: server.baseUrl,
      apiKey: defaultApiKey,
      arrange: async () => supplyOrders(server.mock, "plenty"),
      timeoutMs,
    });
    try {
      const { results } = await runSuite(target, { requirements: allRequirements });
      const noticed = results.filter(({ outcome }) => outcome !== "passed" && outcome !== "untested");
      expect(noticed.filter((result) => caughtBy.includes(result.id))).not.toEqual([]);
    } finally {
      await target.close();
    }
  });
});
