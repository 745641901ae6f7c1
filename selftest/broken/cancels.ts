/** Servers that answer the cancel of a pending order wrongly, or have another effect. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { Mock } from "../../mocks/mock.ts";
import {
  type Build,
  done,
  isList,
  type NamedRows,
  ordersIn,
  putInto,
  refusal,
  replyOf,
  toList,
  type WrongTable,
  withText,
} from "./broken-server.ts";
import { acts, answers, answersWith, type Condition, instead, isAfterCancel } from "./steps.ts";

const pending = "cancel-order/pending";
const second = "cancel-order/second-cancel";
const onlyThat = "cancel-order/only-that-order";
const noOtherEffect = "cancel-order/no-other-effect";
const oneWinner = "cancel-order/one-winner";
const races = "cancel-order/race-statuses";

/** Answers the cancel of a pending order before anything is done. */
const refuses = (status: number, condition: Condition = () => true) =>
  instead("pending", (ask) => (condition(ask) ? replyOf(status) : undefined));
const followedBy = (text: string) => answers("pending", (_, reply) => withText(reply, text));
const doneAnd429: Build = answers("pending", ({ nth }, reply) =>
  nth % 2 ? undefined : { ...reply, status: 429, headers: { "retry-after": "0" } },
);
/** Answers cancels of an order within a moment of the first. */
const raced = (status: number) =>
  answersWith("again", replyOf(status), ({ since, id }) => since("pending", id) < 15);
const isLarge: Condition = ({ order }) => order!.id > 2n ** 31n;
const cancelsAtNextList: Build = (mock) => {
  const waiting: FixtureOrder[] = [];
  const late = instead("pending", ({ order }) => {
    waiting.push(order!);
    return done;
  })(mock);
  return (request) => {
    if (isList(request)) putInto(mock, "cancelled", waiting.splice(0));
    return late(request);
  };
};

const newestPending = (mock: Mock) => ordersIn(mock, "pending").slice(-1);
const cancelsPrevious = acts("pending", ({ mock, order }) => {
  const previous = ordersIn(mock, "pending").find(({ id }) => id === order!.id - 1n);
  putInto(mock, "cancelled", [previous]);
});
const cancelsNewest = acts("pending", ({ mock }) => putInto(mock, "cancelled", newestPending(mock)));
const unknownCancelsNewest = acts(
  "unknown",
  ({ mock, nth }) => nth === 1 && putInto(mock, "cancelled", newestPending(mock)),
);
const headCancelsLast: Build = (mock) => (request) => {
  if (request.method === "HEAD") putInto(mock, "cancelled", newestPending(mock));
  return mock.handle(request);
};

export const wrongCancels: WrongTable = {
  [pending]: {
    "cancel-200: The cancel of a pending order is a 200.": answersWith("pending", refusal(200)),
    "cancel-first-is-500: The first cancel of all is a 500.": refuses(500, ({ nth }) => nth === 1),
    "cancel-once-only: One order can be cancelled; the next is a 409.": refuses(409, isAfterCancel),
    "cancel-large-404: Orders with large ids are not found.": refuses(404, isLarge),
    "cancel-429-each-second: Each second cancel is done, and answered 429.": doneAnd429,
  },
  [`${pending} ${races}`]: {
    // The order is cancelled, so the losers of a race are refused rightly; its winner is not.
    "cancel-302: The cancel of a pending order is a redirect.": answersWith("pending", toList(302)),
  },
  [`${second} ${oneWinner}`]: {
    "cancel-does-nothing: A cancel is a 204 and forgotten.": refuses(204),
  },
  "cancel-order/no-body cancel-order/no-content-length": {
    "cancel-with-body: The 204 is followed by a body.": followedBy("{}"),
  },
  "cancel-order/no-content-length": {
    "cancel-with-length: The 204 has Content-Length: 0.": followedBy(""),
  },
  [races]: { "race-breaks: Several cancels of one order at once are a 500.": raced(500) },
  [oneWinner]: {
    "race-won-by-all: Several cancels of one order at once are all a 204.": raced(204),
    "cancel-at-the-next-list: A cancel is done when the list is next read.": cancelsAtNextList,
  },
  [onlyThat]: {
    "cancel-hits-previous-too: A cancel also cancels the order with the id before.": cancelsPrevious,
    "cancel-hits-newest-too: A cancel also cancels the newest order.": cancelsNewest,
  },
  [noOtherEffect]: {
    "unknown-cancels-newest: The first cancel of an unknown order takes the newest.": unknownCancelsNewest,
  },
  // An effect of any of the calls costs more than a change without a call.
  "list-orders/all-orders": {
    "head-cancels-last: HEAD of the list cancels the last order.": headCancelsLast,
  },
};

/** A cancel takes an order further on as well, this much later. */
export const takesAnother = (step: number, ms: number): NamedRows => ({
  [`cancel-hits-${step}-further-after-${ms}: A cancel also cancels the order ${step} further on, ${ms} ms later.`]:
    acts("pending", ({ mock, order }) => {
      const all = mock.control.orders();
      const other = all[all.findIndex(({ id }) => id === order!.id) + step];
      if (other?.status === "pending") setTimeout(putInto, ms, mock, "cancelled", [other]);
    }),
});
const isTakenBack = acts("pending", ({ mock, order }) => setTimeout(putInto, 300, mock, "pending", [order]));
const cancelsLater: Build = instead("pending", ({ mock, order }) => {
  setTimeout(putInto, 100, mock, "cancelled", [order]);
  return done;
});
const shippedIsTakenLater = acts("shipped", ({ mock, order }) =>
  setTimeout(putInto, 100, mock, "cancelled", [order]),
);

/** Effects that appear or disappear some time after the answer. */
export const lateCancels: WrongTable = {
  [noOtherEffect]: { ...takesAnother(4, 100) },
  [second]: { "cancel-rolled-back-after-300: A cancel is taken back 300 ms later.": isTakenBack },
  [oneWinner]: { "cancel-in-100-ms: A cancel is carried out 100 ms after its answer.": cancelsLater },
  "cancel-order/shipped-unchanged": {
    "shipped-vanishes-later: A shipped order is cancelled 100 ms later.": shippedIsTakenLater,
  },
};
