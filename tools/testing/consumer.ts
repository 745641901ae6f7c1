/** Code of a user: values that the types allow, and mistakes that they find. It is compiled, and never run. */

import * as kit from "store-orders-kit";
import * as configuration from "store-orders-kit/config";
import * as conformance from "store-orders-kit/conformance";
import * as fetchTarget from "store-orders-kit/conformance/fetch-target";
import * as conformanceTests from "store-orders-kit/conformance/vitest";
import * as controls from "store-orders-kit/control";
import * as devtools from "store-orders-kit/devtools";
import * as fixtures from "store-orders-kit/fixtures";
import * as jsonText from "store-orders-kit/json";
import * as msw from "store-orders-kit/msw";
import * as profile from "store-orders-kit/profile";
import * as servers from "store-orders-kit/server";
import * as vitest from "store-orders-kit/vitest";

export const fixture: kit.FixtureOrder = { id: 1n, status: "pending", note: "any field more" };
export const outage: kit.FaultRule = { fault: "status", status: 503 };
export const slow = {
  fault: "delay",
  ms: [100, 2000],
  operation: "cancelOrder",
  times: 3,
} satisfies kit.FaultRule;
// @ts-expect-error A status fault needs its status.
export const without: kit.FaultRule = { fault: "status" };
// @ts-expect-error There is no such fault.
export const unknown: kit.FaultRule = { fault: "explode" };

export const options: kit.MockOptions = { fixtures: "magic", profile: "terse", faults: [outage, slow] };
export const others: kit.MockOptions = {
  fixtures: [fixture],
  profile: { conflictBody: "text" },
  faults: "flaky",
};
// @ts-expect-error There is no such scenario.
export const misspelt: kit.MockOptions = { fixtures: "magik" };
// @ts-expect-error There is no such answer.
export const wrongAnswer: Partial<kit.Profile> = { conflictBody: "xml" };

const { control, handle } = kit.createMock(options);
export const reply: kit.MockReply = handle({ method: "GET", target: "/v1/store/orders", headers: {} });
export const health: kit.Health = control.reset({ fixtures: "empty" });
export const shipped: kit.FixtureOrder = control.ship("1001" satisfies kit.OrderId);
export const handlers = msw.createHandlers({ ...options, baseUrl: "https://shop.test/v1" });
export const server: Promise<servers.MockServer> = servers.startMockServer({ port: 0, ...options });
export const client = controls.createControlClient({ origin: "http://127.0.0.1:4010" });
export const panel: devtools.Devtools = devtools.mountDevtools(control, {});

export const generated: readonly kit.FixtureOrder[] = fixtures.parseFixtures(
  [...fixtures.formatFixtures(fixtures.generateOrders(1, 3), "json")].join(""),
  "a file",
);
export const json: jsonText.Json = jsonText.parseJson(jsonText.formatJson({ id: 2n ** 60n }));
export const profiles: readonly kit.Profile[] = [profile.namedProfiles.terse, profile.parseProfile(json, "")];

const target: fetchTarget.Target = fetchTarget.createFetchTarget({
  baseUrl: "https://a.test/v1",
  apiKey: "k",
});
export async function judge(): Promise<conformance.Verdict> {
  const report = await conformance.runSuite(target, { onExchange: (exchange) => void exchange.answer });
  const answers: readonly conformance.ObservedAnswer[] = report.observations;
  return report.results.some(({ outcome }) => outcome === "failed") ? report.verdict : answers && "partial";
}
export const describeIt = (): void => conformanceTests.describeConformance(target, { allowUntested: true });
export const config = configuration.defineConfig({ mock: { port: 0 }, faults: { bad: [outage] } });
export const shopTest = vitest.createOrdersTest({ fixtures: "magic" });
