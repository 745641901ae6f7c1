/** Servers that give in on a cancelled or a shipped order, or change it. */

import type { MockReply } from "../../mocks/http/reply.ts";
import { done, putInto, queryOf, refusal, type WrongRow, wrong } from "./broken-server.ts";
import { type Ask, alterList, answers, answersWrongly, type OrderFields } from "./steps.ts";

const second = "cancel-order/second-cancel";
/** A second cancel that is a 204 where this holds. */
const again = (id: string, what: string, isTaken: (ask: Ask) => boolean, caughtBy = second) =>
  answersWrongly(`second-cancel-204-${id}`, `${what} is a 204 again.`, caughtBy, "again", (ask) =>
    isTaken(ask) ? done : undefined,
  );
const agains: readonly WrongRow[] = [
  again("always", "Each cancel of a cancelled order", () => true, `${second} cancel-order/one-winner`),
  ...[2, 3, 5].map((nth) =>
    again(
      `at-${nth}`,
      `Cancel ${nth} of an order`,
      ({ nthOfOrder }) => nthOfOrder === nth - 1,
      "cancel-order/one-winner",
    ),
  ),
  again("of-large-ids", "A second cancel of a large id", ({ order }) => order!.id > 2n ** 53n),
  again("with-accept", "A second cancel with Accept", ({ request }) => request.headers.accept !== undefined),
  again("with-query", "A second cancel with a query", ({ request }) => request.target.includes("?")),
  again("after-200-ms", "A second cancel 200 ms later", ({ since, id }) => since("pending", id) > 200),
  again(
    "after-others",
    "A second cancel after others",
    ({ since, id }) => since("pending") < since("pending", id),
  ),
  wrong("cancelled-again-by-turns", "The second cancel takes back the first.", second, (mock) =>
    answers("again", ({ order }) => void putInto(mock, "pending", [order]))(mock),
  ),
];

const shippedAgain = "cancel-order/shipped-again";
const unchanged = "cancel-order/shipped-unchanged";
/** What a cancel of a shipped order gets. */
const shipped = (id: string, what: string, caughtBy: string, change: (ask: Ask) => MockReply | undefined) =>
  wrong(`shipped-${id}`, `${what}.`, caughtBy, answers("shipped", change));
/** The same, not at first. */
const later = (id: string, what: string, change: (ask: Ask) => MockReply | undefined) =>
  shipped(id, what, shippedAgain, change);
/** It is cancelled where this holds. */
const taken = (id: string, what: string, isTaken: (ask: Ask) => boolean, caughtBy = shippedAgain) =>
  shipped(`taken-${id}`, `A shipped order ${what} is cancelled`, caughtBy, (ask) => {
    if (!isTaken(ask)) return undefined;
    putInto(ask.mock, "cancelled", [ask.order]);
    return done;
  });
/** It is refused, and listed otherwise from then on, or for so many readings. */
const changes = (
  id: string,
  how: string,
  change: (order: OrderFields, ask: Ask) => readonly unknown[],
  least = 1,
) =>
  wrong(`shipped-${id}`, `A shipped order is refused and ${how}.`, unchanged, (mock) => {
    const refused = new Map<unknown, number>();
    const count = answers(
      "shipped",
      ({ order, nthOfOrder }) => void refused.set(order!.id, nthOfOrder),
    )(mock);
    return alterList((orders, ask) =>
      orders.flatMap((order) => ((refused.get(order.id) ?? 0) >= least ? change(order, ask) : [order])),
    )({ ...mock, handle: count });
  });
const sets = (id: string, how: string, change: (order: OrderFields) => object) =>
  changes(`changes-${id}`, how, (order) => [{ ...order, ...change(order) }]);

const shippedRows: readonly WrongRow[] = [
  sets("quantity", "has the quantity 0", () => ({ quantity: 0n })),
  sets("pet-id", "has the next petId", ({ petId }) => ({ petId: ((petId ?? 0n) as bigint) + 1n })),
  sets("ship-date", "has another shipDate", () => ({ shipDate: "2020-01-01T00:00:00Z" })),
  sets("complete", "has its complete turned round", ({ complete }) => ({ complete: !complete })),
  sets("id", "has another id", ({ id }) => ({ id: (id as bigint) + 1_000_000n })),
  sets("id-sign", "has its id with a minus", ({ id }) => ({ id: -(id as bigint) })),
  changes("loses-ship-date", "loses its shipDate", ({ shipDate: _, ...order }) => [order]),
  changes("loses-quantity", "loses its quantity", ({ quantity: _, ...order }) => [order]),
  changes("becomes-null", "left as null", () => [null]),
  changes("vanishes", "gone from the list", () => []),
  changes("vanishes-at-the-second-try", "gone from the list once refused twice", () => [], 2),
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
  later("500-later", "The second cancel of a shipped order is a 500", ({ nthOfOrder }) =>
    nthOfOrder > 1 ? refusal(500) : undefined,
  ),
  later("200-at-third", "The third cancel of a shipped order is a 200", ({ nthOfOrder }) =>
    nthOfOrder === 3 ? refusal(200) : undefined,
  ),
  later("204-after-cancels", "A shipped order is a 204 after two cancels", ({ gone }) =>
    gone.size > 1 ? done : undefined,
  ),
  later("404-to-clients", "Who takes anything finds no shipped order", ({ request }) =>
    request.headers.accept === "*/*" ? refusal(404) : undefined,
  ),
  later(
    "becomes-pending",
    "A refused shipped order is pending",
    ({ mock, order }) => void putInto(mock, "pending", [order]),
  ),
  taken("always", "of any kind", () => true, "cancel-order/shipped"),
  taken("if-odd", "with an odd id", ({ order }) => order!.id % 2n === 1n, "cancel-order/shipped"),
  taken("if-forced", "with ?force=true", ({ request }) => queryOf(request).get("force") === "true"),
  taken("with-query", "with a query", ({ request }) => request.target.includes("?")),
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
