/** Servers that give way on a shipped order, or change it. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { errorReply, type MockReply } from "../../mocks/http/reply.ts";
import { type BrokenServer, cancelledId, done, isList, withJson } from "./broken-server.ts";

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

/** Cancels of a shipped order, by how many were refused before. */
const byTry = (answer: (refused: number) => MockReply | undefined): BrokenServer["build"] => {
  return (mock) => {
    const refused = new Map<string, number>();
    return (request) => {
      const reply = mock.handle(request);
      if (reply.status !== 409) return reply;
      const count = refused.get(request.target) ?? 0;
      refused.set(request.target, count + 1);
      return answer(count) ?? reply;
    };
  };
};

/** What a refused cancel does to each documented field. */
const changes: readonly (readonly [
  id: string,
  description: string,
  change: (order: FixtureOrder) => unknown,
])[] = [
  ["quantity", "its quantity set to 0", (order) => ({ ...order, quantity: 0n })],
  ["pet-id", "its petId one higher", (order) => ({ ...order, petId: (order.petId ?? 0n) + 1n })],
  ["ship-date", "its shipDate moved", (order) => ({ ...order, shipDate: "2020-01-01T00:00:00Z" })],
  ["complete", "its complete turned round", (order) => ({ ...order, complete: !order.complete })],
  ["id", "given another id", (order) => ({ ...order, id: order.id + 1_000_000n })],
  ["id-sign", "given its id with a minus", (order) => ({ ...order, id: -order.id })],
  ["ship-date-lost", "its shipDate dropped", ({ shipDate: _, ...order }) => order],
  ["quantity-lost", "its quantity dropped", ({ quantity: _, ...order }) => order],
  ["to-null", "left as null", () => null],
  ["to-another-order", "overwritten", ({ id }) => ({ id, petId: 99n, quantity: 7n })],
];

export const brokenShippedCancels: readonly BrokenServer[] = [
  ...changes.map(([id, description, change]) => ({
    id: `shipped-changes-${id}`,
    description: `A shipped order is refused and ${description}.`,
    caughtBy: ["cancel-order/shipped-unchanged"],
    build: shippedAfterwards(change),
  })),
  ...[1, 2].map((refusals) => ({
    id: `shipped-gives-in-after-${refusals}`,
    description: `A shipped order is cancelled at try ${refusals + 1}.`,
    caughtBy: ["cancel-order/shipped-again"],
    build: byTry((refused) => (refused >= refusals ? done : undefined)),
  })),
  {
    id: "shipped-204-at-first",
    description: "Only the first cancel of a shipped order is a 204.",
    caughtBy: ["cancel-order/shipped"],
    build: byTry((refused) => (refused === 0 ? done : undefined)),
  },
  {
    id: "shipped-404-later",
    description: "A shipped order is refused once and is then unknown.",
    caughtBy: ["cancel-order/shipped-again"],
    build: byTry((refused) => (refused > 0 ? errorReply(404, "order_not_found", "Gone.") : undefined)),
  },
  {
    id: "shipped-500-later",
    description: "The second cancel of a shipped order breaks the server.",
    caughtBy: ["cancel-order/shipped-again"],
    build: byTry((refused) => (refused > 0 ? errorReply(500, "oops", "Oops.") : undefined)),
  },
  {
    id: "shipped-200-at-third",
    description: "The third cancel of a shipped order is a 200.",
    caughtBy: ["cancel-order/shipped-again"],
    build: byTry((refused) => (refused === 2 ? errorReply(200, "fine", "Fine.") : undefined)),
  },
  {
    id: "shipped-hides-for-a-reading",
    description: "A refused shipped order is gone from the next reading and then back.",
    caughtBy: ["list-orders/all-orders"],
    build: (mock) => {
      const hidden = new Set<string>();
      return (request) => {
        const reply = mock.handle(request);
        if (reply.status === 409) hidden.add(cancelledId(request));
        if (!isList(request) || reply.status !== 200 || hidden.size === 0) return reply;
        const shown = withJson(reply, (orders: FixtureOrder[]) =>
          orders.filter(({ id }) => !hidden.has(String(id))),
        );
        hidden.clear();
        return shown;
      };
    },
  },
  {
    id: "shipped-vanishes-at-the-second-try",
    description: "A shipped order is gone from the list once it was refused twice.",
    caughtBy: ["cancel-order/shipped-unchanged"],
    build: (mock) => {
      const tries = new Map<string, number>();
      return (request) => {
        const reply = mock.handle(request);
        const id = cancelledId(request);
        if (reply.status === 409) tries.set(id, (tries.get(id) ?? 0) + 1);
        if (!isList(request) || reply.status !== 200) return reply;
        return withJson(reply, (orders: FixtureOrder[]) =>
          orders.filter((order) => (tries.get(String(order.id)) ?? 0) < 2),
        );
      };
    },
  },
  {
    id: "shipped-vanishes",
    description: "A shipped order is refused and then gone from the list.",
    caughtBy: ["cancel-order/shipped-unchanged"],
    build: shippedAfterwards(() => undefined),
  },
];
