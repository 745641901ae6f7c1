/** Chains that say it wrongly, or forget somebody else’s orders. */

import { auth, cancelPattern, errors, list, memo, nothing, route, usual } from "./chain-shop.ts";
import { before, cancelOrder, html, lets, listed, lists, wrong } from "./chain-wrong-parts.ts";
import type { WrongProgram } from "./program.ts";

export const wrongChainsOfAnswers: readonly WrongProgram[] = [
  wrong("html-errors", "errors are pages", /^errors\//, [html, ...usual.slice(1)]),
  wrong("html-404-for-unknown", "an unknown order is the router's page", /^errors\/404/, [
    html,
    errors,
    auth,
    list,
    route("DELETE", cancelPattern, (context, id) => {
      if (!context.app.orders.has(id)) {
        context.status = 404;
        context.body = `<!DOCTYPE html><pre>Cannot DELETE ${context.path}</pre>`;
        context.headers["content-type"] = "text/html";
        return;
      }
      cancelOrder(context, id);
    }),
    nothing,
  ]),
  wrong("spring-errors", "errors are as Spring has them", /^errors\//, [
    async (context, next) => {
      await next();
      if (context.status >= 400)
        context.body = {
          timestamp: "2026-11-22T00:00:00Z",
          status: context.status,
          error: "Error",
          path: context.path,
        };
    },
    ...usual,
  ]),
  wrong("problem-errors", "errors are of RFC 9457 alone", /^errors\//, [
    async (context, next) => {
      await next();
      if (context.status < 400) return;
      context.body = JSON.stringify({
        type: "about:blank",
        title: "Error",
        status: context.status,
        detail: "x",
      });
      context.headers["content-type"] = "application/problem+json";
    },
    ...usual,
  ]),
  wrong("errors-200", "an error is a 200 with an error in it", /./, [
    async (context, next) => {
      await next();
      if (context.status >= 400) context.status = 200;
    },
    ...usual,
  ]),
  wrong("error-status-0", "the status inside is another", /^errors\/\d+-status$/, [
    async (context, next) => {
      await next();
      if (context.status >= 400) (context.body as { status: number }).status = 0;
    },
    ...usual,
  ]),
  wrong("cached", "a cache in front of the key", lets, [
    async (context, next) => {
      const cache = memo(context, "cache", () => new Map<string, { at: number; body: unknown }>());
      const hit = cache.get(context.request.url!);
      if (context.method === "GET" && hit && performance.now() - hit.at < 300) {
        context.status = 200;
        context.body = hit.body;
        return;
      }
      await next();
      if (context.status === 200)
        cache.set(context.request.url!, { at: performance.now(), body: context.body });
    },
    ...usual,
  ]),
  wrong("etag-before-auth", "304 to whoever has a tag", lets, [
    async (context, next) => {
      if (context.method === "GET" && context.request.headers["if-none-match"]) {
        context.status = 304;
        return;
      }
      await next();
    },
    ...usual,
  ]),
  before(
    "json-body-wanted",
    "a DELETE must say its type",
    /^cancel-order\/|^order-id\/|^authentication\//,
    async (context, next) => {
      if (context.method === "DELETE" && !context.request.headers["content-type"]) {
        context.status = 415;
        return;
      }
      await next();
    },
  ),
  lists("paged-20", "pages of five", listed, (orders, { query }) =>
    orders.slice(5 * Number(query.get("page") ?? 0), 5 * Number(query.get("page") ?? 0) + 5),
  ),
  lists("filters", "every parameter is a filter", listed, (orders, { query }) =>
    orders.filter((order) =>
      [...query].every(([name, value]) => !(name in order) || String(order[name]) === value),
    ),
  ),
  lists("wrapped", "data, meta", listed, (orders) => ({ data: orders, meta: { total: orders.length } })),
  lists("ids-as-floats", "ids are 101.5 off", listed, (orders) =>
    orders.map((order) => ({ ...order, quantity: Number(order.quantity) + 0.5 })),
  ),
  lists("nulls", "what is not complete is null", listed, (orders) =>
    orders.map((order) => ({ ...order, complete: order.complete || null })),
  ),
  lists("pet-object", "the pet is an object", listed, (orders) =>
    orders.map((order) => ({ ...order, petId: { id: order.petId } })),
  ),
  lists("text-plain", "the list is text", /^list-orders\/(?:json-)?media-type/, (orders, context) => {
    context.headers["content-type"] = "text/plain";
    return JSON.stringify(orders);
  }),
  lists("html-for-browsers", "a page for browsers", listed, (orders, context) => {
    if (!/text\/html/.test(String(context.request.headers.accept))) return orders;
    context.headers["content-type"] = "text/html";
    return "<ul></ul>";
  }),
  lists("range", "ranges of items", listed, (orders, context) => {
    const [, from, to] = /^items=(\d+)-(\d+)$/.exec(String(context.request.headers.range)) ?? [];
    return from ? orders.slice(Number(from), Number(to) + 1) : orders;
  }),
  lists("last-forgotten", "one too few", listed, (orders) => orders.slice(0, -1)),
  lists("ten-at-most", "no more than ten", listed, (orders) => orders.slice(0, 10)),
];
