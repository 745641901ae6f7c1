/** Shops where things change by themselves, or take their time. */

import { createSeededChance } from "../../base/seeded-chance.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { Mock } from "../../mocks/mock.ts";
import { alterList, alterReplies, isList, withJson } from "../broken/broken-server.ts";
import { type OrderFields, type RightServer, shuffled } from "./right-server.ts";

/** The list with its cancelled orders in it, which a change gets by how often it was read. */
const withCancelled =
  (change: (order: FixtureOrder, reading: number) => readonly unknown[]): RightServer["build"] =>
  (mock) => {
    let reading = 0;
    return alterReplies((reply, request) => {
      if (!isList(request) || reply.status !== 200) return undefined;
      reading++;
      const cancelled = mock.control.orders().filter(({ status }) => status === "cancelled");
      return withJson(reply, (orders: OrderFields[]) => [
        ...orders,
        // Where the server lists a cancelled order anyway, it must not stand there twice.
        ...cancelled
          .filter(({ id }) => !orders.some((order) => order.id === id))
          .flatMap((order) => change(order, reading)),
      ]);
    })(mock);
  };

/** Another value for a field at each reading. */
const recomputed = (field: string, value: (reading: number) => unknown): RightServer["build"] => {
  return (mock: Mock) => {
    let reading = 0;
    return alterList((orders) => {
      reading++;
      return orders.map((order) => ({ ...order, [field]: value(reading) }));
    })(mock);
  };
};

export const oddTimes: readonly RightServer[] = [
  {
    id: "cancelled-listed-with-other-data",
    description: "A cancelled order is listed with a quantity of 0 and no date.",
    build: withCancelled(({ id, petId }) => [{ id, petId, quantity: 0n, status: "cancelled" }]),
  },
  {
    id: "cancelled-listed-now-and-then",
    description: "A cancelled order is listed at every second reading.",
    build: withCancelled(({ id, petId }, reading) => (reading % 2 === 0 ? [{ id, petId }] : [])),
  },
  {
    id: "cancelled-listed-for-a-while",
    description: "The list shows a cancelled order as it was for thirty readings more.",
    build: (mock) => {
      let readings = 0;
      return withCancelled(({ status: _, ...order }) => (++readings < 30 ? [order] : []))(mock);
    },
  },
  {
    id: "cancelled-listed-without-id",
    description: "A cancelled order stays as a remark without an id.",
    build: withCancelled(() => [{ complete: false }]),
  },
  {
    id: "ship-dates-recomputed",
    description: "shipDate is estimated anew at each reading.",
    build: recomputed("shipDate", (reading) => new Date(Date.UTC(2026, 0, 1) + reading * 1000).toISOString()),
  },
  {
    id: "quantities-recomputed",
    description: "quantity is counted anew at each reading.",
    build: recomputed("quantity", (reading) => BigInt(reading)),
  },
  {
    id: "views-counted",
    description: "A field of the server's own counts the readings.",
    build: recomputed("views", (reading) => reading + 0.5),
  },
  {
    id: "fields-shuffled",
    description: "An order's fields come in another order each time.",
    build: (mock) => {
      const random = createSeededChance(11);
      return alterList((orders) =>
        orders.map((order) => Object.fromEntries(shuffled(Object.entries(order), random))),
      )(mock);
    },
  },
  {
    id: "replicas-add-fields",
    description: "One replica of two shows more fields of its own.",
    build: (mock) => {
      let reading = 0;
      return alterList((orders) => {
        const isNew = ++reading % 2 === 0;
        return orders.map((order) => (isNew ? { ...order, version: 2n, links: [] } : order));
      })(mock);
    },
  },
  {
    id: "fields-change-now-and-then",
    description: "Every fifth reading all expected ship dates have moved.",
    build: (mock) => {
      let reading = 0;
      return alterList((orders) => {
        const shipDate = `2026-03-${String(1 + (Math.floor(++reading / 5) % 28)).padStart(2, "0")}T10:00:00Z`;
        return orders.map((order) => ({ ...order, shipDate }));
      })(mock);
    },
  },
  {
    id: "others-cancel-and-ship",
    description: "At each request somebody else's order is shipped or cancelled.",
    options: { orders: 200 },
    build: (mock) => {
      const random = createSeededChance(5);
      return (request) => {
        const theirs = mock.control
          .orders()
          .filter(({ id, status }) => status === "pending" && id < 2n ** 53n);
        const one = theirs[Math.floor(random() * theirs.length)];
        if (one && random() < 0.5) mock.control.ship(one.id);
        return mock.handle(request);
      };
    },
  },
];
