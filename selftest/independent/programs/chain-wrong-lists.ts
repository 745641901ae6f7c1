/** Lists that show too little, too much, or not what the document says. */

import { cancel, errors, HttpError, memo, nothing, usual } from "./chain-shop.ts";
import { listed, lists, wrong } from "./chain-wrong-parts.ts";
import type { WrongProgram } from "./program.ts";

export const wrongListsOfShops: readonly WrongProgram[] = [
  lists("dates-local", "dates as a browser shows them, of what is complete", listed, (orders) =>
    orders.map((order) => (order.complete ? { ...order, shipDate: "11/22/2026, 10:00:00 AM" } : order)),
  ),
  lists("dates-with-space", "dates as SQL has them", listed, (orders) =>
    orders.map((order) => ({
      ...order,
      shipDate: String(order.shipDate).replace("T", " ").replace(".000Z", ""),
    })),
  ),
  lists("money", "a quantity with decimals where it is odd", listed, (orders) =>
    orders.map((order) => ({ ...order, quantity: Number(order.quantity) % 2 ? 1.25 : 2 })),
  ),
  lists("dashes-for-false", "yes and no", listed, (orders) =>
    orders.map((order) => ({ ...order, complete: order.complete ? "yes" : "no" })),
  ),
  lists("by-id-keys", "an object by ids", listed, (orders) =>
    Object.fromEntries(orders.map((order) => [String(order.id), order])),
  ),
  lists("recent-three", "the three latest", listed, (orders) => orders.slice(-3)),
  lists("incomplete-only", "what is complete is left out", listed, (orders) =>
    orders.filter(({ complete }) => !complete),
  ),
  lists("sorted-filters", "?sort takes ten and ?complete filters", listed, (orders, { query }) =>
    query.has("complete")
      ? orders.filter(({ complete }) => String(complete) === query.get("complete"))
      : orders,
  ),
  lists(
    "fields-none",
    "?fields gives what was asked for, and a text where it was not",
    listed,
    (orders, { query }) => (query.has("fields") ? orders.map(({ id }) => id) : orders),
  ),
  lists("empty-for-agents", "a browser gets an empty list", listed, (orders, { request }) =>
    /Mozilla/.test(String(request.headers["user-agent"])) ? [] : orders,
  ),
  lists("empty-at-first", "the first reading after a cancel is empty", listed, (orders, context) => {
    const gone = [...context.app.orders.values()].filter(({ status }) => status === "cancelled").length;
    const seen = memo(context, "gone", () => ({ n: 0 }));
    if (seen.n === gone) return orders;
    seen.n = gone;
    return [];
  }),
  wrong("nothing-left-404", "404 where the list would be shorter than three", /./, [
    errors,
    async (context, next) => {
      await next();
      if (Array.isArray(context.body) && context.body.length < 3) throw new HttpError(404, "NO_ORDERS");
    },
    ...usual.slice(1, 3),
    cancel,
    nothing,
  ]),
];
