/** What one can do to a mock besides calling the API. The same methods serve tests in process and HTTP. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
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
import type { JournalEntry } from "../journal/journal.ts";
import type { MockEvent } from "../worlds/events.ts";
import type { OrderSource } from "../worlds/order-source.ts";

/** One world under control. Each method's HTTP form is in `GET /_mock/openapi.yaml`. */
export interface Control {
  health(): Health;
  /** Every order with its status, cancelled ones too; or so many of the first. */
  orders(most?: number): FixtureOrder[];
  /** Adds an order, or puts it in the place of the one with its id. */
  put(order: FixtureOrder): FixtureOrder;
  /** @throws {BadInput} when the order is not pending */
  ship(id: bigint): FixtureOrder;
  /** Back to the start, or to another start: members left out stay as they were. */
  reset(source?: Partial<OrderSource>): Health;
  /** The same for every world; another start is then that of the worlds to come, too. */
  resetAll(source?: Partial<OrderSource>): Health;
  /** The orders and the profile as a short text, for `restore`. */
  snapshot(): string;
  /** @throws {BadInput} for a text that is no snapshot, or one of orders that are not there to start from */
  restore(snapshot: string): Health;
  faults(): readonly FaultRule[];
  /** These rules, or those of a preset, in place of those there are. @throws {BadInput} naming the field that cannot be used */
  setFaults(rules: FaultRules): readonly FaultRule[];
  /** Requests and answers, newest last. @param newest at most so many of them */
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
  setProfile(profile: Profile): Profile;
  providerState(request: ProviderStateRequest): ProviderStateAnswer;
  /** The worlds there are. */
  worlds(): WorldSummary[];
  /** Forgets a world and its orders. The world without a name cannot be dropped. */
  dropWorld(name: string): void;
  /** Forgets worlds that had no request for so many seconds; returns how many. */
  dropIdleWorlds(seconds: number): number;
  /** Control of another world, made if it is not there yet. */
  world(name: string): Control;
}

/** An order or a world that the control plane was asked about is not there. */
export class NotThere extends Error {
  override name = "NotThere";
  readonly code: "order_not_found" | "world_not_found";
  constructor(what: "order" | "world", message: string) {
    super(message);
    this.code = `${what}_not_found`;
  }
}
