/** What a request gets whose world cannot be had, or whose change could not be kept. */

import { errorReply } from "../../http/reply.ts";

const later = { "retry-after": "1" };

export const stateUnreachable = errorReply(
  503,
  "state_unreachable",
  "The state of this mock is kept in Redis, which cannot be reached. Nothing was done: send the request again.",
  "json",
  later,
);

export const stateInDoubt = errorReply(
  503,
  "state_in_doubt",
  "The connection to Redis was lost before it had answered. What was asked was done whole, or not at all, and will not be done later: list the orders to see.",
  "json",
  later,
);

export function stateNotKept(reason: string) {
  return errorReply(
    503,
    "not_kept",
    `The change could not be kept, and was not made: ${reason}.`,
    "json",
    later,
  );
}
