/** `store-orders-kit/fixtures`: orders from a seed, the scenarios, and the fixtures file. */

export type { FixtureInput, FixtureOrder } from "../fixtures/fixture-order.ts";
export { formatFixtures } from "../fixtures/format-fixtures.ts";
export { generateOrders, referenceDate } from "../fixtures/generate-orders.ts";
export { parseFixtures, readFixtures } from "../fixtures/parse-fixtures.ts";
export { type Scenario, type ScenarioName, scenarioNames, scenarios } from "../fixtures/scenarios.ts";
export type { Order, OrderStatus } from "../spec/wire.ts";
