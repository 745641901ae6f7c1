/**
 * `test` and `expect` of @playwright/test with the mock: one mock for each worker, one world for each test. The application
 * keeps its key: the test's world is added to it in requests to the mock.
 */

import { test as base, expect as baseExpect } from "@playwright/test";
import { apiAddress } from "../adapters/mount.ts";
import { type MockServerOptions, startMockServer } from "../adapters/server/mock-server.ts";
import { type ControlClient, createControlClient } from "../client/control-client.ts";
import { defaultApiKey } from "../mock-options.ts";
import { createOrderMatchers, type MatcherState, type StoreOrders } from "./order-matchers.ts";

export type { StoreOrders };

/** Options of a project, for `use` in playwright.config.ts. */
export interface StoreOrdersOptions {
  /** Options of the mock. */
  readonly mockOptions: MockServerOptions;
  /** Address of a mock that runs already, ending in `/v1`. Default: one is started for each worker. */
  readonly mockBaseUrl: string | undefined;
  /** The address to which the application sends its calls, ending in `/v1`. Default: the mock's own address. */
  readonly apiBaseUrl: string | undefined;
}

interface TestFixtures {
  readonly storeOrders: StoreOrders;
  readonly control: ControlClient;
}
interface WorkerFixtures extends StoreOrdersOptions {
  readonly mockAddress: string;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  mockOptions: [{}, { option: true, scope: "worker" }],
  mockBaseUrl: [undefined, { option: true, scope: "worker" }],
  apiBaseUrl: [undefined, { option: true, scope: "worker" }],

  mockAddress: [
    async ({ mockOptions, mockBaseUrl }, use) => {
      if (mockBaseUrl !== undefined) return use(apiAddress.read(mockBaseUrl, "mockBaseUrl"));
      await using server = await startMockServer(mockOptions);
      await use(server.baseUrl);
    },
    { scope: "worker" },
  ],

  async storeOrders({ mockAddress, mockOptions }, use, testInfo) {
    const world = `${testInfo.testId}-${testInfo.retry}-${testInfo.repeatEachIndex}`;
    const [key = defaultApiKey] = mockOptions.apiKeys ?? [];
    const root = createControlClient({ baseUrl: mockAddress, token: mockOptions.controlToken });
    const control = root.world(world);
    await use({ baseUrl: mockAddress, apiKey: `${key}~${world}`, control });
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = await control.journalAs("curl");
      await testInfo.attach("store-orders journal", { body, contentType: "text/plain" });
    }
    await root.dropWorld(world).catch(() => undefined);
  },

  control: ({ storeOrders }, use) => use(storeOrders.control),

  async context({ context, storeOrders, apiBaseUrl }, use) {
    const { baseUrl, apiKey } = storeOrders;
    const from = apiBaseUrl === undefined ? baseUrl : apiAddress.read(apiBaseUrl, "apiBaseUrl");
    const plain = `Bearer ${apiKey.slice(0, apiKey.lastIndexOf("~"))}`;
    // A browser can redirect a request only to an address with the same protocol.
    const isSameProtocol = new URL(from).protocol === new URL(baseUrl).protocol;
    await context.route(`${from}/**`, async (route) => {
      const request = route.request();
      const headers = request.headers();
      // A wrong key stays wrong.
      if (headers.authorization === plain) headers.authorization = `Bearer ${apiKey}`;
      const there = { headers, url: baseUrl + request.url().slice(from.length) };
      if (isSameProtocol) return route.continue(there);
      const response = await route.fetch({ ...there, maxRedirects: 0, timeout: 0 }).catch(() => undefined);
      // A closed page gets no answer.
      return (response ? route.fulfill({ response }) : route.abort("connectionfailed")).catch(
        () => undefined,
      );
    });
    await use(context);
  },
});

/** The state of an assertion; `timeout` is the project's `expect.timeout`. */
type State = MatcherState & { readonly timeout?: number };

export const expect = baseExpect.extend(createOrderMatchers(({ timeout = 5000 }: State) => timeout));
