/** Chains in which something is done later than it is answered. */

import { auth, type Context, cancel, cancelPattern, errors, list, nothing } from "./chain-shop.ts";
import { cancelOrder, cancels, wrong } from "./chain-wrong-parts.ts";
import type { WrongProgram } from "./program.ts";

/** A cancel that is carried out takes an order further on as well, this much later. */
export const takesAnother = (step: number, ms: number) =>
  cancels(
    `takes-${step === 1 ? "next" : `next-but-${step - 1}`}-after-${ms}`,
    `${ms} ms later another order is cancelled, too`,
    /^cancel-order\/(?:no-other-effect|only-that-order)$/,
    (context, id) => {
      cancelOrder(context, id);
      const orders = [...context.app.orders.values()];
      const other = orders[orders.findIndex((order) => String(order.id) === id) + step];
      cancelLater(other, ms);
    },
  );

type Order = { status?: unknown } | undefined;

function cancelLater(order: Order, ms: number): void {
  setTimeout(() => {
    if (order?.status === "pending") order.status = "cancelled";
  }, ms);
}

const namedBy = ({ path, request }: Context) =>
  request.method === "DELETE" ? cancelPattern.exec(path)?.[1] : undefined;

/** What is refused for its key is done all the same, this much later. */
export const actsWithoutKey = (ms: number): WrongProgram =>
  wrong(
    `acts-without-key-after-${ms}`,
    `a cancel without the key is done, ${ms} ms later`,
    /^authentication\//,
    [
      errors,
      async (context, next) => {
        try {
          await auth(context, async () => undefined);
        } catch (error) {
          const id = namedBy(context);
          if (id !== undefined) cancelLater(context.app.orders.get(id), ms);
          throw error;
        }
        await next();
      },
      list,
      cancel,
      nothing,
    ],
  );

/** An id that begins with an order's is that order's, this much later. */
export const readsBeginning = (ms: number): WrongProgram =>
  wrong(`reads-beginning-after-${ms}`, `an id is read by parseInt, ${ms} ms later`, /^order-id\//, [
    errors,
    auth,
    async (context, next) => {
      const id = namedBy(context);
      if (id !== undefined && !/^\d+$/.test(id))
        cancelLater(context.app.orders.get(String(Number.parseInt(id, 10))), ms);
      await next();
    },
    list,
    cancel,
    nothing,
  ]);
