/** What one world of the mock consists of, as far as the API asks. */

import type { Profile } from "../../spec/open-questions.ts";
import type { OrderStore } from "../core/order-store.ts";
import type { MockReply } from "./reply.ts";

export interface World {
  readonly name: string;
  readonly store: OrderStore;
  profile: Profile;
  /** The answer with all its orders; the same object until something changes. */
  list(): MockReply;
  /** The API key as a message may show it: a variable's name where it is the user's own. */
  readonly shownKey: string;
  /** Near misses whose remedy this world has shown already; made at the first. */
  shownRemedies?: Set<string> | undefined;
  /** Calls since the profile puts some off. */
  callsCounted?: number;
}

/** The world of a key without a name. */
export const startWorldName = "default";
