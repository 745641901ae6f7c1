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
  /** The API key in messages: a variable's name where it is the user's own. */
  readonly shownKey: string;
  /** Number of calls since the profile throttles some. */
  callsCounted?: number;
}

/** The world of a key without a name. */
export const startWorldName = "default";

/** A request for a path under /v1, with its target parsed once. */
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

/** The id; or that it is not an integer, or exceeds int64, for which the document has no answer. */
export type OrderIdReading = bigint | "malformed" | "outOfRange";
