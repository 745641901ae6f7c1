/** A request for a path under /v1, its target read once for all who ask. */

import type { OperationId, PathMatch } from "../../spec/wire.ts";
import type { MockRequest } from "./reply.ts";

export interface ApiCall {
  readonly request: MockRequest;
  /** Relative to /v1, without the query. */
  readonly path: string;
  /** What follows the question mark. */
  readonly query: string;
  /** Undefined for a path that no operation has. */
  readonly match: PathMatch | undefined;
  /** What the path has for an order's id, if anything. */
  readonly orderId: OrderIdReading | undefined;
  /** Undefined where the path has no operation of this method. */
  readonly operation: OperationId | undefined;
}

export type OrderIdReading =
  | { readonly kind: "id"; readonly id: bigint }
  /** No integer at all, or an integer beyond int64: the document does not say what they get. */
  | { readonly kind: "malformed" | "outOfRange" };
