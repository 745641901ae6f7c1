/** Servers that give in on a cancelled or a shipped order, or change it. */

import type { MockReply } from "../../mocks/http/reply.ts";
import { done, putInto, queryOf, refusal, type WrongRow, wrong } from "./broken-server.ts";
import { type Ask, alterList, answers, type OrderFields } from "./steps.ts";

const second = "cancel-order/second-cancel";
/** A second cancel that is a 204 where this holds. */
const again = (id: string, what: string, isTaken: (ask: Ask) => boolean, caughtBy = second) =>
  wrong(
    `second-cancel-204-${id}`,
    `${what} is a 204 again.`,
    caughtBy,
    answers("again", (ask) => (isTaken(ask) ? done : undefined)),
  );
const agains: readonly WrongRow[] = [
  again("always", "Each cancel of a cancelled order", () => true, `${second} cancel-order/one-winner`),
  ...[2, 3].map((nth) =>
    again(
      `at-${nth}`,
      `Cancel ${nth} of an order`,
      ({ nthOfOrder }) => nthOfOrder === nth - 1,
      "cancel-order/one-winner",
    ),
  ),
  again("of-large-ids", "A second cancel of a large id", ({ order }) => order!.id > 2n ** 53n),
  again("after-50-ms", "A second cancel 50 ms later", ({ since, id }) => since("pending", id) > 50),
  wrong("cancelled-again-by-turns", "The second cancel takes back the first.", second, (mock) =>
    answers("again", ({ order }) => void putInto(mock, "pending", [order]))(mock),
  ),
];

const shippedAgain = "cancel-order/shipped-again";
const unchanged = "cancel-order/shipped-unchanged";
/** An answer to the cancel of a shipped order. */
const shipped = (id: string, what: string, caughtBy: string, change: (ask: Ask) => MockReply | undefined) =>
  wrong(`shipped-${id}`, `${what}.`, caughtBy, answers("shipped", change));
/** An answer that is wrong later on. */
const later = (id: string, what: string, change: (ask: Ask) => MockReply | undefined) =>
  shipped(id, what, shippedAgain, change);
/** It is cancelled where this holds. */
const taken = (id: string, what: string, isTaken: (ask: Ask) => boolean, caughtBy = shippedAgain) =>
  shipped(`taken-${id}`, `A shipped order ${what} is cancelled`, caughtBy, (ask) => {
    if (!isTaken(ask)) return undefined;
    putInto(ask.mock, "cancelled", [ask.order]);
    return done;
  });
/** It is refused, and listed in another way from then on. */
const changes = (id: string, how: string, change: (order: OrderFields) => readonly unknown[]) =>
  wrong(`shipped-${id}`, `A shipped order is refused and ${how}.`, unchanged, (mock) => {
    const refused = new Set<unknown>();
    const note = answers("shipped", ({ order }) => void refused.add(order!.id))(mock);
    return alterList((orders) =>
      orders.flatMap((order) => (refused.has(order.id) ? change(order) : [order])),
    )({ ...mock, handle: note });
  });
const sets = (id: string, how: string, change: (order: OrderFields) => object) =>
  changes(`changes-${id}`, how, (order) => [{ ...order, ...change(order) }]);

const shippedRows: readonly WrongRow[] = [
  sets("quantity", "has the quantity 0", () => ({ quantity: 0n })),
  sets("id", "has another id", ({ id }) => ({ id: (id as bigint) + 1_000_000n })),
  changes("vanishes", "gone from the list", () => []),
  shipped(
    "204-at-first",
    "The first cancel of a shipped order is a 204",
    "cancel-order/shipped",
    ({ nthOfOrder }) => (nthOfOrder === 1 ? done : undefined),
  ),
  later("gives-in", "A shipped order is cancelled at the second try", ({ nthOfOrder }) =>
    nthOfOrder > 1 ? done : undefined,
  ),
  later("404-later", "A shipped order is refused, then unknown", ({ nthOfOrder }) =>
    nthOfOrder > 1 ? refusal(404) : undefined,
  ),
  later("204-after-cancels", "A shipped order is a 204 after two cancels", ({ gone }) =>
    gone.size > 1 ? done : undefined,
  ),
  later(
    "becomes-pending",
    "A refused shipped order is pending",
    ({ mock, order }) => void putInto(mock, "pending", [order]),
  ),
  taken("always", "of any kind", () => true, "cancel-order/shipped"),
  taken("if-forced", "with ?force=true", ({ request }) => queryOf(request).get("force") === "true"),
];

export const lateRefusalRows: readonly WrongRow[] = [
  shipped(
    "vanishes-later",
    "A shipped order is refused, and cancelled 100 ms later",
    unchanged,
    ({ mock, order }) => void setTimeout(putInto, 100, mock, "cancelled", [order]),
  ),
];
export const refusalRows: readonly WrongRow[] = [...agains, ...shippedRows];
