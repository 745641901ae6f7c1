import { expect, test, vi } from "vitest";
import { createMock } from "../../mocks/mock.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { brokenServers } from "../broken/broken-servers.ts";
import { rightServers } from "../right/right-servers.ts";
import { judgeClient } from "./judge-client.ts";

// Hundreds of servers, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000 });

const apiKeys = [defaultApiKey];
const open = { isAllTraffic: false };
const alone = { isAllTraffic: true, apiKeys };
/** Others are at work in it: nobody may say of its traffic that it is all there is. */
const busy = "list-in-a-busy-shop";

test("no right server is blamed for a usual client's traffic, whoever else uses it", () => {
  for (const { id, build, options } of rightServers) {
    const { results, counts } = judgeClient(createMock(options), build, open);
    expect([
      id,
      counts.failed,
      counts.errored,
      results.filter(({ outcome }) => outcome === "failed"),
    ]).toEqual([id, 0, 0, []]);
  }
});

test("nor where all traffic is told to pass", () => {
  for (const { id, build, options } of rightServers.filter(({ id: each }) => each !== busy)) {
    const { results } = judgeClient(createMock(options), build, alone);
    expect([id, results.filter(({ outcome }) => outcome === "failed")]).toEqual([id, []]);
  }
});

test.each([
  ["that may have other clients", { ...open, apiKeys }, 300],
  ["that is all there is", alone, 345],
])("traffic %s shows most of what is wrong with wrong servers", (_name, options, least) => {
  const caught = brokenServers.filter(({ build }) => {
    const { failed, warned } = judgeClient(createMock(), build, options).counts;
    return failed + warned > 0;
  });
  expect(caught.length).toBeGreaterThanOrEqual(least);
});
