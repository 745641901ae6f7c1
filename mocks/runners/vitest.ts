/** vitest's `test` with the mock: one mock on a port for each worker, one world for each test; and the matchers. */

import { test as base, expect } from "vitest";
import { apiAddress } from "../adapters/mount.ts";
import { type MockServerOptions, startMockServer } from "../adapters/server/mock-server.ts";
import { createControlClient } from "../client/control-client.ts";
import { defaultApiKey } from "../mock-options.ts";
import {
  createOrderMatchers,
  type MatcherState,
  type OrderMatchers,
  type StoreOrders,
} from "./order-matchers.ts";

declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends OrderMatchers<Promise<void>> {}
}

interface VitestState extends MatcherState {
  /** The test that the assertion belongs to. */
  readonly task?: { readonly timeout?: number; readonly result?: { readonly startTime?: number } };
}

/** vitest has no public way to read its configuration in a test. */
const { __vitest_worker__: worker } = globalThis as {
  __vitest_worker__?: { config?: { expect?: { poll?: { timeout?: number } } } };
};

/**
 * The time that `expect.poll` has, 1 s by default. At most nine tenths of the test's time, so that the
 * assertion fails before the test times out.
 */
function waitInTest({ task }: VitestState): number {
  const wait = worker?.config?.expect?.poll?.timeout ?? 1000;
  const { timeout = 0, result } = task ?? {};
  if (timeout <= 0 || result?.startTime === undefined) return wait;
  return Math.min(wait, result.startTime + 0.9 * timeout - Date.now());
}

/** `toHaveOrder` and `toHaveReceived` are available once this module is imported. */
expect.extend(createOrderMatchers(waitInTest));

export type { StoreOrders };

export interface OrdersTestOptions extends MockServerOptions {
  /** Address of a mock that runs already, ending in `/v1`. Default: one is started for each worker. */
  readonly baseUrl?: string;
}

interface TestFixtures {
  readonly mockAddress: string;
  readonly storeOrders: StoreOrders;
}

/** A `test` whose context has `storeOrders`: another mock than the default one. */
export function createOrdersTest(options: OrdersTestOptions = {}) {
  const [key = defaultApiKey] = options.apiKeys ?? [];
  // In the form that vitest 4.0 also accepts.
  return base.extend<TestFixtures>({
    mockAddress: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs.
      async ({}, use) => {
        if (options.baseUrl !== undefined) return use(apiAddress.read(options.baseUrl, "baseUrl"));
        await using server = await startMockServer(options);
        await use(server.baseUrl);
      },
      { scope: "worker" },
    ],
    async storeOrders({ mockAddress }, use) {
      const world = crypto.randomUUID();
      const root = createControlClient({ baseUrl: mockAddress, token: options.controlToken });
      await use({ baseUrl: mockAddress, apiKey: `${key}~${world}`, control: root.world(world) });
      await root.dropWorld(world).catch(() => undefined);
    },
  });
}

export const test = createOrdersTest();
export { expect };
