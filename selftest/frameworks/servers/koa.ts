import Router from "@koa/router";
import Koa from "koa";
import type { StartServer } from "../framework-server.ts";
import { runningServer } from "../running-server.ts";

export const startKoa: StartServer = (seed, apiKey) => {
  const orders = new Map(
    seed.map((order) => [String(order.id), { ...order, status: order.status as string }]),
  );
  const app = new Koa();
  // Koa reports thrown statuses to the console otherwise.
  app.silent = true;

  app.use(async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) ctx.throw(404, "No such resource");
    } catch (thrown) {
      const { status = 500, message } = thrown as { status?: number; message: string };
      ctx.status = status;
      ctx.body = { code: `E${status}`, message, status };
    }
  });

  app.use(async (ctx, next) => {
    const [, key] = /^Bearer (.*)$/i.exec(ctx.get("Authorization")) ?? [];
    if (key !== apiKey) ctx.throw(401, "The API key is not valid");
    await next();
  });

  const router = new Router({ prefix: "/v1/store/orders" });
  router.get("/", (ctx) => {
    ctx.body = [...orders.values()].map(({ status, ...order }) => ({ ...order, state: status }));
  });
  router.delete("/:orderId", (ctx) => {
    const order = orders.get(ctx.params.orderId!);
    if (!order) return ctx.throw(404, "No such order");
    if (order.status !== "pending") return ctx.throw(409, `The order is ${order.status}`);
    order.status = "cancelled";
    ctx.status = 204;
  });
  app.use(router.routes()).use(router.allowedMethods());
  return runningServer(app.listen(0, "127.0.0.1"));
};
