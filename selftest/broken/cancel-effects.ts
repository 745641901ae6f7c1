/** Servers on which a cancel does more than it says, or something else, at once or later. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { Mock } from "../../mocks/mock.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import { done, ordersIn, putInto, type WrongRow, wrong } from "./broken-server.ts";
import { type Ask, answers, instead } from "./steps.ts";

const pending = "cancel-order/pending";
const second = "cancel-order/second-cancel";
const onlyThat = "cancel-order/only-that-order";
const pendingOf = (mock: Mock) => ordersIn(mock, "pending");

/** A cancel that does more. */
const also = (
  id: string,
  what: string,
  act: (order: FixtureOrder, ask: Ask) => unknown,
  caughtBy = onlyThat,
) =>
  wrong(
    `cancel-${id}`,
    `A cancel also ${what}.`,
    caughtBy,
    answers("pending", (ask) => void act(ask.order!, ask)),
  );
/** It cancels these orders with the one that is named. */
const hits = (id: string, what: string, isHit: (other: FixtureOrder, order: FixtureOrder) => boolean) =>
  also(`hits-${id}`, `cancels ${what}`, (order, { mock }) =>
    putInto(
      mock,
      "cancelled",
      pendingOf(mock).filter((other) => isHit(other, order)),
    ),
  );
/** It moves the last few orders of one state to another. */
const moves = (
  id: string,
  what: string,
  from: OrderStatus,
  to: OrderStatus,
  most: number,
  caughtBy = onlyThat,
) => also(id, what, (_, { mock }) => putInto(mock, to, ordersIn(mock, from).slice(-most)), caughtBy);
const others: readonly WrongRow[] = [
  hits("previous-too", "the order with the id before", (other, { id }) => other.id === id - 1n),
  wrong(
    "cancel-hits-newest-instead",
    "A cancel cancels the newest pending order instead.",
    `${second} ${onlyThat}`,
    instead("pending", ({ mock }) => {
      putInto(mock, "cancelled", pendingOf(mock).slice(-1));
      return done;
    }),
  ),
  moves("hits-newest-too", "cancels the newest pending order", "pending", "cancelled", 1),
  moves("hits-all-pending", "cancels every pending order", "pending", "cancelled", 1e6),
  moves("hits-a-shipped", "cancels a shipped order", "shipped", "cancelled", 1),
  moves("unships", "makes shipped orders pending", "shipped", "pending", 1e6, "cancel-order/shipped-again"),
  moves("ships-the-rest", "ships every other pending order", "pending", "shipped", 1e6, pending),
  also("counts-others", "adds a unit to every other order", ({ id }, { mock }) => {
    for (const order of mock.control.orders())
      if (order.id !== id) mock.control.put({ ...order, quantity: (order.quantity ?? 0n) + 1n });
  }),
];

/** A cancel takes an order further on as well, this much later. */
export function takesAnother(step: number, ms: number): WrongRow {
  return also(
    `hits-${step}-further-after-${ms}`,
    `cancels the order ${step} further on, ${ms} ms later`,
    ({ id }, { mock }) => {
      const all = mock.control.orders();
      const other = all[all.findIndex((order) => order.id === id) + step];
      if (other?.status === "pending") setTimeout(putInto, ms, mock, "cancelled", [other]);
    },
  );
}

const noOtherEffect = "cancel-order/no-other-effect";
const strayCalls: readonly WrongRow[] = [
  wrong(
    "unknown-cancels-newest",
    "The first cancel of an unknown order takes the newest one.",
    noOtherEffect,
    answers(
      "unknown",
      ({ mock, nth }) => void (nth === 1 && putInto(mock, "cancelled", pendingOf(mock).slice(-1))),
    ),
  ),
  wrong(
    "head-cancels-last",
    "HEAD of the list cancels the last order.",
    noOtherEffect,
    (mock) => (request) => {
      if (request.method === "HEAD") putInto(mock, "cancelled", pendingOf(mock).slice(-1));
      return mock.handle(request);
    },
  ),
];

/** Cancels that are done, or undone, some time after their answer. */
export const lateCancelRows: readonly WrongRow[] = [
  takesAnother(4, 100),
  also(
    "rolled-back-after-300",
    "is taken back 300 ms later",
    (order, { mock }) => setTimeout(putInto, 300, mock, "pending", [order]),
    second,
  ),
  wrong(
    "cancel-in-100-ms",
    "A cancel is carried out 100 ms after its answer.",
    "cancel-order/one-winner",
    instead("pending", ({ mock, order }) => {
      setTimeout(putInto, 100, mock, "cancelled", [order]);
      return done;
    }),
  ),
];

export const cancelEffectRows: readonly WrongRow[] = [...others, ...strayCalls];
