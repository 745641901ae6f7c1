import Router from "@koa/router";
import Koa from "koa";
import type { StartServer } from "../framework-server.ts";
import { runningServer } from "../running-server.ts";

export const startNaiveKoa: StartServer = (seed, apiKey) => {
  const orders = seed.map((order) => ({ ...order, status: order.status as string }));
  const app = new Koa();
  app.silent = true;
  const router = new Router({ prefix: "/v1" });

  const auth: Koa.Middleware = async (ctx, next) => {
    if (ctx.headers.authorization !== `Bearer ${apiKey}`) ctx.throw(401);
    await next();
  };

  router.get("/store/orders", auth, (ctx) => {
    const { status } = ctx.query;
    ctx.body = status ? orders.filter((order) => order.status === status) : orders;
  });

  router.delete("/store/orders/:id", auth, (ctx) => {
    const order = orders.find(({ id }) => id === Number(ctx.params.id));
    if (!order) return ctx.throw(404);
    if (order.status !== "pending") return ctx.throw(409, "Order is not pending");
    order.status = "cancelled";
    ctx.body = order;
  });

  app.use(router.routes());
  return runningServer(app.listen(0, "127.0.0.1"));
};
