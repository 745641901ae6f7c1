/** Servers that give way on a shipped order, or change it. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import {
  alterReplies,
  type BrokenServer,
  cancelledId,
  done,
  isList,
  onCancel,
  statusOf,
  withJson,
} from "./broken-server.ts";

/** A shipped order, changed in the list once someone has tried to cancel it. */
const shippedAfterwards = (change: (order: FixtureOrder) => unknown): BrokenServer["build"] => {
  return (mock) => {
    const tried = new Set<unknown>();
    return (request) => {
      const reply = mock.handle(request);
      if (reply.status === 409) tried.add(cancelledId(request));
      if (!isList(request) || reply.status !== 200) return reply;
      return withJson(reply, (orders: FixtureOrder[]) =>
        orders.flatMap((order) => (tried.has(String(order.id)) ? [change(order) ?? []].flat() : [order])),
      );
    };
  };
};

export const brokenShippedCancels: readonly BrokenServer[] = [
  {
    id: "shipped-204",
    story: "A shipped order can be cancelled.",
    caughtBy: ["cancel-order/shipped"],
    build: onCancel((id, mock) => (statusOf(mock, id) === "shipped" ? done : undefined)),
  },
  {
    id: "shipped-400",
    story: "Cancelling a shipped order is a 400.",
    caughtBy: ["cancel-order/shipped"],
    build: alterReplies((reply) => (reply.status === 409 ? { ...reply, status: 400 } : undefined)),
  },
  {
    id: "shipped-404",
    story: "A shipped order cannot be found.",
    caughtBy: ["cancel-order/shipped"],
    build: alterReplies((reply) => (reply.status === 409 ? { ...reply, status: 404 } : undefined)),
  },
  {
    id: "shipped-gives-in",
    story: "A shipped order is cancelled at the second try.",
    caughtBy: ["cancel-order/shipped-again"],
    build: (mock) => {
      const tries = new Map<string, number>();
      return (request) => {
        const reply = mock.handle(request);
        if (reply.status !== 409) return reply;
        const count = (tries.get(request.target) ?? 0) + 1;
        tries.set(request.target, count);
        return count > 1 ? done : reply;
      };
    },
  },
  {
    id: "shipped-vanishes",
    story: "A shipped order is refused and then gone from the list.",
    caughtBy: ["cancel-order/shipped-unchanged"],
    build: shippedAfterwards(() => undefined),
  },
  {
    id: "shipped-changes",
    story: "A shipped order is refused and its quantity set to 0.",
    caughtBy: ["cancel-order/shipped-unchanged"],
    build: shippedAfterwards((order) => ({ ...order, quantity: 0n })),
  },
];
