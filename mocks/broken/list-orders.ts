/** Servers whose list is not all orders, in one array, each field of its type. */

import type { Json } from "../../spec/json.ts";
import {
  alterList,
  alterOrders,
  alterReplies,
  type BrokenServer,
  isList,
  withText,
} from "./broken-server.ts";

/** One bad order deep inside, never the first: a suite that looks at the head of a list misses it. */
const oneBad = (field: string, value: Json): BrokenServer["build"] =>
  alterOrders((order, index) => (index === 7 ? { ...order, [field]: value } : order));

const inDoubles = (id: Json | undefined) => BigInt(Number(id));

export const brokenLists: readonly BrokenServer[] = [
  {
    id: "list-206",
    story: "The list is answered 206 Partial Content.",
    caughtBy: ["list-orders/status", "list-orders/head", "authentication/scheme-in-any-case"],
    build: alterReplies((reply) => (reply.status === 200 ? { ...reply, status: 206 } : undefined)),
  },
  {
    id: "list-in-envelope",
    story: "The orders are wrapped in an object.",
    caughtBy: ["list-orders/json-array"],
    build: alterList((orders) => ({ orders })),
  },
  {
    id: "list-in-lines",
    story: "The list is one JSON object a line.",
    caughtBy: ["list-orders/json-array"],
    build: alterReplies((reply, request) =>
      isList(request) && reply.status === 200 ? withText(reply, '{"id":1}\n{"id":2}\n') : undefined,
    ),
  },
  {
    id: "list-null-element",
    story: "A deleted order leaves null in the list.",
    caughtBy: ["order/is-object"],
    build: alterOrders((order, index) => (index === 7 ? null : order)),
  },
  {
    id: "list-id-text",
    story: "One id is a string.",
    caughtBy: ["order/id"],
    build: oneBad("id", "1008"),
  },
  {
    id: "list-id-fraction",
    story: "One id has a fraction.",
    caughtBy: ["order/id"],
    build: oneBad("id", 1008.5),
  },
  {
    id: "list-id-too-large",
    story: "One id is beyond int64.",
    caughtBy: ["order/id"],
    build: oneBad("id", 2n ** 63n),
  },
  { id: "list-id-null", story: "One id is null.", caughtBy: ["order/id"], build: oneBad("id", null) },
  {
    id: "list-pet-id-text",
    story: "One petId is a string.",
    caughtBy: ["order/pet-id"],
    build: oneBad("petId", "7"),
  },
  {
    id: "list-quantity-fraction",
    story: "One quantity has a fraction.",
    caughtBy: ["order/quantity"],
    build: oneBad("quantity", 1.5),
  },
  {
    id: "list-quantity-text",
    story: "One quantity is a string.",
    caughtBy: ["order/quantity"],
    build: oneBad("quantity", "2"),
  },
  {
    id: "list-ship-date-number",
    story: "One shipDate is a Unix time.",
    caughtBy: ["order/ship-date-type"],
    build: oneBad("shipDate", 1_790_000_000n),
  },
  {
    id: "list-ship-date-local",
    story: "One shipDate is in a local format.",
    caughtBy: ["order/ship-date"],
    build: oneBad("shipDate", "20/11/2026 10:00"),
  },
  {
    id: "list-ship-date-impossible",
    story: "One shipDate is 30 February.",
    caughtBy: ["order/ship-date"],
    build: oneBad("shipDate", "2026-02-30T10:00:00Z"),
  },
  {
    id: "list-ship-date-day-only",
    story: "One shipDate is a date without a time.",
    caughtBy: ["order/ship-date"],
    build: oneBad("shipDate", "2026-11-20"),
  },
  {
    id: "list-ship-date-no-offset",
    story: "One shipDate does not say its offset.",
    caughtBy: ["order/ship-date-rfc3339"],
    build: oneBad("shipDate", "2026-11-20T10:00:00"),
  },
  {
    id: "list-complete-text",
    story: "One complete is a string.",
    caughtBy: ["order/complete"],
    build: oneBad("complete", "false"),
  },
  {
    id: "list-complete-number",
    story: "One complete is 0.",
    caughtBy: ["order/complete"],
    build: oneBad("complete", 0n),
  },
  {
    id: "list-repeats-an-order",
    story: "A join lists one order twice.",
    caughtBy: ["order/id-unique"],
    build: alterList((orders) => [...orders, orders[7]]),
  },
  {
    id: "list-ids-in-doubles",
    story: "Ids are rounded to what a double holds.",
    caughtBy: ["order/id-unique", "list-orders/all-orders"],
    build: alterOrders((order) => ({ ...order, id: inDoubles(order.id) })),
  },
  {
    id: "list-capped",
    story: "The list ends after 25 orders.",
    caughtBy: ["list-orders/all-orders"],
    build: alterList((orders) => orders.slice(0, 25)),
  },
  {
    id: "list-without-shipped",
    story: "Shipped orders are not listed.",
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
    story: "After a few readings the list lacks its last order.",
    caughtBy: ["list-orders/all-orders", "list-orders/no-filter"],
    build: (mock) => {
      let readings = 0;
      return alterList((orders) => (readings++ < 8 ? orders : orders.slice(0, -1)))(mock);
    },
  },
  {
    id: "list-links-next-page",
    story: "The list points to a next page.",
    caughtBy: ["list-orders/one-response"],
    build: alterReplies((reply, request) =>
      isList(request) && reply.status === 200
        ? { ...reply, headers: { ...reply.headers, link: '</v1/store/orders?page=2>; rel="next"' } }
        : undefined,
    ),
  },
  {
    id: "list-as-text",
    story: "The list calls itself text/plain.",
    caughtBy: ["list-orders/media-type"],
    build: alterReplies((reply, request) =>
      isList(request) && reply.status === 200
        ? { ...reply, headers: { ...reply.headers, "content-type": "text/plain" } }
        : undefined,
    ),
  },
  {
    id: "list-counts-readings",
    story: "Each reading changes a field of every order.",
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
    story: "HEAD of the list is a 405.",
    caughtBy: ["list-orders/head"],
    build: alterReplies((reply, { method }) =>
      method === "HEAD" && reply.status === 200 ? { ...reply, status: 405 } : undefined,
    ),
  },
];
