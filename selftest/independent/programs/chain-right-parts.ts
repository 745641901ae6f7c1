import {
  auth,
  type Context,
  cancelPattern,
  errors,
  HttpError,
  list,
  type Middleware,
  memo,
  nothing,
  route,
  startChain,
  usual,
  write,
} from "./chain-shop.ts";
import type { Program } from "./program.ts";

export const right = (
  id: string,
  why: string,
  chain: readonly Middleware[],
  writeAnswer = write as (context: Context) => unknown,
): Program => ({
  id: `chain-${id}`,
  why,
  start: startChain(chain, writeAnswer),
});
/** Usual but for what a cancel does. */
export const cancels = (id: string, why: string, handle: (context: Context, id: string) => unknown) =>
  right(id, why, [errors, auth, list, route("DELETE", cancelPattern, handle), nothing]);
/** In front of all. */
export const before = (id: string, why: string, first: Middleware) => right(id, why, [first, ...usual]);
export const headed = (id: string, why: string, headers: Record<string, string>) =>
  before(id, why, async (context, next) => {
    await next();
    Object.assign(context.headers, headers);
  });
export const conflicts = (id: string, why: string, said: (context: Context) => void) =>
  right(id, why, [
    errors,
    auth,
    list,
    route("DELETE", cancelPattern, (context, order) => {
      const known = context.app.orders.get(order);
      if (!known) throw new HttpError(404, "ORDER_NOT_FOUND");
      if (known.status !== "pending") return said(context);
      known.status = "cancelled";
      context.status = 204;
    }),
    nothing,
  ]);

/** After so many refusals the address is locked out. */
export const lockOutStep =
  (most: number, ms: number, status: number): Middleware =>
  async (context, next) => {
    const lock = memo(context, "lock", () => ({ bad: 0, until: 0 }));
    if (performance.now() < lock.until) {
      context.status = status;
      context.headers = { "content-type": "application/json" };
      context.body = JSON.stringify({ code: "LOCKED_OUT", message: "Too many bad keys", status });
      return;
    }
    await next();
    if (context.status === 401 && ++lock.bad >= most) {
      lock.bad = 0;
      lock.until = performance.now() + ms;
    }
  };
export const lockOut = (id: string, most: number, ms: number, status: number) =>
  before(id, `locks out with ${status} after ${most} bad keys`, lockOutStep(most, ms, status));
export const forEver = 1e9;
