/** `store-orders-kit/msw`: handlers for Mock Service Worker. */

export type { FixtureInput, FixtureOrder } from "../fixtures/fixture-order.ts";
export type { ScenarioName } from "../fixtures/scenarios.ts";
export { createHandlers, type HandlerOptions } from "../mocks/adapters/msw.ts";
export type { Control } from "../mocks/control/control.ts";
export type { FaultRule } from "../mocks/faults/fault-rule.ts";
export { createMock, type Mock } from "../mocks/mock.ts";
export { defaultApiKey, type MockOptions } from "../mocks/mock-options.ts";
export type { Profile } from "../spec/open-questions.ts";
export type { ProfileName } from "../spec/profile.ts";
export type { Order, OrderStatus } from "../spec/wire.ts";
