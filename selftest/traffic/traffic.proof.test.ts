import { expect, test, vi } from "vitest";
import { createMock } from "../../mocks/mock.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { brokenServers } from "../broken/broken-servers.ts";
import { rightServers } from "../right/right-servers.ts";
import { judgeClient } from "../testing/judge-client.ts";

// Hundreds of servers, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000 });

const apiKeys = [defaultApiKey];
const open = { isAllTraffic: false };
const alone = { isAllTraffic: true, apiKeys };
/** Other clients use these, so their traffic is never all there is. */
const busy = /busy-shop|with-new-ids/;

/** Headers of browsers. */
const ofBrowsers = {
  accept: "application/json, text/plain, */*",
  "accept-encoding": "gzip, deflate, br, zstd",
  cookie: "theme=dark",
  origin: "http://localhost:5173",
  referer: "http://localhost:5173/",
  "sec-fetch-mode": "cors",
};

test("no right server is blamed for a usual client's traffic where there may be other clients", () => {
  for (const { id, build, options } of rightServers) {
    const { results, counts } = judgeClient(createMock(options), build, open, ofBrowsers);
    expect([
      id,
      counts.failed,
      counts.errored,
      results.filter(({ outcome }) => outcome === "failed"),
    ]).toEqual([id, 0, 0, []]);
  }
});

test("no right server is blamed where the traffic is all there is", () => {
  for (const { id, build, options } of rightServers.filter((server) => !busy.test(server.id))) {
    const { results } = judgeClient(createMock(options), build, alone);
    expect([id, results.filter(({ outcome }) => outcome === "failed")]).toEqual([id, []]);
  }
});

test.each([
  ["that may have other clients", { ...open, apiKeys }, {}, 0.525],
  ["that is all there is", alone, {}, 0.605],
  ["of a browser's page", alone, ofBrowsers, 0.61],
])("traffic %s shows most of what is wrong with wrong servers", (_name, options, headers, minShare) => {
  const caught = brokenServers.flatMap(({ build, caughtBy }) => {
    const { results } = judgeClient(createMock(), build, options, headers);
    const told = results.filter(({ outcome }) => outcome === "failed" || outcome === "warned");
    return told.length > 0 ? [told.some(({ id }) => caughtBy.includes(id))] : [];
  });
  expect(caught.length / brokenServers.length).toBeGreaterThanOrEqual(minShare);
  // The others break more than one requirement, and traffic shows another of them.
  expect(caught.filter((isNamed) => isNamed).length).toBeGreaterThan(0.85 * caught.length);
});
