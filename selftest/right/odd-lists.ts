/** Lists that change without a call, or keep cancelled orders. */

import { createSeededChance } from "../../base/seeded-chance.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { type Build, queryOf, textOf, withText } from "../broken/broken-server.ts";
import { type Ask, alterList, alterOrders, answers, type OrderFields } from "../broken/steps.ts";
import { amongOthers, type RightServer, rightServersOf, shuffled } from "./right-server.ts";

type IsShown = (order: FixtureOrder, ask: Ask) => boolean;
/** Cancelled orders stay in the list, in another form. */
const cancelled = (show: (order: FixtureOrder, ask: Ask) => unknown, isShown: IsShown = () => true) =>
  alterList((all, ask) => [
    ...all,
    ...ask.mock.control
      .orders()
      .filter(({ id, status }) => status === "cancelled" && !all.some((order) => order.id === id))
      .filter((order) => isShown(order, ask))
      .map(({ status: _, ...order }) => show(order as FixtureOrder, ask)),
  ]);
const cancelledWhile = (isShown: IsShown) => cancelled((order) => order, isShown);
const isEven: IsShown = (_, { nth }) => nth % 2 === 0;
const isInReplica: IsShown = ({ id }, { nth, since }) =>
  since("pending", String(id)) < [0, 250, 900][nth % 3]!;
const withoutDate = ({ id, petId }: FixtureOrder) => ({ id, petId, quantity: 0n, status: "cancelled" });
const asRefund = (order: FixtureOrder) => ({
  ...order,
  id: BigInt.asIntN(64, order.id - 2n ** 40n),
  quantity: -(order.quantity ?? 0n),
});
const withNewId = (order: FixtureOrder, { nth }: Ask) => ({
  ...order,
  id: 2n ** 45n + (order.id % 999n) + BigInt(nth) * 1000n,
});
const cachedForGood: Build = (mock) => {
  let kept: string | undefined;
  // The run's own orders are there from its second reading on.
  return answers("list", ({ nth }, reply) => {
    if (nth < 3 || kept === undefined) kept = textOf(reply);
    const isWhole = mock.control.orders().every(({ id }) => kept!.includes(String(id)));
    return isWhole ? withText(reply, kept) : undefined;
  })(mock);
};
const afterwards = rightServersOf({
  "list-cancelled-with-other-data: A cancelled order has no date, and a quantity of 0.":
    cancelled(withoutDate),
  "list-cancelled-now-and-then: A cancelled order is in each second list.": cancelledWhile(isEven),
  "list-cancelled-in-replicas: A cancelled order stays for 0, 250 or 900 ms.": cancelledWhile(isInReplica),
  "list-cancelled-without-id: A cancelled order is a remark without an id.": cancelled(() => ({
    complete: false,
  })),
  "list-cancelled-as-nothing: A cancelled order has no field.": cancelled(() => ({})),
  "list-cancelled-as-refund: A cancelled order is followed by another.": cancelled(asRefund),
  "list-cancelled-with-new-ids: A cancelled order has another id each time.": cancelled(withNewId),
  "list-cached-for-good: The list stays as it was at first: cancelled orders, too.": cachedForGood,
});

/** Changes each order at every nth reading. */
const byTurns = (every: number, change: (order: OrderFields, nth: number) => OrderFields) =>
  alterOrders((order, _, { nth }) => (nth % every ? order : { ...order, ...change(order, nth) }));
const dateOf = (nth: number) => new Date(Date.UTC(2026, 0, 1) + nth * 1000).toISOString();
const inAnyOrder: Build = (mock) => {
  const random = createSeededChance(3);
  return alterList((all) => shuffled(all, random))(mock);
};
const fieldsShuffled: Build = (mock) => {
  const random = createSeededChance(11);
  return alterOrders((order) => Object.fromEntries(shuffled(Object.entries(order), random)))(mock);
};
const busyShop: Build = (mock) => amongOthers(mock, mock.handle, { seed: 7, share: 1, changes: 5 });
const byFields = alterOrders((order, _, { request }) => {
  const fields = queryOf(request).get("fields")?.split(",");
  return fields ? Object.fromEntries(Object.entries(order).filter(([name]) => fields.includes(name))) : order;
});
const readings = rightServersOf({
  "list-with-anonymous-orders: Some orders have no id.": alterList((all) => [...all, {}, { quantity: 1n }]),
  "list-in-any-order: The list comes in another order each time.": inAnyOrder,
  "list-with-fields-shuffled: An order's fields come in another order each time.": fieldsShuffled,
  "list-in-a-busy-shop: Orders of other clients come, ship and go at every request.": busyShop,
  "list-by-fields: ?fields= picks fields of all orders.": byFields,
  "orders-with-dates-recomputed: Orders have another date each time.": byTurns(1, (_, nth) => ({
    shipDate: dateOf(nth),
  })),
  "orders-with-views-counted: Orders count their readings.": byTurns(1, (_, nth) => ({ views: nth + 0.5 })),
  "orders-respelled: Dates have an offset each ninth time.": byTurns(9, ({ shipDate }) =>
    typeof shipDate === "string" ? { shipDate: shipDate.replace(/Z$/, "+00:00") } : {},
  ),
  "orders-of-one-who-knows-less: Orders lack their quantity each second time.": alterOrders(
    ({ quantity, ...order }, _, { nth }) => (nth % 2 ? { quantity: quantity!, ...order } : order),
  ),
  "orders-complete-by-the-clock: Orders are complete one after the other.": alterOrders(
    (order, index, { since, times }) => ({
      ...order,
      complete: times("list") > 0 && index < since("refused list") / 120,
    }),
  ),
});

export const oddLists: readonly RightServer[] = [...afterwards, ...readings];
