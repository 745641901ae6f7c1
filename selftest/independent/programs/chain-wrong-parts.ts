/** What wrong chains of middleware are made of. */

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
  nothing,
  route,
  startChain,
  usual,
  write,
} from "./chain-shop.ts";
import type { WrongProgram } from "./program.ts";

export const wrong = (
  id: string,
  why: string,
  blames: RegExp,
  chain: readonly Middleware[],
  writeAnswer = write as (context: Context) => unknown,
): WrongProgram => ({
  id: `chain-${id}`,
  why,
  blames,
  start: startChain(chain, writeAnswer),
});
export const before = (id: string, why: string, blames: RegExp, first: Middleware) =>
  wrong(id, why, blames, [first, ...usual]);
export const lets = /^authentication\//;
export const letsAct = /^authentication\/|^cancel-order\/shipped|^order-id\/resembling/;
export const html: Middleware = async (context, next) => {
  try {
    await next();
  } catch (error) {
    context.status = (error as HttpError).status ?? 500;
    context.headers["content-type"] = "text/html; charset=utf-8";
    context.body = `<!DOCTYPE html><pre>${(error as Error).message}</pre>`;
  }
};
export const authIf =
  (needs: (context: Context) => boolean): Middleware =>
  (context, next) =>
    needs(context) ? auth(context, next) : next();
export const withAuth = (id: string, why: string, check: Middleware, blames = letsAct) =>
  wrong(id, why, blames, [errors, check, list, cancel, nothing]);
export const compares = (
  id: string,
  why: string,
  isKey: (given: string, key: string) => boolean,
  blames = letsAct,
) =>
  withAuth(
    id,
    why,
    async (context, next) => {
      const given = context.request.headers.authorization ?? "";
      if (!isKey(given, context.app.apiKey)) throw new HttpError(401, "UNAUTHENTICATED");
      await next();
    },
    blames,
  );
export const bearer = (given: string) => /^bearer (.*)$/i.exec(given)?.[1];
export const cancels = (
  id: string,
  why: string,
  blames: RegExp,
  handle: (context: Context, id: string) => unknown,
) => wrong(id, why, blames, [errors, auth, list, route("DELETE", cancelPattern, handle), nothing]);
export const lists = (
  id: string,
  why: string,
  blames: RegExp,
  change: (orders: Record<string, unknown>[], context: Context) => unknown,
) =>
  wrong(id, why, blames, [
    errors,
    auth,
    async (context, next) => {
      await next();
      if (listPattern.test(context.path) && context.status === 200)
        context.body = change(context.body as Record<string, unknown>[], context);
    },
    list,
    cancel,
    nothing,
  ]);
export const cancelOrder = (context: Context, id: string) => {
  const order = context.app.orders.get(id);
  if (!order || order.status === "cancelled") throw new HttpError(404, "ORDER_NOT_FOUND");
  if (order.status === "shipped") throw new HttpError(409, "SHIPPED");
  order.status = "cancelled";
  context.status = 204;
};
export const listed = /^list-orders\/|^order\/|^cancel-order\/(?:list-|only-that|shipped-unchanged)/;

export const hash = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 4, 7);
