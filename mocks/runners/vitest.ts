/** vitest's `test` with the mock behind it: one mock on a port a worker, one world a test; and the matchers. */

import { test as base, expect } from "vitest";
import { type MockServerOptions, startMockServer } from "../adapters/server/mock-server.ts";
import { createControlClient } from "../client/control-client.ts";
import { defaultApiKey } from "../mock-options.ts";
import { type OrderMatchers, orderMatchers, type StoreOrders } from "./order-matchers.ts";

declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends OrderMatchers<Promise<void>> {}
}

/** `toHaveOrder` and `toHaveReceived` are there once this module is imported. */
expect.extend(orderMatchers);

export type { StoreOrders };

export interface OrdersTestOptions extends MockServerOptions {
  /** Address of a mock that runs already, ending in `/v1`. Default: one is started for each worker. */
  readonly baseUrl?: string;
}

/** A `test` whose context has `storeOrders`: another mock than the default one. */
export function createOrdersTest(options: OrdersTestOptions = {}) {
  const [key = defaultApiKey] = options.apiKeys ?? [];
  return (
    base
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs.
      .extend("mockAddress", { scope: "worker" }, async ({}, { onCleanup }): Promise<string> => {
        if (options.baseUrl !== undefined) return options.baseUrl;
        const server = await startMockServer(options);
        onCleanup(() => server.close());
        return server.baseUrl;
      })
      .extend("storeOrders", async ({ mockAddress }, { onCleanup }): Promise<StoreOrders> => {
        const world = crypto.randomUUID();
        const root = createControlClient({ baseUrl: mockAddress, token: options.controlToken });
        const control = root.world(world);
        onCleanup(() => root.dropWorld(world).catch(() => undefined));
        return { baseUrl: mockAddress, apiKey: `${key}~${world}`, control };
      })
  );
}

export const test = createOrdersTest();
export { expect };
