/** A cancel that touches an order it does not name. */

import { type ServerRow, servers } from "../independent-server.ts";
import type { Row, Shop } from "../shop.ts";
import { say } from "../shop.ts";
import { drop, moveTo, pendingOf } from "./row-changes.ts";

const thatOrder = "4.2: orderId is the identifier of the order to cancel";

/** Besides the cancel itself. */
const also = (id: string, change: (row: Row, shop: Shop) => void): ServerRow => [
  `cancel-${id}`,
  thatOrder,
  (shop) => {
    const { cancelled } = shop;
    shop.cancelled = (row, ask) => {
      change(row, shop);
      return cancelled(row, ask);
    };
  },
];
/** Instead of the order that is named. */
const instead = (
  id: string,
  victims: (row: Row, pending: readonly Row[]) => readonly (Row | undefined)[],
): ServerRow => [
  `cancel-takes-${id}`,
  thatOrder,
  (shop) => {
    shop.cancelled = (row) => {
      for (const victim of victims(row, pendingOf(shop))) if (victim) drop(victim);
      return say(204);
    };
  },
];

export const takesOthers = servers([
  instead("next", (row, pending) => [pending.find(({ id }) => id === row.id + 1n) ?? row]),
  instead("first", (_row, pending) => [pending[0]]),
  instead("last", (_row, pending) => [pending.at(-1)]),
  instead("neighbour-in-list", (row, pending) => [row, pending[pending.indexOf(row) + 1]]),
  instead("same-quantity", (row, pending) => pending.filter(({ quantity }) => quantity === row.quantity)),
  instead("same-complete", (row, pending) => pending.filter(({ complete }) => complete === row.complete)),
  instead("older", (row, pending) => pending.filter(({ id }) => id <= row.id)),
  instead("all", (_row, pending) => pending),
  instead("rounded", (row, pending) => pending.filter(({ id }) => Number(id) === Number(row.id))),
  instead("same-low-32-bits", (row, pending) =>
    pending.filter(({ id }) => BigInt.asIntN(32, id) === BigInt.asIntN(32, row.id)),
  ),
  instead("prefix", (row, pending) =>
    pending.filter(({ id }) => `${id}`.startsWith(`${row.id}`.slice(0, 4))),
  ),
  also("takes-a-shipped", (_row, { rows }) => {
    const one = rows.find(({ state }) => state === "shipped");
    if (one) drop(one);
  }),
  also("takes-last-shipped", (_row, { rows }) => {
    const one = rows.findLast(({ state }) => state === "shipped");
    if (one) drop(one);
  }),
  also("ships-another", (row, shop) => {
    const other = pendingOf(shop).findLast((each) => each !== row);
    if (other) moveTo(other, "shipped");
  }),
  also("changes-quantities", (row, { rows }) => {
    for (const each of rows) if (each !== row) each.quantity--;
  }),
  also("swaps-pets", (row, { rows }) => {
    const [one, two] = rows.filter((each) => each.state !== "cancelled" && each !== row).slice(-2);
    if (one && two) [one.petId, two.petId] = [two.petId, one.petId];
  }),
  also("completes-others", (row, { rows }) => {
    for (const each of rows) if (each !== row) each.complete = true;
  }),
]);
