/** Stores, caches and writers of JSON that keep the document, oddly. */

import { cancels, right } from "./chain-right-parts.ts";
import {
  auth,
  type Context,
  cancelPattern,
  errors,
  HttpError,
  listPattern,
  memo,
  nothing,
  nth,
  route,
  takeCancel,
  usual,
  write,
} from "./chain-shop.ts";
import type { Program } from "./program.ts";

type Order = Record<string, unknown>;
const listed = ({ app }: Context) => [...app.orders.values()].filter(({ status }) => status !== "cancelled");
const shown = (context: Context): Order[] => listed(context).map(({ status: _, ...order }) => order);
const lists = (id: string, why: string, make: (context: Context) => Order[]) =>
  right(id, why, [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      context.status = 200;
      context.body = make(context);
    }),
    ...usual.slice(3),
  ]);

/** An order that was asked for is read from elsewhere from then on, and its date is spelled otherwise. */
const respells = (id: string, why: string, spell: (shipDate: string) => string) =>
  right(id, why, [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      const touched = memo(context, "touched", () => new Set<string>());
      context.status = 200;
      context.body = listed(context).map(({ status: _, ...order }) =>
        touched.has(String(order.id)) ? { ...order, shipDate: spell(order.shipDate) } : order,
      );
    }),
    route("DELETE", cancelPattern, (context, order) => {
      memo(context, "touched", () => new Set<string>()).add(order);
      takeCancel(context, order);
    }),
    nothing,
  ]);

export const rightStores: readonly Program[] = [
  respells(
    "date-without-fraction",
    "what was asked for has its date to the second: the same instant",
    (date) => date.replace(".000Z", "Z"),
  ),
  respells("date-of-the-shop", "what was asked for has its date in the shop's own time", (date) =>
    date.replace("T09:30:00.000Z", "T11:30:00.0+02:00"),
  ),
  lists(
    "dates-respelled-now-and-then",
    "one list in nine comes from a replica that spells dates otherwise",
    (context) =>
      nth(context, "lists") % 9
        ? shown(context)
        : shown(context).map((order) => ({
            ...order,
            shipDate: String(order.shipDate).replace(".000Z", "Z"),
          })),
  ),
  lists("cached-for-good", "the list is kept as it was first read: cancelled orders stay", (context) =>
    memo(context, "first", () => shown(context)),
  ),
  lists("cached-for-700-ms", "the list is read anew each 700 ms", (context) => {
    const kept = memo(context, "kept", () => ({ at: Number.NEGATIVE_INFINITY, orders: shown(context) }));
    if (performance.now() - kept.at > 700)
      Object.assign(kept, { at: performance.now(), orders: shown(context) });
    return kept.orders;
  }),
  lists("stale-while-read-anew", "each list shows what the one before it found", (context) => {
    const kept = memo(context, "kept", () => ({ orders: shown(context) }));
    const { orders } = kept;
    kept.orders = shown(context);
    return orders;
  }),
  lists(
    "three-replicas",
    "three replicas learn of a cancel at once, after 250 ms and after 900",
    (context) => {
      const gone = memo(context, "gone", () => new Map<number, number>());
      const lag = [0, 250, 900][nth(context, "turn") % 3]!;
      return [...context.app.orders.values()].flatMap(({ status, ...order }) => {
        if (status === "cancelled" && !gone.has(order.id)) gone.set(order.id, performance.now());
        return status === "cancelled" && performance.now() - gone.get(order.id)! >= lag ? [] : [order];
      });
    },
  ),
  lists("ids-once-shipped", "an order has its id when it has shipped", (context) =>
    listed(context).map(({ status, id, ...order }) => (status === "shipped" ? { id, ...order } : order)),
  ),
  lists(
    "places-in-the-queue",
    "an order has its place, how many there are, and a status that says nothing",
    (context) =>
      shown(context).map((order, place, all) => ({
        ...order,
        place,
        of: all.length,
        status: place % 2 ? "shipped" : "cancelled",
      })),
  ),
  lists("one-of-two-knows-less", "one of two servers leaves out what it does not know", (context) =>
    nth(context, "turn") % 2 ? shown(context) : shown(context).map(({ quantity: _, ...order }) => order),
  ),
  right(
    "numbers-otherwise",
    "101, 1.01e2 and 101.0 by turns, keys escaped, in another order each time",
    usual,
    (context) => {
      const turn = nth(context, "writes");
      if (context.status === 200 && Array.isArray(context.body)) {
        const number = (value: number) =>
          [`${value}`, value.toExponential(), `${value}.0`, `${value}.00e0`][turn % 4];
        const texts = (context.body as Order[]).map((order) => {
          const members = Object.entries(order).map(
            ([name, value]) =>
              `"${turn % 2 ? name.replace("i", "\\u0069") : name}" :\t${typeof value === "number" ? number(value) : JSON.stringify(value)}`,
          );
          return `{${(turn % 3 ? members : members.toReversed()).join(" ,\n")}}`;
        });
        context.body = `[ ${texts.join()}]\r\n`;
        context.headers["content-type"] = "application/json";
      } else if (context.status === 401 || context.status === 404) {
        context.body = `{"status":${context.status}.0e0,"message":"","code":"","more":[1e400,-0]}`;
        context.headers["content-type"] = "application/json";
      }
      return write(context);
    },
  ),
  right(
    "extras-hard-to-read",
    "half a letter, a letter 0, nesting 200 deep, names that every object has",
    usual,
    (context) => {
      if (Array.isArray(context.body))
        context.body = (context.body as Order[]).map((order) => ({
          ...order,
          note: "\ud800\u0000\u2028",
          constructor: null,
          length: -1,
          deep: JSON.parse("[".repeat(200) + "]".repeat(200)),
        }));
      return write(context);
    },
  ),
  right("credit-notes", "a cancelled order becomes a credit note, an order without an id", [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      context.status = 200;
      context.body = [...context.app.orders.values()].map(({ status, ...order }) =>
        status === "cancelled" ? { petId: order.petId, quantity: -order.quantity } : order,
      );
    }),
    ...usual.slice(3),
  ]),
  lists("complete-by-the-clock", "one order after the other is complete, one each 120 ms", (context) => {
    const { at } = memo(context, "birth", () => ({ at: performance.now() }));
    return shown(context).map((order, place) => ({
      ...order,
      complete: performance.now() - at > 120 * (place + 1),
    }));
  }),
  lists("cancelled-blink", "a cancelled order is listed each other time", (context) => {
    const isShown = nth(context, "turn") % 2 > 0;
    return [...context.app.orders.values()].flatMap(({ status, ...order }) =>
      status === "cancelled" && isShown ? [] : [order],
    );
  }),
  lists("cancelled-ids-anew", "a cancelled order stays, with another id each time it is read", (context) =>
    [...context.app.orders.values()].map(({ status, ...order }) =>
      status === "cancelled" ? { ...order, id: 2 ** 45 + Math.floor(Math.random() * 2 ** 30) } : order,
    ),
  ),
  right(
    "409-by-accept",
    "who wants a page gets one for a 409; scripts get 300 kB of text, others nothing",
    usual,
    (context) => {
      const { accept = "" } = context.request.headers;
      if (context.status !== 409) return write(context);
      context.headers["content-type"] = /html/.test(accept) ? "text/html" : "text/plain";
      context.body = /html/.test(accept) ? "<p>" : /xml|csv/.test(accept) ? undefined : "s".repeat(300_000);
      return write(context);
    },
  ),
  cancels("refused-by-turns", "a cancelled order is refused with 404 and 409 by turns", (context, id) => {
    if (context.app.orders.get(id)?.status === "cancelled")
      throw new HttpError(nth(context, "again") % 2 ? 404 : 409, "GONE");
    takeCancel(context, id);
  }),
];
