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

test.each([
  ["where there may be other clients", rightServers, open, ofBrowsers],
  ["where it is all there is", rightServers.filter(({ id }) => !busy.test(id)), alone, {}],
])("no right server is blamed for a usual client's traffic %s", (_name, servers, options, headers) => {
  const blamed = servers.flatMap((server) => {
    const { results } = judgeClient(createMock(server.options), server.build, options, headers);
    const wrong = results.filter(({ outcome }) => outcome === "failed" || outcome === "errored");
    return wrong.map((result) => `${server.id}: ${result.id}: ${result.reason}`);
  });
  expect(blamed).toEqual([]);
});

test.each([
  ["that may have other clients", { ...open, apiKeys }, {}, 0.465],
  ["that is all there is", alone, {}, 0.525],
  ["of a browser's page", alone, ofBrowsers, 0.525],
])("traffic %s shows most mistakes of wrong servers", (_name, options, headers, minShare) => {
  const caught = brokenServers.flatMap(({ build, caughtBy }) => {
    const { results } = judgeClient(createMock(), build, options, headers);
    const told = results.filter(({ outcome }) => outcome === "failed" || outcome === "warned");
    return told.length > 0 ? [told.some(({ id }) => caughtBy.includes(id))] : [];
  });
  expect(caught.length / brokenServers.length).toBeGreaterThanOrEqual(minShare);
  // The others break more than one requirement, and traffic shows another of them.
  expect(caught.filter((isNamed) => isNamed).length).toBeGreaterThan(0.83 * caught.length);
});
