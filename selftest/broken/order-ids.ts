/** Servers that read one id as another, or answer some unknown ids wrongly. */

import {
  alterRequests,
  type Build,
  cancelledId,
  done,
  isCancel,
  isLetIn,
  type NamedRows,
  ordersIn,
  putInto,
  queryOf,
  replyOf,
  retarget,
  statusOf,
  type WrongTable,
} from "./broken-server.ts";
import { type Ask, acts, answersWith, type Condition, isLater, readsIds } from "./steps.ts";

const unknownId = "cancel-order/unknown";
const noOtherEffect = "cancel-order/no-other-effect";
const resembling = "order-id/resembling";
const malformed = "order-id/malformed";

/** Reads the first group of a pattern as the id. */
const part = (pattern: RegExp) => readsIds((text) => pattern.exec(text)?.[1]);
const isDigits = (text: string) => /^-?\d+$/.test(text);
/** An order is found by comparing its id with digits. */
const compared = (is: (id: string, text: string) => boolean) =>
  readsIds((text, { mock }) =>
    isDigits(text) ? mock.control.orders().find(({ id }) => is(String(id), text))?.id : undefined,
  );
const sameAs = (read: (digits: string) => number) => compared((id, text) => read(id) === read(text));
const number = (read: (value: bigint) => bigint) =>
  readsIds((text) => (isDigits(text) ? read(BigInt(text)) : undefined));
const newestPending = ({ mock }: Ask) => ordersIn(mock, "pending").at(-1)?.id;
const word = (pattern: RegExp) =>
  readsIds((text, ask) => (pattern.test(text) ? newestPending(ask) : undefined));

/** Cancels the order whose id a text begins with. */
function cancelBeginning({ mock, id }: Ask): void {
  const digits = /^\d+/.exec(id)?.[0];
  putInto(
    mock,
    "cancelled",
    ordersIn(mock, "pending").filter((order) => String(order.id) === digits),
  );
}
const emptyCancelsAll: Build = (mock) => (request) => {
  if (isCancel(request) && cancelledId(request) === "" && isLetIn(mock, request))
    putInto(mock, "cancelled", ordersIn(mock, "pending"));
  return mock.handle(request);
};
const unknownIsMade = acts("unknown", ({ mock, id }) => {
  const fields = { petId: 0n, quantity: 0n, shipDate: "2026-11-01T00:00:00Z", complete: false };
  mock.control.put({ id: BigInt(id), ...fields });
});
const inDoubles = alterRequests((request, mock) => {
  const id = cancelledId(request);
  const isKnown = isCancel(request) && statusOf(mock, id) !== undefined;
  return isKnown ? retarget(request, BigInt(Number(id))) : request;
});
const inTheQuery = alterRequests((request) => {
  const named = isCancel(request) ? queryOf(request).get("orderId") : null;
  return named === null ? request : retarget(request, named);
});

/** Unknown ids get an Error with this status, or a 204, where a condition holds. */
const some = (status: number, condition: Condition) =>
  answersWith(["unknown", "malformed"], replyOf(status), condition);
const like = (status: number, pattern: RegExp) => some(status, ({ id }) => pattern.test(id));
const from = (status: number, least: bigint, below = 2n ** 63n) =>
  some(status, ({ id }) => isDigits(id) && BigInt(id) >= least && BigInt(id) < below);

export const wrongIds: WrongTable = {
  [resembling]: {
    "ids-cut-at-letter: Ids are read as far as their digits go.": part(/^(\d+)\D/),
    "ids-cut-at-comma: Ids are read as far as a comma.": part(/^(\d+),/),
    "ids-in-32-bits-beyond: Ids are read in 32 bits more than there are.": number((id) => id - 2n ** 32n),
    "ids-in-64-bits: Ids beyond 64 bits are wrapped.": number((value) => BigInt.asIntN(64, value)),
    "ids-without-sign: Ids are read without their sign.": number((value) => (value < 0n ? -value : value)),
    "nul-500: A zero byte breaks the server.": like(500, /\0/),
    "quote-500: A quote breaks the server.": like(500, /'/),
  },
  "order-id/resembling-has-no-effect": {
    "refuses-and-cancels: `12abc` is refused, but order 12 is cancelled.": acts("malformed", cancelBeginning),
  },
  [malformed]: {
    "ids-null: The word null is the newest order's id.": word(/^(?:null|undefined|NaN)$/),
    "cancel-of-malformed-204: A malformed id is a 204.": answersWith("malformed", done),
    "beyond-int64-500: An id beyond int64 breaks the server.": from(500, 2n ** 63n, 2n ** 999n),
    "property-204: An id that every object has is a 204.": some(204, ({ id }) => id in {}),
    "empty-204: An empty id is a 204.": like(204, /^$/),
  },
  [unknownId]: {
    "ids-by-beginning: Ids are read by their beginning.": compared((id, text) => id.startsWith(text)),
    "ids-that-begin: Ids are read by what begins them.": compared((id, text) => text.startsWith(id)),
    "ids-in-the-query: An order that the query names is cancelled, not the path's.": inTheQuery,
    "unknown-is-made: The cancel of an unknown order is a 404, and makes it.": unknownIsMade,
    "unknown-twice-204: An id that was not found once is a 204.": some(204, isLater),
    "cancel-of-unknown-204: An unknown order is a 204.": answersWith("unknown", done),
  },
  "order-id/unknown-large": {
    "int32-ids-400: An id beyond 2^31 is refused as too large.": from(400, 2n ** 31n),
    "double-ids-400: An id beyond 2^53 is refused as too large.": from(400, 2n ** 53n + 1n),
    "greatest-id-500: The greatest id breaks the server.": from(500, 2n ** 63n - 1n),
  },
  "order-id/unknown-unusual": { "ids-from-one: An id of 0 or below is a 400.": like(400, /^(?:0|-\d+)$/) },
  [noOtherEffect]: {
    "ids-as-floats: Ids are read as floats of 32 bits.": sameAs((id) => Math.fround(Number(id))),
    "empty-cancels-all: An empty id is refused, and cancels all.": emptyCancelsAll,
  },
  "cancel-order/shipped": {
    "ids-in-doubles: Ids are read as doubles: beyond 2^53 a neighbour is meant.": inDoubles,
  },
};

/** An id that begins with an order's is refused, and cancels that order this much later. */
export const readsBeginning = (ms: number): NamedRows => ({
  [`reads-beginning-after-${ms}: An id that begins with an order's is refused, and that order is cancelled ${ms} ms later.`]:
    acts("malformed", (ask) => setTimeout(cancelBeginning, ms, ask)),
});
const asPatterns = readsIds((text, { mock }) => {
  const digits = text.replace(/[^\d_%]/g, "x");
  const pattern = new RegExp(`^${digits.replaceAll("_", ".").replaceAll("%", ".*")}$`);
  return mock.control.orders().find(({ id }) => pattern.test(String(id)))?.id;
});

/** Rows that only show with other orders, after a longer wait, or in a whole run. */
export const otherIds: WrongTable = {
  [resembling]: {
    "ids-cut-at-dash: Ids are read as far as a dash.": part(/^(\d+)-/),
    "ids-like-patterns: Ids are read as patterns of SQL.": asPatterns,
    "ids-as-doubles: Ids are compared as doubles.": sameAs(Number),
  },
  [malformed]: { "ids-latest: The word latest is an order's id.": word(/^(?:latest|last|first)$/) },
  "order-id/resembling-has-no-effect": { ...readsBeginning(100) },
};
