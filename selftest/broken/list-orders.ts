/** Servers whose list is not all orders, in one array, each field of its type. */

import type { Json } from "../../base/json.ts";
import { alterList, alterOrders, alterReplies, type BrokenServer, isList } from "./broken-server.ts";

const inDoubles = (id: Json | undefined) => BigInt(Number(id));

export const brokenLists: readonly BrokenServer[] = [
  {
    id: "list-repeats-an-order",
    description: "A join lists one order twice.",
    caughtBy: ["order/id-unique"],
    build: alterList((orders) => [...orders, orders[7]]),
  },
  {
    id: "list-ids-in-doubles",
    description: "Ids are rounded to what a double holds.",
    caughtBy: ["order/id-unique", "list-orders/all-orders"],
    build: alterOrders((order) => ({ ...order, id: inDoubles(order.id) })),
  },
  {
    id: "list-without-shipped",
    description: "Shipped orders are not listed.",
    caughtBy: ["list-orders/all-orders"],
    build: (mock) =>
      alterList((orders) => {
        const shipped = new Set(
          mock.control.orders().flatMap(({ id, status }) => (status === "shipped" ? [id] : [])),
        );
        return orders.filter(({ id }) => !shipped.has(id as bigint));
      })(mock),
  },
  {
    id: "list-shrinks-when-read",
    description: "After a few readings the list lacks its last order.",
    caughtBy: ["list-orders/all-orders"],
    build: (mock) => {
      let readings = 0;
      return alterList((orders) => (readings++ < 8 ? orders : orders.slice(0, -1)))(mock);
    },
  },
  {
    id: "list-links-next-page",
    description: "The list points to a next page.",
    caughtBy: ["list-orders/one-response"],
    build: alterReplies((reply, request) =>
      isList(request) && reply.status === 200
        ? { ...reply, headers: { ...reply.headers, link: '</v1/store/orders?page=2>; rel="next"' } }
        : undefined,
    ),
  },
  {
    id: "list-as-text",
    description: "The list calls itself text/plain.",
    caughtBy: ["list-orders/media-type", "list-orders/json-media-type"],
    build: alterReplies((reply, request) =>
      isList(request) && reply.status === 200
        ? { ...reply, headers: { ...reply.headers, "content-type": "text/plain" } }
        : undefined,
    ),
  },
  {
    id: "list-counts-readings",
    description: "Each reading changes a field of every order.",
    caughtBy: ["list-orders/reading-changes-nothing"],
    build: (mock) => {
      let readings = 0n;
      return alterList((orders) => {
        readings++;
        return orders.map((order) => ({ ...order, readings }));
      })(mock);
    },
  },
  {
    id: "no-head",
    description: "HEAD of the list is a 405.",
    caughtBy: ["list-orders/head"],
    build: alterReplies((reply, { method }) =>
      method === "HEAD" && reply.status === 200 ? { ...reply, status: 405 } : undefined,
    ),
  },
];
