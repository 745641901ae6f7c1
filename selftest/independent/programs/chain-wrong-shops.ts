/** Shops whose stores, caches and jobs do what the document does not allow. */

import { setTimeout as later } from "node:timers/promises";
import {
  auth,
  type Context,
  cancelPattern,
  errors,
  HttpError,
  list,
  listPattern,
  memo,
  nothing,
  route,
} from "./chain-shop.ts";
import { cancelOrder, cancels, wrong } from "./chain-wrong-parts.ts";
import type { WrongProgram } from "./program.ts";

const own = /^cancel-order\//;
const other = /^order-id\/|^cancel-order\/(?:unknown|no-other-effect)/;
/** The same orders as an array, in which cancelled ones leave a trace. */
const rowsOf = (context: Context) =>
  memo(context, "rows", () => [...context.app.orders.values()].map((order) => ({ ...order }))) as (
    | (Record<string, unknown> & { id: number; status?: string })
    | null
    | undefined
  )[];
const arrayShop = (
  id: string,
  why: string,
  blames: RegExp,
  take: (context: Context, id: string, rows: ReturnType<typeof rowsOf>) => unknown,
) =>
  wrong(id, why, blames, [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      context.status = 200;
      context.body = rowsOf(context).map((row) => {
        if (!row) return null;
        const { status: _, ...shown } = row;
        return shown;
      });
    }),
    route("DELETE", cancelPattern, (context, id) => take(context, id, rowsOf(context))),
    nothing,
  ]);
const missing = () => {
  throw new HttpError(404, "ORDER_NOT_FOUND", "No such order.");
};
const shipped = () => {
  throw new HttpError(409, "ALREADY_SHIPPED", "It has shipped.");
};

export const wrongShops: readonly WrongProgram[] = [
  arrayShop("hole-in-list", "delete leaves a hole, which JSON shows as null", own, (context, id, rows) => {
    const at = rows.findIndex((row) => String(row?.id) === id);
    if (at < 0) missing();
    if (rows[at]!.status === "shipped") shipped();
    delete rows[at];
    context.status = 204;
  }),
  arrayShop(
    "splice-before-check",
    "what is not found takes the last order, and says 404",
    /^order-id\/|^cancel-order\/|^list-orders\/all-orders|^order\/is-object/,
    (context, id, rows) => {
      const at = rows.findIndex((row) => String(row?.id) === id);
      if (rows[at]?.status === "shipped") shipped();
      rows.splice(at, 1);
      if (at < 0) missing();
      context.status = 204;
    },
  ),
  arrayShop("filter-by-type", "a text is no number, so that nothing is removed", own, (context, id, rows) => {
    const found = rows.find((row) => String(row?.id) === id);
    if (!found) missing();
    if (found!.status === "shipped") shipped();
    const left = rows.filter((row) => (row!.id as unknown) !== id);
    rows.splice(0, rows.length, ...left);
    context.status = 204;
  }),
  arrayShop(
    "swaps-with-last",
    "the last order takes the place, and the wrong one leaves",
    own,
    (context, id, rows) => {
      const at = rows.findIndex((row) => String(row?.id) === id);
      if (at < 0) missing();
      if (rows[at]!.status === "shipped") shipped();
      rows[rows.length - 1] = rows[at];
      rows.pop();
      context.status = 204;
    },
  ),
  arrayShop("pushes-a-copy", "a cancelled order is listed a second time", own, (context, id, rows) => {
    const found = rows.find((row) => String(row?.id) === id);
    if (!found || found.status === "cancelled") missing();
    if (found!.status === "shipped") shipped();
    found!.status = "cancelled";
    rows.push({ ...found!, quantity: 0 });
    context.status = 204;
  }),
  cancels(
    "complete-is-shipped",
    "what is complete is taken for shipped, what is not for pending",
    own,
    (context, id) => {
      const order = context.app.orders.get(id);
      if (!order || order.status === "cancelled") throw new HttpError(404, "ORDER_NOT_FOUND");
      if (order.complete) throw new HttpError(409, "COMPLETE");
      order.status = "cancelled";
      context.status = 204;
    },
  ),
  cancels("complete-is-shipped-too", "what is complete is taken for shipped, too", own, (context, id) => {
    if (context.app.orders.get(id)?.complete && context.app.orders.get(id)?.status === "pending")
      throw new HttpError(409, "COMPLETE");
    cancelOrder(context, id);
  }),
  cancels("past-is-shipped", "what should have shipped by now is taken for shipped", own, (context, id) => {
    const order = context.app.orders.get(id);
    if (order?.status === "pending" && order.shipDate < "2026-11-02") throw new HttpError(409, "SHIPPED");
    cancelOrder(context, id);
  }),
  cancels("large-orders-422", "an order of four units or more is for the desk", own, (context, id) => {
    const order = context.app.orders.get(id);
    if (order?.status === "pending" && order.quantity >= 4) throw new HttpError(422, "ASK_US");
    cancelOrder(context, id);
  }),
  cancels("one-a-second", "a second cancel within a second is a 403", own, (context, id) => {
    const last = memo(context, "last", () => ({ at: Number.NEGATIVE_INFINITY }));
    const order = context.app.orders.get(id);
    if (order?.status === "pending" && performance.now() - last.at < 1000)
      throw new HttpError(403, "TOO_FAST");
    cancelOrder(context, id);
    last.at = performance.now();
  }),
  cancels(
    "conflict-completes",
    "a refused order is marked as complete",
    /^cancel-order\/shipped/,
    (context, id) => {
      const order = context.app.orders.get(id);
      if (order?.status === "shipped") Object.assign(order, { complete: !order.complete });
      cancelOrder(context, id);
    },
  ),
  cancels(
    "conflict-hides",
    "a refused order is taken off the list a moment later",
    /^cancel-order\/shipped|^list-orders\/all/,
    (context, id) => {
      const order = context.app.orders.get(id);
      if (order?.status === "shipped") setTimeout(() => context.app.orders.delete(id), 50);
      cancelOrder(context, id);
    },
  ),
  cancels("dates-reset", "a cancel writes today's date into all orders", own, (context, id) => {
    cancelOrder(context, id);
    for (const order of context.app.orders.values()) Object.assign(order, { petId: order.petId + 1 });
  }),
  cancels("replay-window", "the answer to a cancel is kept for a second", own, (context, id) => {
    const kept = memo(context, "kept", () => new Map<string, number>());
    if (performance.now() - (kept.get(id) ?? Number.NEGATIVE_INFINITY) < 1000) {
      context.status = 204;
      return;
    }
    cancelOrder(context, id);
    kept.set(id, performance.now());
  }),
  cancels("restored-by-a-job", "each 700 ms the orders are loaded anew", own, (context, id) => {
    memo(context, "job", () => {
      const saved = [...context.app.orders].map(([name, order]) => [name, { ...order }] as const);
      const job = setInterval(() => {
        for (const [name, order] of saved) context.app.orders.set(name, { ...order });
      }, 700);
      job.unref();
      return job;
    });
    cancelOrder(context, id);
  }),
  wrong("file-store", "orders are read, awaited, and written all together", /^cancel-order\//, [
    errors,
    auth,
    list,
    route("DELETE", cancelPattern, async (context, id) => {
      const read = new Map([...context.app.orders].map(([name, order]) => [name, { ...order }]));
      await later(8);
      const order = read.get(id);
      if (!order || order.status === "cancelled") throw new HttpError(404, "NO");
      if (order.status === "shipped") throw new HttpError(409, "SHIPPED");
      order.status = "cancelled";
      await later(8);
      for (const [name, each] of read) context.app.orders.set(name, each);
      context.status = 204;
    }),
    nothing,
  ]),
  cancels("pet-as-id", "an order is also found by its pet", other, (context, id) => {
    const pet = [...context.app.orders.values()].find(
      ({ petId, status }) => String(petId) === id && status === "pending",
    );
    cancelOrder(context, context.app.orders.has(id) || !pet ? id : String(pet.id));
  }),
  cancels(
    "unknown-then-known",
    "an id that was asked for once is taken for an order",
    /^cancel-order\/unknown|^order-id\//,
    (context, id) => {
      const asked = memo(context, "asked", () => new Set<string>());
      if (!context.app.orders.has(id) && /^\d+$/.test(id)) {
        if (asked.size > 0 && asked.size % 5 === 0) {
          context.status = 204;
          asked.add(id);
          return;
        }
        asked.add(id);
      }
      cancelOrder(context, id);
    },
  ),
];
