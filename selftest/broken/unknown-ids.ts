/** Servers that answer the cancel of an unknown order wrongly for some ids. */

import { isCancel, queryOf, replyOf, retarget, type WrongRow, wrong } from "./broken-server.ts";
import { type Ask, answers } from "./steps.ts";

const resembling = "order-id/resembling";
const malformed = "order-id/malformed";
const isDigits = (text: string) => /^-?\d+$/.test(text);
/** Ids of no order that get an Error of this status, or a 204. */
const unknown = (
  id: string,
  what: string,
  caughtBy: string,
  status: number,
  isMeant: (id: string, ask: Ask) => boolean,
) =>
  wrong(
    id,
    `${what}.`,
    caughtBy,
    answers(["unknown", "malformed"], (ask) => replyOf(isMeant(ask.id, ask) ? status : undefined)),
  );
const from =
  (least: bigint, below = 2n ** 63n) =>
  (id: string) =>
    isDigits(id) && BigInt(id) >= least && BigInt(id) < below;
const is = (pattern: RegExp) => (id: string) => pattern.test(id);
const large = "order-id/unknown-large";
const unusual = "order-id/unknown-unusual";
const unknownId = "cancel-order/unknown";

export const unknownIdRows: readonly WrongRow[] = [
  unknown("int32-ids-400", "An id beyond 2^31 is refused as too large", large, 400, from(2n ** 31n)),
  unknown("double-ids-400", "An id beyond 2^53 is refused", large, 400, from(2n ** 53n + 1n)),
  unknown("greatest-id-500", "The greatest id breaks the server", large, 500, from(2n ** 63n - 1n)),
  unknown(
    "beyond-int64-500",
    "An id beyond int64 breaks the server",
    malformed,
    500,
    from(2n ** 63n, 2n ** 999n),
  ),
  unknown("negative-ids-204", "A negative id is a 204", resembling, 204, is(/^-\d+$/)),
  unknown("ids-from-one", "An id of 0 or below is a 400", unusual, 400, is(/^(?:0|-\d+)$/)),
  unknown("property-204", "An id that every object has is a 204", malformed, 204, (id) => id in {}),
  unknown("empty-204", "An empty id is a 204", malformed, 204, is(/^$/)),
  unknown("nul-500", "A zero byte breaks the server", resembling, 500, (id) => id.includes("\0")),
  unknown("quote-500", "A quote breaks the server", resembling, 500, is(/'/)),
  unknown(
    "unknown-twice-204",
    "An id that was not found once is a 204",
    unknownId,
    204,
    (_, ask) => ask.nthOfOrder > 1,
  ),
  wrong(
    "ids-in-the-query",
    "An order that the query names is cancelled in place of the path's.",
    unknownId,
    (mock) => (request) => {
      const named = isCancel(request) ? queryOf(request).get("orderId") : null;
      return mock.handle(named === null ? request : retarget(request, named));
    },
  ),
];
