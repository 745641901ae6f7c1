import { expect, test } from "vitest";
import {
  answer,
  cancel,
  conflict,
  historyOf,
  list,
  noContent,
  notFound,
  orders,
  type ShortHistory,
  unauthorized,
  withKey,
  withoutKey,
} from "../testing/requirement-histories.ts";
import { listed } from "../testing/write-history.ts";
import { explainHistory } from "./explain-history.ts";

const without = (...ids: readonly number[]) =>
  list(orders(...[101, 102, 103, 104, 105].filter((id) => !ids.includes(id))));

/** The deviations of a server, each with the faults that are found, and the calls after a right list. */
const deviations: Readonly<Record<string, readonly [faults: readonly string[], calls: ShortHistory]>> = {
  "the cancel of a pending order has another status than 204": [
    ["refused 101"],
    [cancel(101, answer(200)), without(101)],
  ],
  "the cancel of a pending order is refused": [["refused 101"], [cancel(101, conflict), list()]],
  "the cancel of a pending order is refused and carried out": [
    ["refused 101"],
    [cancel(102, noContent), without(102), cancel(101, conflict), without(101, 102)],
  ],
  "several cancels of a pending order at once are all refused": [
    ["noWinner 101"],
    [[cancel(101, conflict), cancel(101, notFound)], list()],
  ],
  "an order is refused to several cancels at once, and alone": [
    ["refused 101"],
    [
      withoutKey("DELETE /store/orders/101", unauthorized),
      cancel(102, noContent),
      without(102),
      cancel(103, noContent),
      without(102, 103),
      [cancel(101, notFound), cancel(101, notFound)],
      without(102, 103),
      cancel(101, notFound),
      without(102, 103),
    ],
  ],
  "an order is refused as a shipped one after calls without a key": [
    ["refused 101"],
    [
      withoutKey("DELETE /store/orders/101", unauthorized),
      cancel(102, noContent),
      without(102),
      cancel(102, notFound),
      cancel(103, noContent),
      without(102, 103),
      [cancel(101, conflict), cancel(101, conflict)],
      without(102, 103),
      cancel(101, conflict),
      without(102, 103),
    ],
  ],
  "two of several cancels at once succeed": [
    ["twoWinners 101"],
    [[cancel(101, noContent), cancel(101, noContent)], without(101)],
  ],
  "a cancelled order is cancelled again": [
    ["again 101"],
    [cancel(101, noContent), without(101), cancel(101, noContent)],
  ],
  "a cancel answers 204 and does nothing": [
    ["again 101", "again 102"],
    [cancel(101, noContent), cancel(101, noContent), cancel(102, noContent), cancel(102, noContent)],
  ],
  "the cancel of a shipped order has another status than 409": [
    ["shipped 105"],
    [cancel(105, notFound), list()],
  ],
  "a later cancel of a shipped order succeeds": [
    ["shippedAgain 105"],
    [cancel(105, conflict), list(), cancel(105, noContent), list()],
  ],
  "a refused cancel of a shipped order removes it": [["lost 105"], [cancel(105, conflict), without(105)]],
  "a refused cancel of a shipped order changes its data": [
    ["lost 105"],
    [
      cancel(105, conflict),
      list(orders(101, 102, 103, 104, { ...listed(105), quantity: 9 })),
      cancel(101, noContent),
    ],
  ],
  "a list lacks an order that is there": [["missing 104"], [without(104), list(), cancel(104, noContent)]],
  "an order leaves without any call": [
    ["missing 104"],
    [without(104), cancel(101, noContent), without(101, 104)],
  ],
  "a cancel without a key is carried out": [
    ["effect 101 noKey"],
    [withoutKey("DELETE /store/orders/101", unauthorized), without(101), cancel(101, notFound)],
  ],
  "a cancel removes another order": [
    ["effect 102 otherOrder"],
    [cancel(101, noContent), without(101, 102), cancel(102, notFound)],
  ],
  "a cancel changes the data of another order": [
    ["effect 105 otherOrder"],
    [cancel(101, noContent), list(orders(102, 103, 104, { ...listed(105), quantity: 2 }))],
  ],
  "a cancel by a similar id is carried out": [
    ["effect 101 otherId"],
    [cancel("101abc", notFound), without(101), cancel(101, notFound)],
  ],
  "a call of another method removes an order": [
    ["effect 101 other"],
    [withKey("PUT /store/orders/101", answer(405)), without(101), cancel(101, notFound)],
  ],
  "a cancel by another spelling of the path, without a key, is carried out": [
    ["effect 101 otherPath"],
    [withoutKey("DELETE /Store/Orders/101", noContent), without(101), cancel(101, notFound)],
  ],
  "a cancel of an unknown order removes an order": [
    ["effect 101 unnamed"],
    [cancel(2 ** 40, noContent), without(101), cancel(101, notFound)],
  ],
  "one of two calls, none of which may, removes an order": [
    ["unexplained 101 other otherId"],
    [
      [withKey("PUT /store/orders/101", answer(405)), cancel("101abc", notFound)],
      without(101),
      cancel(101, notFound),
    ],
  ],
  "one cancelled order stays listed and another does not, as the document allows": [
    [],
    [cancel(101, noContent), list(), cancel(102, noContent), without(102)],
  ],
};

test.each(Object.entries(deviations))("%s", (_name, [faults, calls]) => {
  const found = explainHistory(historyOf([list(), ...calls])).faults.map(({ kind, order, effectKinds }) =>
    [kind, order, ...effectKinds].join(" "),
  );
  expect([...new Set(found)].toSorted()).toEqual(faults);
});
