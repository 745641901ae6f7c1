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
  /** Undefined where the path has no operation of this method. */
  readonly operation: OperationId | undefined;
}
