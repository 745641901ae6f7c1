/**
 * What worlds that several mocks share need of those who share them. Every request is answered in
 * memory, as in a mock of its own, between two words with the store: one that brings the world up to
 * date, and one that keeps what the request changed, or has it answered anew.
 */

import type { WorldSummary } from "../../spec/control-protocol.ts";
import type { StateStorage } from "../core/order-storage.ts";
import { errorReply, type MockReply } from "../http/reply.ts";
import type { EventRelay } from "./events.ts";
import type { OrderStart, SharedWorlds, WorldLimits, WorldStart } from "./world-state.ts";

export const tooManyWorlds = errorReply(
  503,
  "too_many_worlds",
  "There are too many worlds. Drop some: DELETE /_mock/worlds?idle=60 drops those idle for a minute.",
);

/** A request cannot be answered, since its world cannot be had or what it changed cannot be kept. */
export class StateRefused extends Error {
  override name = "StateRefused";
  readonly reply: MockReply;
  constructor(reply: MockReply) {
    super(reply.why);
    this.reply = reply;
  }
}

export interface SharedNeeds {
  readonly world: string;
  /** Answered beside others of the same world, in one exchange with the store. */
  readonly isCall: boolean;
  readonly journal?: boolean;
  readonly follows?: boolean;
  readonly worlds?: boolean;
  /** The world is not made by this request. */
  readonly isNotMade?: boolean;
}

/** A mock's part in what it shares. */
export interface SharedMock {
  /**
   * Answers once all that the request changed is kept. Rejects with {@link StateRefused}.
   * @param instead answers where the store cannot be reached soon; left out, the request waits, and gets a 503
   */
  answer(
    needs: SharedNeeds,
    run: () => MockReply | Promise<MockReply>,
    instead?: () => MockReply,
  ): Promise<MockReply>;
  /** Notes in the start world what somebody else answered. */
  note(record: () => void): void;
  readonly isReady: boolean;
}

export interface SharedStorage extends StateStorage {
  readonly start: WorldStart;
  /** Milliseconds of the clock that all have in common. */
  now(): number;
  /** Where a world tells what happens in it. */
  relay(world: string): EventRelay;
  /** As they were when the request began that needs them. */
  summaries(): readonly WorldSummary[];
  dropIdle(seconds: number): number;
  /** Every world starts from there from now on, and forgets what it was. */
  startAll(from: OrderStart): void;
  join(worlds: SharedWorlds, limits: WorldLimits): SharedMock;
}
