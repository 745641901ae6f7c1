/** Stores, caches and guards that make, lose or mix up orders. */

import { setTimeout as later } from "node:timers/promises";
import {
  auth,
  type Context,
  cancel,
  cancelPattern,
  errors,
  HttpError,
  list,
  listPattern,
  type Middleware,
  memo,
  nothing,
  nth,
  route,
  usual,
} from "./chain-shop.ts";
import { bearer, cancelOrder, cancels, compares, lets, lists, wrong } from "./chain-wrong-parts.ts";
import type { WrongProgram } from "./program.ts";

type Orders = Context["app"]["orders"];
const { rawJSON } = JSON as unknown as { rawJSON(text: string): never };
const copyOf = (orders: Orders): Orders => new Map([...orders].map(([id, order]) => [id, { ...order }]));
const pendingOf = ({ app }: Context) => [...app.orders.values()].filter(({ status }) => status === "pending");
const own = /^cancel-order\//;

/** A store that makes an order of whatever int64 it is asked for, and lists all it has. */
const makes = (id: string, why: string, status: number, made: "pending" | "cancelled") =>
  wrong(id, why, /^cancel-order\/unknown|^order-id\//, [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      context.status = 200;
      context.headers["content-type"] = "application/json";
      context.body = JSON.stringify([...context.app.orders.values()].map(({ status: _, ...order }) => order));
    }),
    route("DELETE", cancelPattern, (context, text) => {
      if (!/^-?\d{1,19}$/.test(text) || BigInt.asIntN(64, BigInt(text)) !== BigInt(text))
        throw new HttpError(404, "ORDER_NOT_FOUND");
      const key = String(BigInt(text));
      if (context.app.orders.has(key)) return cancelOrder(context, key);
      const nobody = { petId: 0, quantity: 0, shipDate: "2026-11-01T00:00:00Z", complete: false };
      context.app.orders.set(key, { ...nobody, id: rawJSON(key), status: made });
      if (status !== 204) throw new HttpError(status, "ORDER_NOT_FOUND");
      context.status = 204;
    }),
    nothing,
  ]);
/** Something happens to the store before a request is answered. */
const meddles = (id: string, why: string, blames: RegExp, meddle: (context: Context) => void) =>
  wrong(id, why, blames, [
    errors,
    auth,
    async (context, go) => {
      meddle(context);
      await go();
    },
    list,
    cancel,
    nothing,
  ]);
const processes = (id: string, why: string, of: (context: Context) => number) =>
  wrong(id, why, /^cancel-order\/|^list-orders\//, [
    errors,
    auth,
    async (context, go) => {
      const stores = memo(context, "stores", () => [context.app.orders, copyOf(context.app.orders)]);
      Object.assign(context.app, { orders: stores[of(context) % 2]! });
      await go();
    },
    list,
    cancel,
    nothing,
  ]);
/** Answers to cancels, kept by their path. */
const keeps = (id: string, why: string, blames: RegExp, status: number) => {
  const cache: Middleware = async (context, go) => {
    const kept = memo(context, "kept", () => new Map<string, unknown>());
    if (context.method === "DELETE" && kept.has(context.path)) {
      context.status = status;
      context.body = kept.get(context.path);
      return;
    }
    await go();
    if (context.method === "DELETE" && context.status === status) kept.set(context.path, context.body);
  };
  return wrong(id, why, blames, [cache, ...usual]);
};

export const wrongStores: readonly WrongProgram[] = [
  makes("upsert", "a cancel is an upsert: an unknown order is made, and it is cancelled", 204, "cancelled"),
  makes("upsert-404", "an unknown order is a 404, and then it is there", 404, "pending"),
  makes("placeholder-400", "an unknown order is a 400, and then it is there", 400, "pending"),
  processes("two-processes", "two processes by turns, each with its own orders", (context) =>
    nth(context, "requests"),
  ),
  processes(
    "two-processes-by-connection",
    "two processes by connection",
    ({ request }) => request.socket.remotePort! >> 1,
  ),
  cancels(
    "lost-update",
    "each order has a lock of its own, and the table is written as a whole",
    own,
    async (context, id) => {
      const lock = memo(context, `lock ${id}`, () => ({ free: Promise.resolve() as Promise<unknown> }));
      const work = lock.free.then(async () => {
        const read = copyOf(context.app.orders);
        const order = read.get(id);
        if (!order || order.status === "cancelled") throw new HttpError(404, "NO");
        if (order.status === "shipped") throw new HttpError(409, "SHIPPED");
        await later(15);
        order.status = "cancelled";
        for (const [name, each] of read) context.app.orders.set(name, each);
        context.status = 204;
      });
      lock.free = work.catch(() => undefined);
      await work;
    },
  ),
  cancels(
    "head-of-the-queue",
    "whoever is named, the first pending order is cancelled",
    own,
    (context, id) => {
      const order = context.app.orders.get(id);
      if (order?.status !== "pending") return cancelOrder(context, id);
      pendingOf(context)[0]!.status = "cancelled";
      context.status = 204;
    },
  ),
  cancels("top-of-the-stack", "whoever is named, the last pending order is cancelled", own, (context, id) => {
    const order = context.app.orders.get(id);
    if (order?.status !== "pending") return cancelOrder(context, id);
    pendingOf(context).at(-1)!.status = "cancelled";
    context.status = 204;
  }),
  cancels("truck-comes-back", "a cancel makes shipped orders pending again", own, (context, id) => {
    cancelOrder(context, id);
    for (const order of context.app.orders.values()) if (order.status === "shipped") order.status = "pending";
  }),
  cancels("429-after-effect", "every second cancel is carried out, and told to wait", own, (context, id) => {
    cancelOrder(context, id);
    if (nth(context, "done") % 2) return;
    context.status = 429;
    context.headers = { "retry-after": "0" };
  }),
  cancels(
    "cache-of-60",
    "unknown ids push orders out of a store of 60",
    /^cancel-order\/|^order-id\/|^list-orders\//,
    (context, id) => {
      const kept = memo(context, "kept", () => [...context.app.orders.keys()]);
      if (!kept.includes(id)) kept.push(id);
      if (kept.length > 60) context.app.orders.delete(kept.shift()!);
      cancelOrder(context, id);
    },
  ),
  meddles("query-cancels", "?status=cancelled of the list does it", /./, (context) => {
    const [order] = pendingOf(context);
    if (order && context.query.get("status") === "cancelled") order.status = "cancelled";
  }),
  meddles("head-takes", "HEAD takes the last order", /./, (context) => {
    const order = pendingOf(context).at(-1);
    if (order && context.method === "HEAD") order.status = "cancelled";
  }),
  meddles("conflict-takes", "a cancel of a shipped order takes the first pending one", own, (context) => {
    const [, id = ""] = cancelPattern.exec(context.path) ?? [];
    const [order] = pendingOf(context);
    if (order && context.app.orders.get(id)?.status === "shipped") order.status = "cancelled";
  }),
  lists(
    "joined-by-place",
    "ids and data are joined by place: after a cancel each has its neighbour's",
    own,
    (orders, { app }) => {
      const all = [...app.orders.values()];
      return orders.map(({ id }, place) => ({ ...all[place], status: undefined, id }));
    },
  ),
  wrong("crash-restores", "an id that is no number ends the process, and the seed is loaded", /./, [
    errors,
    async (context, go) => {
      const seed = memo(context, "seed", () => copyOf(context.app.orders));
      if (!/null|NaN|undefined/.test(context.path)) return go();
      for (const [id, order] of copyOf(seed)) context.app.orders.set(id, order);
      throw new HttpError(400, "BAD_ID");
    },
    ...usual.slice(1),
  ]),
  keeps(
    "refusals-kept-by-path",
    "a 401 to a cancel is kept, whoever asks",
    /^cancel-order\/|^order-id\//,
    401,
  ),
  keeps("not-found-kept-by-path", "a 404 to a cancel is kept, whoever asks", lets, 404),
  keeps("done-kept-by-path", "a 204 is kept, whoever asks", /^cancel-order\/|^authentication\//, 204),
  wrong("one-order-is-free", "one order is shown to whoever asks", lets, [
    errors,
    route("GET", cancelPattern, (context, id) => {
      const order = context.app.orders.get(id);
      if (!order) throw new HttpError(404, "ORDER_NOT_FOUND");
      context.status = 200;
      context.body = { data: order };
    }),
    ...usual.slice(1),
  ]),
  compares("key-as-pattern", "the token is a pattern", (given, key) => {
    try {
      return new RegExp(`^(?:${bearer(given) || "$^"})$`).test(key);
    } catch {
      return false;
    }
  }),
];
