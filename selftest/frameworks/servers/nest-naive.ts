import "reflect-metadata";
import {
  type CanActivate,
  ConflictException,
  Controller,
  Delete,
  type ExecutionContext,
  Get,
  Module,
  NotFoundException,
  Param,
  Query,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { runningServer } from "../../sockets/running-server.ts";
import type { StartServer } from "../framework-server.ts";

export const startNaiveNest: StartServer = async (seed, apiKey) => {
  const orders = seed.map((order) => ({ ...order, status: order.status as string }));

  class AuthGuard implements CanActivate {
    canActivate(context: ExecutionContext) {
      const { authorization = "" } = context.switchToHttp().getRequest().headers;
      return authorization.split(" ").pop() === apiKey;
    }
  }

  @Controller("v1/store/orders")
  class OrdersController {
    @Get()
    findAll(@Query("page") page?: string) {
      return page ? orders.slice((+page - 1) * 10, +page * 10) : orders;
    }

    @Delete(":id")
    remove(@Param("id") id: string) {
      const order = orders.find((each) => each.id === +id && each.status !== "cancelled");
      if (!order) throw new NotFoundException();
      if (order.status === "shipped") throw new ConflictException("Order has already shipped");
      order.status = "cancelled";
    }
  }

  @Module({ controllers: [OrdersController] })
  class AppModule {}

  const app = await NestFactory.create(AppModule, { logger: false });
  app.useGlobalGuards(new AuthGuard());
  await app.listen(0, "127.0.0.1");
  return runningServer(app.getHttpServer());
};
