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
  /** Every order with its status, cancelled ones too. @param limit number of the first to return */
  orders(most?: number): FixtureOrder[];
  /** A page of the orders: in one state, with ids that begin so, with a text in them, sorted. @throws {BadInput} */
  searchOrders(query?: OrderQuery): OrderPage;
  /** @throws {ControlError} */
  order(id: OrderId): FixtureOrder;
  /** Adds an order. @throws {ControlError} where there is one with its id */
  add(order: FixtureInput): FixtureOrder;
  /** Adds an order, or puts it in the place of the one with its id. */
  put(order: FixtureInput): FixtureOrder;
  /** Takes an order out of the store, as if it had never been. @throws {ControlError} */
  remove(id: OrderId): FixtureOrder;
  /** Puts an order back that was removed since the last reset: as it was, and where it was in the list. @throws {ControlError} */
  restoreOrder(id: OrderId): FixtureOrder;
  /** @throws {BadInput} when the order is not pending */
  ship(id: OrderId): FixtureOrder;
  /**
   * Back to what the mock was started with. With a source, to another start until the next reset
   * without one; its members that are left out stay as they were.
   */
  reset(source?: ResetSource): Health;
  /** The same for every world, and another start for the worlds to come, too. */
  resetAll(source?: ResetSource): Health;
  /** The orders and the profile as a short text, for `restore`. */
  snapshot(): string;
  /** @throws {BadInput} for a text that is no snapshot, or one of orders that are not there to start from */
  restore(snapshot: string): Health;
  /** The rules with what is left of each, and how often each has played. */
  faults(): readonly FaultRule[];
  /** These rules, or those of a preset, in place of those there are. @throws {BadInput} naming the field that cannot be used */
  setFaults(rules: FaultRules): readonly FaultRule[];
  /** Requests and answers, newest last. @param newest maximum number of them */
  journal(newest?: number): readonly JournalEntry[];
  /**
   * The journal as a HAR file, as curl commands or as a vitest test.
   * @param entry only the exchange of this id
   */
  journalAs(format: JournalFormat, newest?: number, entry?: number): string;
  clearJournal(): void;
  /** Follows what happens in this world; returns how to stop. */
  onEvent(listener: (event: MockEvent) => void): () => void;
  profile(): Profile;
  /** Other answers to the open questions; those left out are the default profile's. @throws {BadInput} */
  setProfile(profile: Partial<Profile>): Profile;
  /** Whether calls with this API key are let in. It may name a world. */
  acceptsKey(key: string): boolean;
  providerState(request: ProviderStateRequest): ProviderStateAnswer;
  /** The worlds there are. */
  worlds(): WorldSummary[];
  /** Forgets a world and its orders. The world without a name cannot be dropped. */
  dropWorld(name: string): void;
  /** Forgets worlds that had no request for a number of seconds; returns how many. */
  dropIdleWorlds(seconds: number): number;
  /** Control of another world, made if it is not there yet. */
  world(name: string): Control;
}
