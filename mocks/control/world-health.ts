/** What a mock tells of itself and of one of its worlds. */

import { type BrokenBehaviour, type Health, healthService } from "../../spec/control-protocol.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import type { WorldState } from "../worlds/world-state.ts";

/** What the control plane is told of its mock, besides its worlds. */
export interface MockFacts {
  readonly now: () => number;
  /** Keys that let calls in. */
  readonly apiKeys: ReadonlySet<string>;
  /** Whether the mock is to be sent requests. */
  readonly isReady: () => boolean;
  readonly broken?: BrokenBehaviour | undefined;
}

export function healthOf(world: WorldState, { isReady, broken }: MockFacts): Health {
  return {
    service: healthService,
    version: kitVersion,
    seed: world.source.seed,
    orders: countOrders(world),
    world: world.name,
    ready: isReady(),
    ...(broken && { broken }),
  };
}

function countOrders({ store }: WorldState): number {
  // Every position holds an order but for those removed, which are among the changes.
  let removed = 0;
  for (const order of store.changes().values()) if (order === undefined) removed++;
  return store.size - removed;
}
