/** Services of shops that are open while they are judged: right, and odd. */

import { right } from "./chain-right-parts.ts";
import { auth, type Context, errors, listPattern, memo, route, usual } from "./chain-shop.ts";
import type { Program } from "./program.ts";

const shownOrders = ({ app }: Context) =>
  [...app.orders.values()]
    .filter(({ status }) => status !== "cancelled")
    .map(({ status: _, ...order }) => order as Record<string, unknown>);
const lists = (
  id: string,
  why: string,
  change: (orders: Record<string, unknown>[], context: Context) => unknown,
) =>
  right(id, why, [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      context.status = 200;
      context.body = change(shownOrders(context), context);
    }),
    ...usual.slice(3),
  ]);
/** Milliseconds since the first request. */
const age = (context: Context) => {
  const { at } = memo(context, "birth", () => ({ at: performance.now() }));
  return performance.now() - at;
};
const foreign = (id: number) => ({
  id,
  petId: id % 90,
  quantity: 1 + (id % 5),
  shipDate: "2026-12-01T10:00:00+01:00",
  complete: id % 2 === 0,
});
export const rightShops: readonly Program[] = [
  lists(
    "others-ship-one-by-one",
    "each second an order of somebody else's is complete",
    (orders, context) => [
      ...Array.from({ length: 12 }, (_, at) => ({
        ...foreign(9000 + at),
        complete: age(context) > 300 * at,
      })),
      ...orders,
    ],
  ),
  lists("orders-arrive", "each list has some more orders", (orders, context) => {
    const turn = memo(context, "turn", () => ({ n: 0 }));
    return [...orders, ...Array.from({ length: ++turn.n }, (_, at) => foreign(7000 + at))];
  }),
  lists("orders-arrive-in-front", "and the newest comes first", (orders, context) => {
    const turn = memo(context, "turn", () => ({ n: 0 }));
    return [...Array.from({ length: ++turn.n }, (_, at) => foreign(7000 + at)).reverse(), ...orders];
  }),
  lists("dates-slip-by-night", "at one moment all open orders are expected a day later", (orders, context) =>
    orders.map((order) => (age(context) > 900 ? { ...order, shipDate: "2026-12-24T08:00:00.5Z" } : order)),
  ),
  lists("dates-of-now", "an order is expected three days from now", (orders) =>
    orders.map((order) => ({ ...order, shipDate: new Date(Date.now() + 3 * 86_400_000).toISOString() })),
  ),
  lists("offsets-by-turns", "the same instant, written by one server of two", (orders, context) => {
    const turn = memo(context, "turn", () => ({ n: 0 }));
    return ++turn.n % 2
      ? orders
      : orders.map((order) => ({ ...order, shipDate: String(order.shipDate).replace(".000Z", "+00:00") }));
  }),
  lists("random-order", "the list has no order", (orders) => orders.toSorted(() => Math.random() - 0.5)),
  lists("thousands", "six thousand orders", (orders) => [
    ...Array.from({ length: 3000 }, (_, at) => foreign(20_000 + at)),
    ...orders,
    ...Array.from({ length: 3000 }, (_, at) => foreign(40_000 + at)),
  ]),
  lists("archived-others", "somebody's old orders leave the list one by one", (orders, context) => [
    ...orders,
    ...Array.from({ length: Math.max(0, 40 - Math.floor(age(context) / 100)) }, (_, at) =>
      foreign(6000 + at),
    ),
  ]),
  lists("extras-of-all-kinds", "fields that the document does not have, of all types", (orders) =>
    orders.map((order) => ({
      ...order,
      status: null,
      total: 12.5,
      customer: { id: "x", name: null },
      lines: [],
      Id: `${order.id}`,
      order_id: `ORD-${order.id}`,
      href: `/v1/store/orders/${order.id}`,
    })),
  ),
  lists("requested-at", "each reading has its own time and number", (orders) =>
    orders.map((order) => ({ ...order, readAt: new Date().toISOString(), nonce: Math.random() })),
  ),
  right(
    "keeps-cancelled-with-history",
    "a cancelled order stays, with what became of it, and with other data a while later",
    [
      errors,
      auth,
      route("GET", listPattern, (context) => {
        context.status = 200;
        context.body = [...context.app.orders.values()].map(({ status, ...order }) =>
          status === "cancelled"
            ? { ...order, quantity: 0, complete: age(context) > 3000, status }
            : { ...order, status },
        );
      }),
      ...usual.slice(3),
    ],
  ),
  right("refunds", "a cancelled order becomes another order, a refund with an id of its own", [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      context.status = 200;
      context.body = [...context.app.orders.values()].map(({ status, ...order }) =>
        status === "cancelled" ? { ...order, id: order.id + 500_000, quantity: -order.quantity } : order,
      );
    }),
    ...usual.slice(3),
  ]),
  right("cancelled-shown-as-nothing", "a cancelled order stays as an object without a field", [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      context.status = 200;
      context.body = [...context.app.orders.values()].map(({ status, ...order }) =>
        status === "cancelled" ? {} : order,
      );
    }),
    ...usual.slice(3),
  ]),
  right("cancel-then-list-lags", "a cancelled order is listed 300 ms more, as it was", [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      const gone = memo(context, "gone", () => new Map<string, number>());
      context.status = 200;
      context.body = [...context.app.orders.entries()].flatMap(([id, { status, ...order }]) => {
        if (status === "cancelled" && !gone.has(id)) gone.set(id, performance.now());
        return status === "cancelled" && performance.now() - gone.get(id)! > 300 ? [] : [order];
      });
    }),
    ...usual.slice(3),
  ]),
  right("two-readers", "one of two replicas learns of a cancel 400 ms later", [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      const gone = memo(context, "gone", () => new Map<string, number>());
      const turn = memo(context, "turn", () => ({ n: 0 }));
      const lag = ++turn.n % 2 ? 0 : 400;
      context.status = 200;
      context.body = [...context.app.orders.entries()].flatMap(([id, { status, ...order }]) => {
        if (status === "cancelled" && !gone.has(id)) gone.set(id, performance.now());
        return status === "cancelled" && performance.now() - gone.get(id)! >= lag ? [] : [order];
      });
    }),
    ...usual.slice(3),
  ]),
];
