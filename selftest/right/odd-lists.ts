/** Lists that are all orders in one JSON array, and look it in odd ways. */

import { createSeededChance } from "../../base/seeded-chance.ts";
import { alterList, alterOrders, alterReplies, isList, textOf, withText } from "../broken/broken-server.ts";
import { type OrderFields, pick, type RightServer, shuffled } from "./right-server.ts";

/** The list's JSON text changed, its meaning kept. */
export const alterText = (change: (text: string) => string): RightServer["build"] =>
  alterReplies((reply, request) =>
    isList(request) && reply.status === 200 ? withText(reply, change(textOf(reply))) : undefined,
  );

const legalDates = [
  "2026-11-20T10:00:00+14:00",
  "2026-11-20t10:00:00z",
  "2016-12-31T23:59:60Z",
  "2026-11-20T10:00:00.123456789-00:00",
  "2026-11-20T10:00:00",
  "20261120T100000Z",
  "2026-W47-5T10:00Z",
  "2026-324T10:00:00Z",
  "2026-11-20T24:00:00Z",
  "2026-11-20T10:00:00,5+01",
  "0000-01-01T00:00:00Z",
];

export const oddLists: readonly RightServer[] = [
  {
    id: "list-with-more-fields",
    description: "Orders carry fields the document does not know, some of them nested.",
    build: alterOrders((order) => ({
      ...order,
      status: "on hold",
      customer: { id: "c-1" },
      tags: [null, 1n],
    })),
  },
  {
    id: "list-with-fewer-fields",
    description: "Orders lack any field but their id, each another one.",
    build: alterOrders((order) => {
      const { [pick(["petId", "quantity", "shipDate", "complete"], order)]: _, ...rest } = order;
      return rest;
    }),
  },
  {
    id: "list-of-ids",
    description: "Orders show their id and nothing else.",
    build: alterOrders(({ id }) => ({ id })),
  },
  {
    id: "list-with-anonymous-orders",
    description: "Some orders that are not the run's carry no id at all.",
    build: alterList((orders) => [...orders, {}, { quantity: 1n }]),
  },
  {
    id: "list-with-odd-dates",
    description: "Ship dates are in every form ISO 8601 allows.",
    build: alterOrders((order) => ({ ...order, shipDate: pick(legalDates, order) })),
  },
  {
    id: "list-with-odd-numbers",
    description: "Quantities are zero, negative or huge; petIds are at the ends of int64.",
    build: alterOrders((order) => ({
      ...order,
      quantity: pick([0n, -5n, 10n ** 30n, 2n ** 63n], order),
      petId: pick([2n ** 63n - 1n, -(2n ** 63n), 0n], order),
    })),
  },
  {
    id: "list-with-integers-as-decimals",
    description: "Integers are written 3.0 and 3e0.",
    build: alterText((text) =>
      text
        .replace(/"(id|petId)":(\d+)(?![\d.eE])/g, '"$1":$2.0')
        .replace(/"quantity":(\d+)(?![\d.eE])/g, '"quantity":$1e0'),
    ),
  },
  {
    id: "list-spread-out",
    description: "The JSON is full of white space.",
    build: alterText((text) => `\n\t ${text.replace(/,(?=[{"])/g, " ,\r\n\t").replaceAll('":', '" : ')}\n`),
  },
  {
    id: "list-escaped",
    description: "Names and values are written in escapes.",
    build: alterText((text) => text.replaceAll('"id"', '"\\u0069d"').replaceAll("T", "\\u0054")),
  },
  {
    id: "list-in-any-order",
    description: "The list comes in another order each time.",
    build: (mock) => {
      const random = createSeededChance(3);
      return alterList((orders) => shuffled(orders, random))(mock);
    },
  },
  {
    id: "list-of-thousands",
    description: "There are 5,000 orders.",
    options: { orders: 5000 },
    build: (mock) => mock.handle,
  },
  {
    id: "list-of-the-run-alone",
    description: "There are no orders but the run's.",
    options: { orders: 0 },
    build: (mock) => mock.handle,
  },
  {
    id: "list-with-links",
    description: "A Link header names the service's manual.",
    build: alterReplies((reply, request) =>
      isList(request)
        ? { ...reply, headers: { ...reply.headers, link: '</docs>; rel="help", </v1>; rel="self"' } }
        : undefined,
    ),
  },
  {
    id: "list-in-a-busy-shop",
    description: "Other people's orders come and go at every reading.",
    build: (mock) => {
      const random = createSeededChance(7);
      return alterList((orders) => {
        const others = Array.from(
          { length: 5 },
          () => ({ id: BigInt(Math.floor(random() * 1e9)) + 10n ** 12n }) as OrderFields,
        );
        // The seeded orders are other people's; the run's own have ids beyond 2^53.
        return [...orders.filter(({ id }) => (id as bigint) > 2n ** 53n || random() < 0.7), ...others];
      })(mock);
    },
  },
];
