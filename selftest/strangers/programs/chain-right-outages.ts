/** Services that go away for a while, and networks that lose what was sent. */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { before, right } from "./chain-right-parts.ts";
import {
  auth,
  type Context,
  cancelPattern,
  errors,
  HttpError,
  list,
  memo,
  nothing,
  route,
} from "./chain-shop.ts";
import type { Program } from "./program.ts";

const takeCancel = (context: Context, id: string) => {
  const order = context.app.orders.get(id);
  if (!order || order.status === "cancelled") throw new HttpError(404, "ORDER_NOT_FOUND");
  if (order.status === "shipped") throw new HttpError(409, "SHIPPED");
  order.status = "cancelled";
  context.status = 204;
};
const cancels = (id: string, why: string, handle: (context: Context, id: string) => unknown) =>
  right(id, why, [errors, auth, list, route("DELETE", cancelPattern, handle), nothing]);
const next = (context: Context, name: string) => ++memo(context, name, () => ({ n: 0 })).n;

/** At some call the process ends, and another listens a while later, with the same orders. */
const restarts = (id: string, at: number, ms: number) =>
  before(id, `at call ${at} the process ends, and is back ${ms} ms later`, async (context, go) => {
    if (next(context, "calls") !== at) return go();
    const { server } = context.request.socket as unknown as { readonly server: Server };
    const { port } = server.address() as AddressInfo;
    server.close();
    server.closeAllConnections();
    setTimeout(() => server.listen(port, "127.0.0.1"), ms);
  });

export const rightOutages: readonly Program[] = [
  restarts("restarts-early", 120, 200),
  restarts("restarts-late", 470, 900),
  ...[1, 2, 3].map((nth) =>
    cancels(`loses-answer-${nth}`, `cancel ${nth} that is carried out is not answered`, (context, id) => {
      takeCancel(context, id);
      if (next(context, "done") === nth) context.request.socket.destroy();
    }),
  ),
  before("loses-one-in-31", "one answer in 31 is lost on the way", async (context, go) => {
    await go();
    if (next(context, "answers") % 31 === 0) context.request.socket.destroy();
  }),
  before("forgets-one-in-31", "one request in 31 is lost on the way", async (context, go) => {
    if (next(context, "requests") % 31 === 0) return void context.request.socket.destroy();
    await go();
  }),
  before(
    "waits-before-cancels",
    "each third cancel is put off before anything is done",
    async (context, go) => {
      if (context.method !== "DELETE" || next(context, "cancels") % 3) return go();
      context.status = 429;
      context.headers = { "retry-after": "0" };
    },
  ),
];
