import type { OrderStatus } from "../../spec/wire.ts";
/** Servers on which a cancel does more than it says, or something else, at once or later. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { Mock } from "../../mocks/mock.ts";
import { done, ordersIn, putInto, type WrongRow, wrong } from "./broken-server.ts";
import { type Ask, answersInstead, answersWrongly } from "./steps.ts";

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
  answersWrongly(
    `cancel-${id}`,
    `A cancel also ${what}.`,
    caughtBy,
    "pending",
    (ask) => void act(ask.order!, ask),
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
/** It puts the last so many of those in one state into another. */
const moves = (
  id: string,
  what: string,
  from: OrderStatus,
  to: OrderStatus,
  most: number,
  caughtBy = onlyThat,
) => also(id, what, (_, { mock }) => putInto(mock, to, ordersIn(mock, from).slice(-most)), caughtBy);
/** It cancels another order, in place of the one that is named. */
const hitsInstead = (
  id: string,
  what: string,
  caughtBy: string,
  which: (id: bigint, all: readonly FixtureOrder[]) => FixtureOrder | undefined,
) =>
  answersInstead(
    `cancel-hits-${id}-instead`,
    `A cancel cancels ${what} instead.`,
    caughtBy,
    "pending",
    ({ mock, order }) => {
      putInto(mock, "cancelled", [which(order!.id, pendingOf(mock)) ?? order]);
      return done;
    },
  );
const others: readonly WrongRow[] = [
  hits("next-too", "the order with the next id", (other, { id }) => other.id === id + 1n),
  hits("previous-too", "the order with the id before", (other, { id }) => other.id === id - 1n),
  hits("older-too", "every order with a smaller id", (other, { id }) => other.id < id),
  hits("same-pet-too", "orders of the same pet", (other, { petId }) => other.petId === petId),
  hits("alike-too", "orders as complete", (other, { complete }) => other.complete === complete),
  hitsInstead("next", "the order with the next id", onlyThat, (id, all) =>
    all.find((order) => order.id === id + 1n),
  ),
  hitsInstead("newest", "the newest pending order", `${second} ${onlyThat}`, (_, all) => all.at(-1)),
  hitsInstead("oldest", "the oldest pending order", second, (_, all) => all[0]),
  moves("hits-newest-too", "cancels the newest pending order", "pending", "cancelled", 1),
  moves("hits-all-pending", "cancels every pending order", "pending", "cancelled", 1e6),
  moves("hits-a-shipped", "cancels a shipped order", "shipped", "cancelled", 1),
  moves("unships", "makes shipped orders pending", "shipped", "pending", 1e6, "cancel-order/shipped-again"),
  moves("ships-the-rest", "ships every other pending order", "pending", "shipped", 1e6, pending),
  moves("ships-another", "ships the last pending order", "pending", "shipped", 1, pending),
  also("counts-others", "adds a unit to every other order", ({ id }, { mock }) => {
    for (const order of mock.control.orders())
      if (order.id !== id) mock.control.put({ ...order, quantity: (order.quantity ?? 0n) + 1n });
  }),
  also("renumbers", "takes one off all larger ids", ({ id }, { mock }) => {
    mock.control.remove(id);
    const larger = mock.control.orders().filter((order) => order.id > id);
    for (const order of larger.toSorted((one, other) => Number(one.id - other.id))) {
      mock.control.remove(order.id);
      mock.control.put({ ...order, id: order.id - 1n });
    }
  }),
];

/** A cancel takes an order further on as well, so much later. */
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
/** The first such cancel takes the newest pending order. */
const stray = (asked: "unknown" | "shipped", caughtBy: string) =>
  answersWrongly(
    `${asked}-cancels-newest`,
    `The first cancel of ${asked === "shipped" ? "a" : "an"} ${asked} order takes the newest one.`,
    caughtBy,
    asked,
    ({ mock, nth }) => void (nth === 1 && putInto(mock, "cancelled", pendingOf(mock).slice(-1))),
  );
const strayCalls: readonly WrongRow[] = [
  stray("unknown", noOtherEffect),
  stray("shipped", onlyThat),
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

/** What is done, or undone, some time after its answer. */
export const lateCancelRows: readonly WrongRow[] = [
  takesAnother(1, 200),
  takesAnother(4, 100),
  ...[60, 300].map((ms) =>
    also(
      `rolled-back-after-${ms}`,
      `is taken back ${ms} ms later`,
      (order, { mock }) => setTimeout(putInto, ms, mock, "pending", [order]),
      second,
    ),
  ),
  answersInstead(
    "cancel-in-100-ms",
    "A cancel is carried out 100 ms after its answer.",
    "cancel-order/one-winner",
    "pending",
    ({ mock, order }) => {
      setTimeout(putInto, 100, mock, "cancelled", [order]);
      return done;
    },
  ),
];

export const cancelEffectRows: readonly WrongRow[] = [...others, ...strayCalls];
