/** What the steps of a run share. */

import type { GivenOrders } from "../evidence/given-orders.ts";
import type { Part } from "../evidence/parts.ts";
import type { Caller } from "./caller.ts";
import type { Point } from "./input-model.ts";
import type { Turns } from "./points.ts";
import type { Roles } from "./roles.ts";

export interface Run {
  readonly caller: Caller;
  readonly given: GivenOrders;
  readonly roles: Roles;
  /** Rows of the input model, each played in the step that it belongs to. */
  readonly points: readonly Point[];
  readonly turns: Turns;
  /** Each list is expensive: they are read one after the other. */
  readonly hasLargeLists: boolean;
  /** Few requests are allowed. */
  readonly isShort: boolean;
  readonly lateWait: LateWait;
}

/** The time in which effects that come late would come. What has none of its own is done meanwhile. */
export interface LateWait {
  begin(): void;
  /** Waits for what is left of it. */
  end(): Promise<void>;
}

/** A few calls. Steps are played one after the other; what they found is nobody's business here. */
export interface Step {
  readonly part: Part;
  readonly name: string;
  /** Played at once with neighbours that are so, too: none of them looks at what another does. */
  readonly isAside?: boolean;
  readonly play: (run: Run) => Promise<void>;
}

/** So long the first of several calls waits for the others to be ready. */
const gatherMs = 150;

/** Lets calls go out at once. */
export function createMeeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    if (missing === count) setTimeout(resolve, gatherMs);
    if (--missing === 0) resolve();
    return promise;
  };
}
