import "reflect-metadata";
import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  ConflictException,
  Controller,
  Delete,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  HttpCode,
  HttpException,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  UnauthorizedException,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { Response } from "express";
import { runningServer } from "../../sockets/running-server.ts";
import type { StartServer } from "../framework-server.ts";

@Catch()
class ServiceErrors implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost) {
    const status = thrown instanceof HttpException ? thrown.getStatus() : 500;
    const message = thrown instanceof Error ? thrown.message : "Internal error";
    host
      .switchToHttp()
      .getResponse<Response>()
      .status(status)
      .json({ code: `HTTP_${status}`, message, status });
  }
}

export const startNest: StartServer = async (seed, apiKey) => {
  const orders = new Map(seed.map((order) => [order.id, { ...order, status: order.status as string }]));

  class KeyGuard implements CanActivate {
    canActivate(context: ExecutionContext) {
      const { authorization } = context.switchToHttp().getRequest().headers;
      if (authorization !== `Bearer ${apiKey}`) throw new UnauthorizedException("Invalid API key");
      return true;
    }
  }

  @Controller("store/orders")
  class OrdersController {
    @Get()
    list() {
      return [...orders.values()];
    }

    @Delete(":orderId")
    @HttpCode(204)
    cancel(@Param("orderId", ParseIntPipe) orderId: number) {
      const order = orders.get(orderId);
      if (!order) throw new NotFoundException(`Order ${orderId} not found`);
      if (order.status !== "pending") throw new ConflictException(`Order ${orderId} is ${order.status}`);
      order.status = "cancelled";
    }
  }

  @Module({ controllers: [OrdersController] })
  class AppModule {}

  const app = await NestFactory.create(AppModule, { logger: false });
  app.setGlobalPrefix("v1");
  app.useGlobalGuards(new KeyGuard());
  app.useGlobalFilters(new ServiceErrors());
  await app.listen(0, "127.0.0.1");
  return runningServer(app.getHttpServer());
};
