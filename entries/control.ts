/** `store-orders-kit/control`: a client of the control plane of a mock on a port. */

export type { FixtureInput, FixtureOrder } from "../fixtures/fixture-order.ts";
export type { ScenarioName } from "../fixtures/scenarios.ts";
export {
  type ControlClient,
  type ControlClientOptions,
  createControlClient,
} from "../mocks/client/control-client.ts";
export type { ResetSource } from "../mocks/control/control.ts";
export type { OrderId } from "../mocks/control/order-control.ts";
export type { FaultRule, FaultRules } from "../mocks/faults/fault-rule.ts";
export type { JournalFormat } from "../mocks/journal/format-journal.ts";
export type { JournalEntry } from "../mocks/journal/journal-entry.ts";
export type { MockEvent } from "../mocks/worlds/events.ts";
export type { OrderPage, OrderQuery } from "../mocks/worlds/search-orders.ts";
export { ControlError, type FaultPreset, type Health, type WorldSummary } from "../spec/control-protocol.ts";
export type { Profile } from "../spec/open-questions.ts";
export type { Order, OrderStatus } from "../spec/wire.ts";
