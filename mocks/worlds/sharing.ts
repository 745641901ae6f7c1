/** The way of a request to a mock that shares its worlds with others. */

import type { StateStorage } from "../core/order-storage.ts";
import type { MockReply } from "../http/reply.ts";
import type { WorldStart } from "./world-state.ts";
import type { Worlds, WorldsOptions } from "./worlds.ts";

export interface SharedNeeds {
  readonly world: string;
  /** Answered beside others of the same world, in one exchange with the store. */
  readonly isCall: boolean;
  /** Values that it reads apart from its world. */
  readonly reads?: "journal" | "worlds" | undefined;
  readonly follows?: boolean;
  /** Refused soon where the store cannot be reached. */
  readonly isHealth?: boolean;
}

/**
 * A store of worlds that several mocks share. Every request is answered in memory, as in a mock of its own, between two
 * exchanges with the store: one that brings the world up to date, and one that keeps what the request changed, or has it
 * answered again.
 */
export interface SharedStorage extends StateStorage {
  readonly start: WorldStart;
  /** Milliseconds of the clock that all have in common. */
  now(): number;
  readonly isReady: boolean;
  createWorlds(options: WorldsOptions): Worlds;
  /** Answers once all that the request changed is kept. @throws {NotKept} */
  answer(needs: SharedNeeds, run: () => MockReply): Promise<MockReply>;
}
