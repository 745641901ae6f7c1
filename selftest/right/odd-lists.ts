/** Lists that change without a call, or keep cancelled orders. */

import { createSeededChance } from "../../base/seeded-chance.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { MockOptions } from "../../mocks/mock-options.ts";
import { queryOf, textOf, withText } from "../broken/broken-server.ts";
import { type Ask, alterList, alterOrders, answers, type OrderFields } from "../broken/steps.ts";
import { orders } from "./odd-orders.ts";
import { createOthers, type RightServer, right, shuffled } from "./right-server.ts";

type Change = (orders: OrderFields[], ask: Ask) => unknown;
const list = (id: string, how: string, change: Change, options?: MockOptions): RightServer =>
  right(`list-${id}`, `The list ${how}.`, alterList(change), options && { options });
/** Cancelled orders stay in the list, in another form. */
const cancelled = (id: string, how: string, show: (order: FixtureOrder, ask: Ask) => readonly unknown[]) =>
  list(`cancelled-${id}`, `shows a cancelled order ${how}`, (all, ask) => [
    ...all,
    ...ask.mock.control
      .orders()
      .filter(({ id, status }) => status === "cancelled" && !all.some((order) => order.id === id))
      .flatMap(({ status: _, ...order }) => show(order as FixtureOrder, ask)),
  ]);
/** The time since an order was cancelled, in ms. */
const age = ({ since }: Ask, { id }: FixtureOrder) => since("pending", String(id));
const afterwards: readonly RightServer[] = [
  cancelled("with-other-data", "with a quantity of 0 and no date", ({ id, petId }) => [
    { id, petId, quantity: 0n, status: "cancelled" },
  ]),
  cancelled("now-and-then", "each second time", (order, { nth }) => (nth % 2 ? [] : [order])),
  cancelled("for-a-while", "for thirty readings more", (order, { nth }) => (nth < 30 ? [order] : [])),
  cancelled("in-replicas", "for 0, 250 or 900 ms, by replica", (order, ask) =>
    age(ask, order) < [0, 250, 900][ask.nth % 3]! ? [order] : [],
  ),
  cancelled("without-id", "as a remark without an id", () => [{ complete: false }]),
  cancelled("as-nothing", "as an object without a field", () => [{}]),
  cancelled("as-refund", "as another order", (order) => [
    { ...order, id: BigInt.asIntN(64, order.id - 2n ** 40n), quantity: -(order.quantity ?? 0n) },
  ]),
  cancelled("with-new-ids", "with another id each time", (order, { nth }) => [
    { ...order, id: 2n ** 45n + (order.id % 999n) + BigInt(nth) * 1000n },
  ]),
  right("list-cached-for-good", "The list stays as it was at first: cancelled orders, too.", (mock) => {
    let kept: string | undefined;
    // The run's own orders are there from its second reading on.
    return answers("list", ({ nth }, reply) => {
      if (nth < 3 || kept === undefined) kept = textOf(reply);
      return mock.control.orders().every(({ id }) => kept!.includes(String(id)))
        ? withText(reply, kept)
        : undefined;
    })(mock);
  }),
];

const byTurns = (id: string, how: string, every: number, change: (order: OrderFields, ask: Ask) => object) =>
  orders(id, how, (order, _, ask) => (ask.nth % every ? order : { ...order, ...change(order, ask) }));
const readings: readonly RightServer[] = [
  list("with-anonymous-orders", "has orders without an id", (all) => [...all, {}, { quantity: 1n }]),
  right("list-in-any-order", "The list comes in another order each time.", (mock) => {
    const random = createSeededChance(3);
    return alterList((all) => shuffled(all, random))(mock);
  }),
  right("list-with-fields-shuffled", "An order's fields come in another order each time.", (mock) => {
    const random = createSeededChance(11);
    return alterOrders((order) => Object.fromEntries(shuffled(Object.entries(order), random)))(mock);
  }),
  right("list-in-a-busy-shop", "Orders of other clients come and go at every reading.", (mock) => {
    const random = createSeededChance(7);
    const isOthers = createOthers(mock);
    return alterList((all) => [
      ...all.filter((order) => !isOthers(order) || random() < 0.7),
      ...Array.from({ length: 5 }, () => ({ id: BigInt(Math.floor(random() * 1e9)) + 10n ** 12n })),
    ])(mock);
  }),
  list("by-fields", "picks fields of all orders by ?fields=", (all, { request }) => {
    const fields = queryOf(request).get("fields")?.split(",");
    return fields
      ? all.map((order) =>
          Object.fromEntries(Object.entries(order).filter(([name]) => fields.includes(name))),
        )
      : all;
  }),
  byTurns("with-dates-recomputed", "have another date each time", 1, (_, { nth }) => ({
    shipDate: new Date(Date.UTC(2026, 0, 1) + nth * 1000).toISOString(),
  })),
  byTurns("with-views-counted", "count their readings", 1, (_, { nth }) => ({ views: nth + 0.5 })),
  byTurns("of-two-versions", "have more fields each second time", 2, () => ({ version: 2n, links: [] })),
  byTurns("respelled", "have dates with an offset each ninth time", 9, ({ shipDate }) => ({
    ...(typeof shipDate === "string" && { shipDate: shipDate.replace(/Z$/, "+00:00") }),
  })),
  orders(
    "of-one-who-knows-less",
    "lack their quantity each second time",
    ({ quantity, ...order }, _, { nth }) => (nth % 2 ? { quantity: quantity!, ...order } : order),
  ),
  orders("complete-by-the-clock", "are complete one after the other", (order, index, { since, times }) => ({
    ...order,
    complete: times("list") > 0 && index < since("refused list") / 120,
  })),
  {
    ...right("others-cancel-and-ship", "At each request an order of another client is shipped.", (mock) => {
      const random = createSeededChance(5);
      const isOthers = createOthers(mock);
      return (request) => {
        const theirs = mock.control.orders().filter((order) => order.status === "pending" && isOthers(order));
        const one = theirs[Math.floor(random() * theirs.length)];
        if (one && random() < 0.5) mock.control.ship(one.id);
        return mock.handle(request);
      };
    }),
    options: { orders: 200 },
  },
];

export const oddLists: readonly RightServer[] = [...afterwards, ...readings];
