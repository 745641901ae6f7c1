/** Code of a user, with each name that the entries export. It is compiled, and never run. */

import * as kit from "store-orders-kit";
import * as configuration from "store-orders-kit/config";
import * as conformance from "store-orders-kit/conformance";
import * as fetchTarget from "store-orders-kit/conformance/fetch-target";
import * as httpTargets from "store-orders-kit/conformance/http-target";
import * as conformanceTests from "store-orders-kit/conformance/vitest";
import * as controls from "store-orders-kit/control";
import * as devtools from "store-orders-kit/devtools";
import * as fixtures from "store-orders-kit/fixtures";
import * as jsonText from "store-orders-kit/json";
import * as msw from "store-orders-kit/msw";
import * as playwright from "store-orders-kit/playwright";
import * as profile from "store-orders-kit/profile";
import * as servers from "store-orders-kit/server";
import * as undici from "store-orders-kit/undici";
import * as vitest from "store-orders-kit/vitest";

export const order: kit.Order = {
  id: 1n,
  petId: 2n,
  quantity: 3n,
  shipDate: "2026-01-15T08:00:00Z",
  complete: false,
};
export const status: kit.OrderStatus = "pending";
export const fixture: kit.FixtureOrder = { id: 1n, status, note: "any field more" };
export const error: kit.ServiceError = { code: "order_not_found", message: "There is none.", status: 404 };

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
export const fault: kit.FaultName = slow.fault;
export const preset: kit.FaultPreset = "flaky";
export const rules: kit.FaultRules = [outage, slow];

export const scenario: kit.ScenarioName = "magic";
export const profileName: kit.ProfileName = "terse";
export const options: kit.MockOptions = {
  fixtures: scenario,
  profile: profileName,
  faults: [outage, slow],
  seed: 7,
};
export const others: kit.MockOptions = {
  fixtures: [fixture],
  profile: { conflictBody: "text" },
  faults: preset,
};
// @ts-expect-error There is no such scenario.
export const misspelt: kit.MockOptions = { fixtures: "magik" };
// @ts-expect-error There is no such answer.
export const wrongAnswer: Partial<kit.Profile> = { conflictBody: "xml" };

export const mock: kit.Mock = kit.createMock(options);
export const control: kit.Control = mock.control;
export const request: kit.MockRequest = { method: "GET", target: "/v1/store/orders", headers: {} };
export const reply: kit.MockReply = mock.handle(request);
export const access: kit.ControlAccess = { loopback: true };
export const health: kit.Health = control.reset({ fixtures: "empty" } satisfies kit.ResetSource);
export const entries: readonly kit.JournalEntry[] = control.journal();
export const har: string = control.journalAs("har" satisfies kit.JournalFormat);
export const worlds: readonly kit.WorldSummary[] = control.worlds();
export const query: kit.OrderQuery = { limit: 10 };
export const page: kit.OrderPage = control.searchOrders(query);
export const shipped: kit.FixtureOrder = control.ship("1001" satisfies kit.OrderId);
export const listen = (event: kit.MockEvent): string => event.event;

export const handlerOptions: msw.HandlerOptions = {
  ...options,
  baseUrl: "https://shop.test/v1",
  resets: "start world",
};
export const handlers = msw.createHandlers(handlerOptions);
export const interceptorOptions: undici.InterceptorOptions = { baseUrl: "https://shop.test/v1" };
export const interceptor = undici.createInterceptor(interceptorOptions);
export const serverOptions: servers.MockServerOptions = { port: 0, apiKeys: [kit.defaultApiKey] };
export const server: Promise<servers.MockServer> = servers.startMockServer(serverOptions);
export const clientOptions: controls.ControlClientOptions = { origin: "http://127.0.0.1:4010" };
export const client: controls.ControlClient = controls.createControlClient(clientOptions);
export const isRefused = (reason: unknown): boolean =>
  reason instanceof controls.ControlError || reason instanceof kit.BadInput;

export const generated: readonly kit.FixtureOrder[] = fixtures.parseFixtures(
  [...fixtures.formatFixtures(fixtures.generateOrders(1, 3), "json")].join(""),
  "a file",
);
export const named: readonly kit.ScenarioName[] = fixtures.scenarioNames();
export const describeScenario = ({ description }: fixtures.Scenario): string => description;
export const described: readonly fixtures.Scenario[] = [fixtures.scenarios.magic];
export const today: string = fixtures.referenceDate;
export const json: jsonText.Json = jsonText.parseJson(
  jsonText.formatJson({ id: 2n ** 60n } satisfies jsonText.JsonObject),
);
export const isObject: boolean = jsonText.isJsonObject(json);
export const asked: string = profile.openQuestions.conflictBody.question;
export const questions = Object.keys(profile.defaultProfile) as kit.QuestionId[];
export const profiles: readonly kit.Profile[] = [
  profile.namedProfiles.terse,
  profile.parseProfile(json, "a file"),
];

export const fetchOptions: fetchTarget.FetchTargetOptions = {
  baseUrl: "https://staging.test/v1",
  apiKey: "key",
};
export const target: fetchTarget.Target = fetchTarget.createFetchTarget(fetchOptions);
export const arrange: () => Promise<conformance.Arrangement> = conformance.namedOrders({
  pending: [1n],
  shipped: [2n],
});
export const provide: () => Promise<conformance.Arrangement> = conformance.providedOrders(
  "https://staging.test/states",
  async () => ({
    status: 200,
    text: "{}",
  }),
);
export const headers: conformance.HeaderList = [["x-tenant", "a"]];
export const outgoing: conformance.OutgoingRequest = { method: "GET", path: "/store/orders", headers };
export const answer: conformance.Answer = { status: 200, headers, body: new Uint8Array() };
export const httpOptions: httpTargets.HttpTargetOptions = {
  baseUrl: "https://staging.test/v1",
  apiKey: "key",
};
export const httpTarget: httpTargets.HttpTarget = httpTargets.createHttpTarget(httpOptions);
export const suiteOptions: conformance.SuiteOptions = {
  onExchange: (exchange: conformance.Exchange) => void exchange.answer,
};
export const describeOptions: conformanceTests.DescribeOptions = { ...suiteOptions, allowUntested: true };
export const requirementsOf = ({
  requirements,
}: conformance.SuiteOptions): readonly conformance.Requirement[] => requirements ?? [];
export async function judge(): Promise<conformance.Verdict> {
  const report: conformance.Report = await conformance.runSuite(target, suiteOptions);
  const results: readonly conformance.RequirementResult[] = report.results;
  const outcomes: readonly conformance.Outcome[] = results.map(({ outcome }) => outcome);
  const evidence: readonly conformance.Evidence[] = results.map((result) => result.evidence);
  const exchanges: readonly conformance.ReportedExchange[] = evidence.flatMap((each) => each.exchanges);
  const observed: readonly conformance.ObservedAnswer[] = report.observations;
  return outcomes.length + exchanges.length + observed.length > 0 ? report.verdict : "partial";
}
export const describeIt = (): void => conformanceTests.describeConformance(httpTarget, describeOptions);

export const config: configuration.StoreOrdersConfig = configuration.defineConfig({
  mock: { port: 0, fixtures: "magic" },
  faults: { bad: [outage] },
});
export type NoOptions = configuration.OptionsOf<never>;
export const panel = (settings: devtools.DevtoolsOptions): devtools.Devtools =>
  devtools.mountDevtools(control, settings);
export const testOptions: vitest.OrdersTestOptions = { fixtures: "magic" };
export const shopTest = vitest.createOrdersTest(testOptions);
export const addressOf = ({ baseUrl }: vitest.StoreOrders): string => baseUrl;
export const playwrightOptions: Partial<playwright.StoreOrdersOptions> = {
  mockOptions: { fixtures: "magic" },
};
export const tests: readonly object[] = [playwright.test, shopTest];
export const input: readonly fixtures.FixtureInput[] = [{ id: 7 }];
export const readOrders: readonly kit.FixtureOrder[] = fixtures.readFixtures(input, "orders.json");
