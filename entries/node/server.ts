/** `store-orders-kit/server`: the mock on a port. */

export type { FixtureInput, FixtureOrder } from "../../fixtures/fixture-order.ts";
export type { ScenarioName } from "../../fixtures/scenarios.ts";
export {
  type MockServer,
  type MockServerOptions,
  startMockServer,
} from "../../mocks/adapters/server/mock-server.ts";
export type { Control } from "../../mocks/control/control.ts";
export type { FaultRule } from "../../mocks/faults/fault-rule.ts";
export type { Mock } from "../../mocks/mock.ts";
export { defaultApiKey } from "../../mocks/mock-options.ts";
export type { Profile } from "../../spec/open-questions.ts";
export type { Order, OrderStatus } from "../../spec/wire.ts";
