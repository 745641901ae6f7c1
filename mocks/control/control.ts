/** Operations on a mock apart from the API. The same methods serve tests in process and HTTP. */

import type { FixtureInput, FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { ScenarioName } from "../../fixtures/scenarios.ts";
import type {
  Health,
  ProviderStateAnswer,
  ProviderStateRequest,
  WorldSummary,
} from "../../spec/control-protocol.ts";
import type { Profile } from "../../spec/open-questions.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import type { FaultRules } from "../faults/parse-fault-rules.ts";
import type { JournalFormat } from "../journal/format-journal.ts";
import type { JournalEntry } from "../journal/journal-entry.ts";
import type { MockEvent } from "../worlds/events.ts";
import type { OrderPage, OrderQuery } from "../worlds/search-orders.ts";

/** The start of a world: members that are left out keep their values. */
export interface ResetSource {
  /** Seed of the generated orders and of the faults' chances. */
  readonly seed?: number | undefined;
  /** How many to generate. */
  readonly orders?: number | undefined;
  /** Orders to start from, or a scenario's name; `default` or undefined for generated ones. */
  readonly fixtures?: readonly FixtureInput[] | ScenarioName | undefined;
}

/** An id as a bigint, an exact number or digits. */
export type OrderId = bigint | number | string;

/** One world under control. Each method's HTTP form is in `GET /_mock/openapi.yaml`. */
export interface Control {
  health(): Health;
  /** Every order with its status, cancelled ones too. @param limit the maximum number of orders */
  orders(most?: number): FixtureOrder[];
  /** A page of the orders, filtered by state, beginning of the id or text, and sorted. @throws {BadInput} */
  searchOrders(query?: OrderQuery): OrderPage;
  /** @throws {ControlError} */
  order(id: OrderId): FixtureOrder;
  /** Adds an order. @throws {ControlError} where its id is used */
  add(order: FixtureInput): FixtureOrder;
  /** Adds an order, or replaces the one with its id. */
  put(order: FixtureInput): FixtureOrder;
  /** Removes an order completely. @throws {ControlError} */
  remove(id: OrderId): FixtureOrder;
  /**
   * Puts an order back that was removed since the last reset, unchanged and at its place in the list. @throws {ControlError}
   */
  restoreOrder(id: OrderId): FixtureOrder;
  /** @throws {BadInput} when the order is not pending */
  ship(id: OrderId): FixtureOrder;
  /**
   * Resets the world to the mock's start. With a source, to another start until the next reset without one; members that it
   * leaves out keep their values.
   */
  reset(source?: ResetSource): Health;
  /** The same for every world, and for new worlds. */
  resetAll(source?: ResetSource): Health;
  /** The orders and the profile as a short text, for `restore`. */
  snapshot(): string;
  /** @throws {BadInput} for a text that is not a snapshot, or a snapshot whose first orders are not known here */
  restore(snapshot: string): Health;
  /** The rules, each with its remaining matches and the number of times that it has played. */
  faults(): readonly FaultRule[];
  /** Replaces all rules by these, or by those of a preset. @throws {BadInput} naming the field that cannot be used */
  setFaults(rules: FaultRules): readonly FaultRule[];
  /** Requests and answers, newest last. @param newest maximum number of them */
  journal(newest?: number): readonly JournalEntry[];
  /**
   * The journal as a HAR file, as curl commands or as a vitest test.
   * @param entry only the exchange of this id
   */
  journalAs(format: JournalFormat, newest?: number, entry?: number): string;
  clearJournal(): void;
  /** Listens to the events of this world; returns a function that stops. */
  onEvent(listener: (event: MockEvent) => void): () => void;
  profile(): Profile;
  /** Sets the answers to the open questions; the default profile has the rest. @throws {BadInput} */
  setProfile(profile: Partial<Profile>): Profile;
  /** Whether an API key is valid. It may name a world. */
  acceptsKey(key: string): boolean;
  providerState(request: ProviderStateRequest): ProviderStateAnswer;
  /** The present worlds. */
  worlds(): WorldSummary[];
  /** Drops a world and its orders. The world without a name cannot be dropped. */
  dropWorld(name: string): void;
  /** Drops worlds that had no request for a number of seconds; returns how many. */
  dropIdleWorlds(seconds: number): number;
  /** Control of another world, which is made at its first use. */
  world(name: string): Control;
}
