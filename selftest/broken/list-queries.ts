/** Servers that filter or page the list when a query asks for it. */

import { alterList, alterReplies, type BrokenServer } from "./broken-server.ts";

export const brokenQueries: readonly BrokenServer[] = [
  {
    id: "list-honours-limit",
    description: "?limit cuts the list.",
    caughtBy: ["list-orders/no-filter"],
    build: alterList((orders, query) =>
      query.has("limit") ? orders.slice(0, Number(query.get("limit"))) : orders,
    ),
  },
  {
    id: "list-honours-page",
    description: "?page picks a page.",
    caughtBy: ["list-orders/no-filter"],
    build: alterList((orders, query) => (query.get("page") === "2" ? [] : orders)),
  },
  {
    id: "list-honours-offset",
    description: "?offset skips orders.",
    caughtBy: ["list-orders/no-filter"],
    build: alterList((orders, query) => orders.slice(Number(query.get("offset") ?? 0))),
  },
  {
    id: "list-honours-complete",
    description: "?complete filters the list.",
    caughtBy: ["list-orders/no-filter"],
    build: alterList((orders, query) =>
      query.has("complete")
        ? orders.filter(({ complete }) => String(complete) === query.get("complete"))
        : orders,
    ),
  },
  {
    id: "list-honours-status",
    description: "?status filters the list.",
    caughtBy: ["list-orders/no-filter"],
    build: alterList((orders, query) => (query.has("status") ? [] : orders)),
  },
  {
    id: "list-fails-on-query",
    description: "A query parameter is a 500.",
    caughtBy: ["list-orders/no-filter"],
    build: alterReplies((reply, { target }) =>
      target.includes("?") && reply.status === 200 ? { ...reply, status: 500 } : undefined,
    ),
  },
];
