/** `store-orders-kit`: the mock in process, and the names its users write. */

export { BadInput } from "../base/bad-input.ts";
export type { FixtureInput, FixtureOrder } from "../fixtures/fixture-order.ts";
export type { ScenarioName } from "../fixtures/scenarios.ts";
export type { Control, ResetSource } from "../mocks/control/control.ts";
export type { ControlAccess } from "../mocks/control/guard.ts";
export type { OrderId } from "../mocks/control/order-control.ts";
export type { FaultName, FaultRule, FaultRules } from "../mocks/faults/fault-rule.ts";
export type { MockReply, MockRequest } from "../mocks/http/reply.ts";
export type { JournalFormat } from "../mocks/journal/format-journal.ts";
export type { JournalEntry } from "../mocks/journal/journal-entry.ts";
export { createMock, type Mock } from "../mocks/mock.ts";
export { defaultApiKey, type MockOptions } from "../mocks/mock-options.ts";
export type { MockEvent } from "../mocks/worlds/events.ts";
export type { OrderPage, OrderQuery } from "../mocks/worlds/search-orders.ts";
export type { FaultPreset, Health, WorldSummary } from "../spec/control-protocol.ts";
export type { Profile, QuestionId } from "../spec/open-questions.ts";
export type { ProfileName } from "../spec/profile.ts";
export type { Order, OrderStatus, ServiceError } from "../spec/wire.ts";
