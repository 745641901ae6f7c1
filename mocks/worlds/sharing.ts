/** The interface to a store of worlds that several mocks share. */

import type { MockReply } from "../http/reply.ts";
import type { WorldStart, Worlds, WorldsOptions } from "./worlds.ts";

export interface SharedNeeds {
  readonly world: string;
  /** Whether it is a call of the API; calls of a world that wait at the same time share an exchange with the store. */
  readonly isCall: boolean;
  /** Data that it reads in addition to its world. */
  readonly reads?: "journal" | "worlds" | undefined;
  /** The name of the only world that it reads of all worlds. */
  readonly named?: string | undefined;
  /** Whether it follows the events of its world. */
  readonly follows?: boolean;
  /** Whether it is a health check, which waits only briefly for the store. */
  readonly isHealth?: boolean;
  /** Whether it is a health check that fails where the mock is not ready. */
  readonly asksReady?: boolean;
}

/**
 * A store of worlds that several mocks share. A request is answered on a copy of its world in memory. The store then stores
 * the changes if the copy was current; otherwise the copy is updated and the request answered again.
 */
export interface SharedStorage {
  readonly start: WorldStart;
  /** Milliseconds of the clock that all mocks share. */
  now(): number;
  readonly isReady: boolean;
  createWorlds(options: WorldsOptions): Worlds;
  /** Resolves when the changes of the request are stored. @param run answers it, perhaps several times @throws {NotKept} */
  answer(needs: SharedNeeds, run: () => MockReply): Promise<MockReply>;
}
