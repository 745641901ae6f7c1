/** Code of a user, with each name that the entries export. It is compiled, and never run. */

import {
  BadInput,
  type Control,
  type ControlAccess,
  createMock,
  defaultApiKey,
  type FaultName,
  type FaultPreset,
  type FaultRule,
  type FaultRules,
  type FixtureOrder,
  type Health,
  type JournalEntry,
  type JournalFormat,
  type Mock,
  type MockEvent,
  type MockOptions,
  type MockReply,
  type MockRequest,
  type Order,
  type OrderId,
  type OrderPage,
  type OrderQuery,
  type OrderStatus,
  type Profile,
  type ProfileName,
  type QuestionId,
  type ResetSource,
  type ScenarioName,
  type ServiceError,
  type WorldSummary,
} from "store-orders-kit";
import { defineConfig, type OptionsOf, type StoreOrdersConfig } from "store-orders-kit/config";
import {
  type Answer,
  type Arrangement,
  type Evidence,
  type Exchange,
  type HeaderList,
  namedOrders,
  type ObservedAnswer,
  type Outcome,
  type OutgoingRequest,
  providedOrders,
  type Report,
  type ReportedExchange,
  type Requirement,
  type RequirementResult,
  runSuite,
  type SuiteOptions,
  type Verdict,
} from "store-orders-kit/conformance";
import {
  createFetchTarget,
  type FetchTargetOptions,
  type Target,
} from "store-orders-kit/conformance/fetch-target";
import {
  createHttpTarget,
  type HttpTarget,
  type HttpTargetOptions,
} from "store-orders-kit/conformance/http-target";
import { type DescribeOptions, describeConformance } from "store-orders-kit/conformance/vitest";
import {
  type ControlClient,
  type ControlClientOptions,
  ControlError,
  createControlClient,
} from "store-orders-kit/control";
import { type Devtools, type DevtoolsOptions, mountDevtools } from "store-orders-kit/devtools";
import {
  type FixtureInput,
  formatFixtures,
  generateOrders,
  parseFixtures,
  readFixtures,
  referenceDate,
  type Scenario,
  scenarioNames,
  scenarios,
} from "store-orders-kit/fixtures";
import { formatJson, isJsonObject, type Json, type JsonObject, parseJson } from "store-orders-kit/json";
import { createHandlers, type HandlerOptions } from "store-orders-kit/msw";
import { test as playwrightTest, type StoreOrdersOptions } from "store-orders-kit/playwright";
import { defaultProfile, namedProfiles, openQuestions, parseProfile } from "store-orders-kit/profile";
import { type MockServer, type MockServerOptions, startMockServer } from "store-orders-kit/server";
import { createInterceptor, type InterceptorOptions } from "store-orders-kit/undici";
import { createOrdersTest, type OrdersTestOptions, type StoreOrders } from "store-orders-kit/vitest";

export const order: Order = {
  id: 1n,
  petId: 2n,
  quantity: 3n,
  shipDate: "2026-01-15T08:00:00Z",
  complete: false,
};
export const status: OrderStatus = "pending";
export const fixture: FixtureOrder = { id: 1n, status, note: "any field more" };
export const error: ServiceError = { code: "order_not_found", message: "There is none.", status: 404 };

export const outage: FaultRule = { fault: "status", status: 503 };
export const slow = {
  fault: "delay",
  ms: [100, 2000],
  operation: "cancelOrder",
  times: 3,
} satisfies FaultRule;
// @ts-expect-error A status fault needs its status.
export const without: FaultRule = { fault: "status" };
// @ts-expect-error There is no such fault.
export const unknown: FaultRule = { fault: "explode" };
export const fault: FaultName = slow.fault;
export const preset: FaultPreset = "flaky";
export const rules: FaultRules = [outage, slow];

export const scenario: ScenarioName = "magic";
export const profileName: ProfileName = "terse";
export const options: MockOptions = {
  fixtures: scenario,
  profile: profileName,
  faults: [outage, slow],
  seed: 7,
};
export const others: MockOptions = { fixtures: [fixture], profile: { conflictBody: "text" }, faults: preset };
// @ts-expect-error There is no such scenario.
export const misspelt: MockOptions = { fixtures: "magik" };
// @ts-expect-error There is no such answer.
export const wrongAnswer: Partial<Profile> = { conflictBody: "xml" };

export const mock: Mock = createMock(options);
export const control: Control = mock.control;
export const request: MockRequest = { method: "GET", target: "/v1/store/orders", headers: {} };
export const reply: MockReply = mock.handle(request);
export const access: ControlAccess = { loopback: true };
export const health: Health = control.reset({ fixtures: "empty" } satisfies ResetSource);
export const entries: readonly JournalEntry[] = control.journal();
export const har: string = control.journalAs("har" satisfies JournalFormat);
export const worlds: readonly WorldSummary[] = control.worlds();
export const query: OrderQuery = { limit: 10 };
export const page: OrderPage = control.searchOrders(query);
export const shipped: FixtureOrder = control.ship("1001" satisfies OrderId);
export const listen = (event: MockEvent): string => event.event;

export const handlerOptions: HandlerOptions = {
  ...options,
  baseUrl: "https://shop.test/v1",
  resets: "start world",
};
export const handlers = createHandlers(handlerOptions);
export const interceptorOptions: InterceptorOptions = { baseUrl: "https://shop.test/v1" };
export const interceptor = createInterceptor(interceptorOptions);
export const serverOptions: MockServerOptions = { port: 0, apiKeys: [defaultApiKey] };
export const server: Promise<MockServer> = startMockServer(serverOptions);
export const clientOptions: ControlClientOptions = { origin: "http://127.0.0.1:4010" };
export const client: ControlClient = createControlClient(clientOptions);
export const isRefused = (reason: unknown): boolean =>
  reason instanceof ControlError || reason instanceof BadInput;

export const generated: readonly FixtureOrder[] = parseFixtures(
  [...formatFixtures(generateOrders(1, 3), "json")].join(""),
  "a file",
);
export const named: readonly ScenarioName[] = scenarioNames();
export const describeScenario = ({ description }: Scenario): string => description;
export const described: readonly Scenario[] = [scenarios.magic];
export const today: string = referenceDate;
export const json: Json = parseJson(formatJson({ id: 2n ** 60n } satisfies JsonObject));
export const isObject: boolean = isJsonObject(json);
export const asked: string = openQuestions.conflictBody.question;
export const questions = Object.keys(defaultProfile) as QuestionId[];
export const profiles: readonly Profile[] = [namedProfiles.terse, parseProfile(json, "a file")];

export const fetchOptions: FetchTargetOptions = { baseUrl: "https://staging.test/v1", apiKey: "key" };
export const target: Target = createFetchTarget(fetchOptions);
export const arrange: () => Promise<Arrangement> = namedOrders({ pending: [1n], shipped: [2n] });
export const provide: () => Promise<Arrangement> = providedOrders(
  "https://staging.test/states",
  async () => ({
    status: 200,
    text: "{}",
  }),
);
export const headers: HeaderList = [["x-tenant", "a"]];
export const outgoing: OutgoingRequest = { method: "GET", path: "/store/orders", headers };
export const answer: Answer = { status: 200, headers, body: new Uint8Array() };
export const httpOptions: HttpTargetOptions = { baseUrl: "https://staging.test/v1", apiKey: "key" };
export const httpTarget: HttpTarget = createHttpTarget(httpOptions);
export const suiteOptions: SuiteOptions = { onExchange: (exchange: Exchange) => void exchange.answer };
export const describeOptions: DescribeOptions = { ...suiteOptions, allowUntested: true };
export const requirementsOf = ({ requirements }: SuiteOptions): readonly Requirement[] => requirements ?? [];
export async function judge(): Promise<Verdict> {
  const report: Report = await runSuite(target, suiteOptions);
  const results: readonly RequirementResult[] = report.results;
  const outcomes: readonly Outcome[] = results.map(({ outcome }) => outcome);
  const evidence: readonly Evidence[] = results.map((result) => result.evidence);
  const exchanges: readonly ReportedExchange[] = evidence.flatMap((each) => each.exchanges);
  const observed: readonly ObservedAnswer[] = report.observations;
  return outcomes.length + exchanges.length + observed.length > 0 ? report.verdict : "partial";
}
export const describeIt = (): void => describeConformance(httpTarget, describeOptions);

export const config: StoreOrdersConfig = defineConfig({
  mock: { port: 0, fixtures: "magic" },
  faults: { bad: [outage] },
});
export type NoOptions = OptionsOf<never>;
export const panel = (settings: DevtoolsOptions): Devtools => mountDevtools(control, settings);
export const testOptions: OrdersTestOptions = { fixtures: "magic" };
export const shopTest = createOrdersTest(testOptions);
export const addressOf = ({ baseUrl }: StoreOrders): string => baseUrl;
export const playwrightOptions: Partial<StoreOrdersOptions> = { mockOptions: { fixtures: "magic" } };
export const tests: readonly object[] = [playwrightTest, shopTest];
export const input: readonly FixtureInput[] = [{ id: 7 }];
export const readOrders: readonly FixtureOrder[] = readFixtures(input, "orders.json");
