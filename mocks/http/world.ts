/** The arguments of an operation: a world and a call. */

import type { Profile } from "../../spec/open-questions.ts";
import type { OperationId, PathMatch } from "../../spec/wire.ts";
import type { OrderStore } from "../core/order-store.ts";
import type { MockReply, MockRequest } from "./reply.ts";

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

/** A request for a path under /v1, its target read once for all who ask. */
export interface ApiCall {
  readonly request: MockRequest;
  /** Relative to /v1, without the query. */
  readonly path: string;
  readonly query: string;
  /** Undefined for a path that no operation has. */
  readonly match: PathMatch | undefined;
  /** The reading of the id in the path; undefined if the path has none. */
  readonly orderId: OrderIdReading | undefined;
  /** Undefined where the path has no operation of this method. */
  readonly operation: OperationId | undefined;
}

/** The id; or that it is no integer, or one beyond int64: the document does not say what those get. */
export type OrderIdReading = bigint | "malformed" | "outOfRange";
