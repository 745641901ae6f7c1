/** Servers that accept the cancel of a cancelled or a shipped order, or change it. */

import {
  type Build,
  done,
  putInto,
  queryOf,
  redirect,
  refusal,
  replyOf,
  type WrongTable,
} from "./broken-server.ts";
import { type Ask, acts, alterList, answers, answersWith, type OrderFields } from "./steps.ts";

const second = "cancel-order/second-cancel";
const oneWinner = "cancel-order/one-winner";
/** A second cancel is answered 204 where a condition holds. */
const again = (isTaken: (ask: Ask) => boolean) =>
  answers("again", (ask) => (isTaken(ask) ? done : undefined));

/** The cancel of a shipped order gets this status where a condition holds. */
const shipped = (status: number, condition: (ask: Ask) => boolean) =>
  answers("shipped", (ask) => replyOf(condition(ask) ? status : undefined));
/** A shipped order is cancelled where a condition holds. */
const taken = (isTaken: (ask: Ask) => boolean) =>
  answers("shipped", (ask) => {
    if (!isTaken(ask)) return undefined;
    putInto(ask.mock, "cancelled", [ask.order]);
    return done;
  });
const isForced = ({ request }: Ask) => queryOf(request).get("force") === "true";
/** A shipped order is refused, and listed in another way from then on. */
const listed =
  (change: (order: OrderFields) => readonly OrderFields[]): Build =>
  (mock) => {
    const refused = new Set<unknown>();
    const handle = acts("shipped", ({ order }) => refused.add(order!.id))(mock);
    return alterList((orders) =>
      orders.flatMap((order) => (refused.has(order.id) ? change(order) : [order])),
    )({ ...mock, handle });
  };

export const wrongRefusals: WrongTable = {
  [second]: {
    "second-cancel-204-of-large-ids: A second cancel of a large id is a 204.": again(
      ({ order }) => order!.id > 2n ** 53n,
    ),
    "second-cancel-204-after-50-ms: A second cancel 50 ms later is a 204.": again(
      ({ since, id }) => since("pending", id) > 50,
    ),
    "cancelled-again-by-turns: The second cancel takes back the first.": acts("again", ({ mock, order }) =>
      putInto(mock, "pending", [order]),
    ),
  },
  [`${second} ${oneWinner}`]: {
    "second-cancel-200: A second cancel is a 200.": answersWith("again", refusal(200)),
    "second-cancel-204-always: Each further cancel is a 204.": again(() => true),
  },
  [oneWinner]: {
    "second-cancel-204-at-3: The third cancel of an order is a 204.": again(
      ({ nthOfOrder }) => nthOfOrder === 2,
    ),
  },
  "cancel-order/second-cancel-status cancel-order/race-statuses": {
    "second-cancel-301: A second cancel is a redirect.": answersWith(
      "again",
      redirect(301, "/v1/store/orders"),
    ),
    "second-cancel-500: A second cancel is a 500.": answersWith("again", refusal(500)),
  },
  "cancel-order/shipped": {
    "cancel-of-shipped-200: A shipped order is a 200.": answersWith("shipped", refusal(200)),
    "cancel-of-shipped-404: A shipped order is a 404.": answersWith("shipped", refusal(404)),
    "shipped-204-at-first: The first cancel of a shipped order is a 204.": shipped(
      204,
      ({ nthOfOrder }) => nthOfOrder === 1,
    ),
    "shipped-taken-always: A shipped order is cancelled.": taken(() => true),
  },
  "cancel-order/shipped-again": {
    "shipped-gives-in: The second cancel of a shipped order is a 204.": shipped(
      204,
      ({ nthOfOrder }) => nthOfOrder > 1,
    ),
    "shipped-404-later: A shipped order is refused, then unknown.": shipped(
      404,
      ({ nthOfOrder }) => nthOfOrder > 1,
    ),
    "shipped-204-after-cancels: A shipped order is a 204 after two cancels.": shipped(
      204,
      ({ gone }) => gone.size > 1,
    ),
    "shipped-becomes-pending: A refused shipped order is pending.": acts("shipped", ({ mock, order }) =>
      putInto(mock, "pending", [order]),
    ),
    "shipped-taken-if-forced: A shipped order is cancelled with ?force=true.": taken(isForced),
  },
  "cancel-order/shipped-unchanged": {
    "shipped-changes-quantity: A refused shipped order has the quantity 0.": listed((order) => [
      { ...order, quantity: 0n },
    ]),
    "shipped-changes-id: A refused shipped order has another id.": listed((order) => [
      { ...order, id: (order.id as bigint) + 1_000_000n },
    ]),
    "shipped-vanishes: A refused shipped order is gone from the list.": listed(() => []),
  },
};
