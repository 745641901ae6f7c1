/** Chains whose faults few orders meet, few readings show, or come a moment later. */

import { auth, cancel, cancelPattern, errors, HttpError, list, memo, nothing, nth } from "./chain-shop.ts";
import { takesAnother } from "./chain-wrong-late.ts";
import { bearer, before, cancelOrder, cancels, lets, lists, withAuth, wrong } from "./chain-wrong-parts.ts";
import type { WrongProgram } from "./program.ts";

/** Where twelve orders are given, each is tried in some way. */
export const wrongWithTwelve: readonly WrongProgram[] = [
  ...[40, 100, 200].flatMap((ms) => [takesAnother(1, ms), takesAnother(4, ms)]),
  wrong("fourth-needs-no-key", "a shard that asks for no key", /^authentication\//, [
    errors,
    async (context, next) => {
      const [, id] = cancelPattern.exec(context.path) ?? [];
      const order = context.method === "DELETE" && Number(id) % 4 === 0 && context.app.orders.get(id!);
      try {
        await auth(context, async () => undefined);
      } catch (error) {
        if (order && order.status === "pending") order.status = "cancelled";
        throw error;
      }
      await next();
    },
    list,
    cancel,
    nothing,
  ]),
  cancels(
    "again-on-the-same-connection",
    "who cancelled an order may do so again over the same connection",
    /^cancel-order\/second-cancel$/,
    (context, id) => {
      const done = memo(context, "done", () => new Map<string, unknown>());
      if (done.get(id) === context.request.socket) context.status = 204;
      else cancelOrder(context, id);
      if (!done.has(id)) done.set(id, context.request.socket);
    },
  ),
  before(
    "one-cancel-to-a-connection",
    "a connection that was refused a cancel finds no order any more",
    /^cancel-order\/(?:pending|one-winner)$/,
    async (context, next) => {
      const spent = memo(context, "spent", () => new WeakSet<object>());
      const { socket } = context.request;
      const isPending =
        context.app.orders.get(cancelPattern.exec(context.path)?.[1] ?? "")?.status === "pending";
      if (
        isPending &&
        context.request.headers.authorization?.endsWith(context.app.apiKey) &&
        spent.has(socket)
      )
        context.path += "0000";
      await next();
      if (context.method === "DELETE") spent.add(socket);
    },
  ),
  cancels("fourth-by-parse-int", "a shard that reads ids by parseInt", /^order-id\//, (context, id) => {
    const read = Number.parseInt(id, 10);
    cancelOrder(context, read % 4 === 3 ? String(read) : id);
  }),
];

export const wrongChainsOfFew: readonly WrongProgram[] = [
  ...wrongWithTwelve,
  withAuth(
    "key-compared-in-ascii",
    "what is no ASCII cannot be compared",
    async (context, next) => {
      if (/[^ -~]/.test(context.request.headers.authorization ?? "")) throw new TypeError("not ASCII");
      await auth(context, next);
    },
    lets,
  ),
  withAuth(
    "key-of-72-bytes-at-most",
    "a hash that takes no more than 72 bytes",
    async (context, next) => {
      if ((bearer(context.request.headers.authorization ?? "") ?? "").length > 72)
        throw new RangeError("too long");
      await auth(context, next);
    },
    lets,
  ),
  ...(["*/*", undefined] as const).map((accept) =>
    withAuth(
      accept ? "406-to-anything" : "406-to-nothing",
      "who does not ask for JSON gets no list",
      async (context, next) => {
        await auth(context, async () => undefined);
        if (context.method === "GET" && context.request.headers.accept === accept)
          throw new HttpError(406, "NOT_ACCEPTABLE");
        await next();
      },
      /^list-orders\/status$/,
    ),
  ),
  cancels(
    "unknown-once",
    "what was not found once is in conflict",
    /^(?:cancel-order\/unknown|order-id\/resembling)$/,
    (context, id) => {
      const isKnown = context.app.orders.has(id) || !/^\d+$/.test(id);
      if (!isKnown && nth(context, `unknown ${id}`) > 1) throw new HttpError(409, "IN_CONFLICT");
      cancelOrder(context, id);
    },
  ),
  cancels("nearest", "a fraction is rounded", /^order-id\//, (context, id) =>
    cancelOrder(context, /^\d+\.\d+$/.test(id) ? String(Math.round(Number(id))) : id),
  ),
  lists("cut-each-seventh-time", "each seventh reading is cut short", /^list-orders\//, (orders, context) => {
    const seen = memo(context, "readings", () => ({ n: 0 }));
    return ++seen.n % 7 === 0 ? orders.slice(0, 1) : orders;
  }),
  ...[3, 5, 8].flatMap((every) => [
    lists(
      `lacks-one-in-${every}`,
      `one reading of ${every} lacks an order, each time another`,
      /^list-orders\//,
      (orders, context) => {
        const turn = nth(context, "reading");
        return turn % every === 0
          ? orders.filter((_, index) => index !== (turn / every) % orders.length)
          : orders;
      },
    ),
    lists(`lacks-all-in-${every}`, "a reading of so many is empty", /^list-orders\//, (orders, context) =>
      nth(context, "reading") % every === 0 ? [] : orders,
    ),
  ]),
  before(
    "shipped-takes-first",
    "a refused cancel of a shipped order cancels the first pending one",
    /^cancel-order\/(?!shipped)/,
    async (context, next) => {
      await next();
      if (context.status !== 409) return;
      const first = [...context.app.orders.values()].find(({ status }) => status === "pending");
      if (first) first.status = "cancelled";
    },
  ),
];
