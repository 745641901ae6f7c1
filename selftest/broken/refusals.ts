/** Servers that accept the cancel of a cancelled or a shipped order, or change it. */

import { done, putInto, queryOf, refusal, replyOf, toList, type WrongTable } from "./broken-server.ts";
import { type Ask, acts, answers, answersWith, type Condition, isFirst, isLater } from "./steps.ts";

const second = "cancel-order/second-cancel";
const oneWinner = "cancel-order/one-winner";
/** A second cancel is answered 204 where a condition holds. */
const again = (condition?: Condition) => answersWith("again", done, condition);
const isSlow: Condition = ({ since, id }) => since("pending", id) > 50;

/** The cancel of a shipped order gets this status where a condition holds. */
const shipped = (status: number, condition?: Condition) => answersWith("shipped", replyOf(status), condition);
/** A shipped order is cancelled where a condition holds. */
const taken = (condition: Condition) =>
  answers("shipped", (ask) => {
    if (!condition(ask)) return undefined;
    putInto(ask.mock, "cancelled", [ask.order]);
    return done;
  });
const pendingAgain = ({ mock, order }: Ask) => putInto(mock, "pending", [order]);
const isAfterTwo: Condition = ({ gone }) => gone.size > 1;
const isForced = ({ request }: Ask) => queryOf(request).get("force") === "true";
const cancelled = ({ mock, order }: Ask) => putInto(mock, "cancelled", [order]);
const emptied = ({ mock, order }: Ask) => mock.control.put({ ...order!, quantity: 0n });

export const wrongRefusals: WrongTable = {
  [second]: {
    "second-cancel-204-after-50-ms: A second cancel 50 ms later is a 204.": again(isSlow),
    "cancelled-again-by-turns: The second cancel takes back the first.": acts("again", pendingAgain),
  },
  [`${second} ${oneWinner}`]: {
    "second-cancel-204-always: Each further cancel is a 204.": again(),
  },
  [oneWinner]: {
    "second-cancel-204-at-3: The third cancel of an order is a 204.": again((ask) => ask.nthOfOrder === 2),
  },
  "cancel-order/second-cancel-status cancel-order/race-statuses": {
    "second-cancel-301: A second cancel is a redirect.": answersWith("again", toList(301)),
    "second-cancel-500: A second cancel is a 500.": answersWith("again", refusal(500)),
  },
  "cancel-order/shipped": {
    "cancel-of-shipped-404: A shipped order is a 404.": shipped(404),
    "shipped-204-at-first: The first cancel of a shipped order is a 204.": shipped(204, isFirst),
    "shipped-taken-always: A shipped order is cancelled.": taken(() => true),
  },
  "cancel-order/shipped-again": {
    "shipped-gives-in: The second cancel of a shipped order is a 204.": shipped(204, isLater),
    "shipped-204-after-cancels: A shipped order is a 204 after two cancels.": shipped(204, isAfterTwo),
    "shipped-becomes-pending: A refused shipped order is pending.": acts("shipped", pendingAgain),
    "shipped-taken-if-forced: A shipped order is cancelled with ?force=true.": taken(isForced),
  },
  "cancel-order/shipped-unchanged": {
    "shipped-changes-quantity: A refused shipped order has the quantity 0.": acts("shipped", emptied),
    "shipped-vanishes: A refused shipped order is gone from the list.": acts("shipped", cancelled),
  },
};
