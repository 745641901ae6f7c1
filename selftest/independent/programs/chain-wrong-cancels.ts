/** Chains whose cancels do too much, too little, or something else. */

import { setTimeout as later } from "node:timers/promises";
import { HttpError, memo } from "./chain-shop.ts";
import { cancelOrder, cancels } from "./chain-wrong-parts.ts";
import type { WrongProgram } from "./program.ts";

export const wrongChainsOfCancels: readonly WrongProgram[] = [
  cancels("204-for-unknown", "deleting nothing is fine", /^cancel-order\/|^order-id\//, (context, id) => {
    context.app.orders.delete(id);
    context.status = 204;
  }),
  cancels("ships-anyway", "shipped orders are cancelled", /^cancel-order\/shipped/, (context, id) => {
    if (!context.app.orders.delete(id)) throw new HttpError(404, "NO");
    context.status = 204;
  }),
  cancels(
    "forced",
    "shipped orders can be forced, and cancelled ones",
    /^cancel-order\/(?:shipped|second)/,
    (context, id) => {
      const order = context.app.orders.get(id);
      if (order && context.query.get("force") === "true") order.status = "pending";
      cancelOrder(context, id);
    },
  ),
  cancels("200-body", "a cancel answers the order", /^cancel-order\//, (context, id) => {
    cancelOrder(context, id);
    context.status = 200;
    context.body = { id: Number(id), status: "cancelled" };
  }),
  cancels("202", "a cancel is accepted", /^cancel-order\//, (context, id) => {
    cancelOrder(context, id);
    context.status = 202;
  }),
  cancels(
    "eventually",
    "a cancel is done a second later",
    /^cancel-order\/(?:second|one-winner)/,
    (context, id) => {
      const order = context.app.orders.get(id);
      if (!order || order.status === "cancelled") throw new HttpError(404, "NO");
      if (order.status === "shipped") throw new HttpError(409, "SHIPPED");
      setTimeout(() => {
        order.status = "cancelled";
      }, 100);
      context.status = 204;
    },
  ),
  cancels("parse-int", "parseInt", /^order-id\//, (context, id) =>
    cancelOrder(context, String(Number.parseInt(id, 10))),
  ),
  cancels("number", "Number, and what is none is 500", /^order-id\//, (context, id) => {
    if (Number.isNaN(Number(id))) throw new Error("NaN");
    cancelOrder(context, String(Number(id)));
  }),
  cancels("absolute", "the sign is dropped", /^order-id\//, (context, id) =>
    cancelOrder(context, id.replace(/^-/, "")),
  ),
  cancels("int32", "ids have 32 bits", /^order-id\/|^cancel-order\/unknown/, (context, id) =>
    cancelOrder(context, /^-?\d+$/.test(id) ? String(BigInt.asIntN(32, BigInt(id))) : id),
  ),
  cancels("big-500", "an id beyond 2^53 is an error", /^order-id\/|^cancel-order\/unknown/, (context, id) => {
    if (/^-?\d+$/.test(id) && !Number.isSafeInteger(Number(id))) throw new Error("unsafe");
    cancelOrder(context, id);
  }),
  cancels(
    "big-400",
    "an id beyond 2^31 is a bad request",
    /^order-id\/|^cancel-order\/unknown/,
    (context, id) => {
      if (/^-?\d+$/.test(id) && Math.abs(Number(id)) >= 2 ** 31) throw new HttpError(400, "RANGE");
      cancelOrder(context, id);
    },
  ),
  cancels(
    "negative-400",
    "negative ids are bad requests",
    /^order-id\/|^cancel-order\/unknown/,
    (context, id) => {
      if (id.startsWith("-")) throw new HttpError(400, "NEGATIVE");
      cancelOrder(context, id);
    },
  ),
  cancels("garbage-200", "an id that is none is told so, with 200", /^order-id\//, (context, id) => {
    if (!/^-?\d+$/.test(id)) {
      context.status = 200;
      context.body = { ok: false };
      return;
    }
    cancelOrder(context, id);
  }),
  cancels("all", "the id `all` is all", /^order-id\//, (context, id) => {
    if (id === "all" || id === "*") {
      for (const order of context.app.orders.values())
        if (order.status === "pending") order.status = "cancelled";
      context.status = 204;
      return;
    }
    cancelOrder(context, id);
  }),
  cancels(
    "comes-back",
    "a cancelled order is restored from the cache a while later",
    /^cancel-order\/(?:second|one)/,
    (context, id) => {
      cancelOrder(context, id);
      setTimeout(() => {
        context.app.orders.get(id)!.status = "pending";
      }, 400);
    },
  ),
  cancels(
    "ships-while-waiting",
    "a refused shipped order can be cancelled at the fifth try",
    /^cancel-order\/shipped/,
    (context, id) => {
      const tries = memo(context, id, () => ({ n: 0 }));
      const order = context.app.orders.get(id);
      if (order?.status === "shipped" && ++tries.n === 5) order.status = "pending";
      cancelOrder(context, id);
    },
  ),
  cancels("slow-write", "look, wait, write", /^cancel-order\/one-winner$/, async (context, id) => {
    const order = context.app.orders.get(id);
    if (!order || order.status === "cancelled") throw new HttpError(404, "NO");
    if (order.status === "shipped") throw new HttpError(409, "SHIPPED");
    await later(5);
    order.status = "cancelled";
    context.status = 204;
  }),
  cancels(
    "counts-down",
    "a cancel takes one unit off each order",
    /^cancel-order\/(?:only-that|shipped-unchanged)/,
    (context, id) => {
      cancelOrder(context, id);
      for (const order of context.app.orders.values()) Object.assign(order, { quantity: order.quantity + 1 });
    },
  ),
];
