/** Servers whose list is not one JSON array of all orders: wrapped, cut, paged or no JSON. */

import { formatJson, type Json } from "../../base/json.ts";
import { emptyReply } from "../../mocks/http/reply.ts";
import {
  alterList,
  alterReplies,
  type BrokenServer,
  isList,
  type ListedOrders,
  textOf,
  withText,
} from "./broken-server.ts";

type Change = (orders: ListedOrders, query: URLSearchParams) => unknown;
const items = (orders: ListedOrders) => ({ items: orders, total: BigInt(orders.length) });

/** What is answered where an array belongs. */
const wrappings: readonly (readonly [id: string, description: string, wraps: Change])[] = [
  ["in-data", "under `data`", (data) => ({ data })],
  ["in-orders", "under `orders`", (orders) => ({ orders })],
  ["in-items", "under `items`, with a total", items],
  ["in-content", "under `content`, as Spring pages them", (content) => ({ content, last: true })],
  ["in-hal", "under `_embedded`, as HAL has them", (orders) => ({ _embedded: { orders }, _links: {} })],
  ["in-results", "under `results`, with a count", (results) => ({ count: 1n, next: null, results })],
  ["by-id", "in an object, by their ids", (orders) => Object.fromEntries(orders.map((o) => [o.id, o]))],
  ["as-one-order", "as a bare order where there is but one", (orders) => orders[0]],
  ["as-null", "as null", () => null],
  ["as-json-string", "as JSON in a JSON string", (orders) => formatJson(orders)],
  ["as-number", "as a number of them", (orders) => BigInt(orders.length)],
];

const texts: readonly (readonly [id: string, description: string, change: (text: string) => string])[] = [
  ["in-lines", "one JSON object a line", (text) => text.slice(1, -1).replaceAll("},{", "}\n{")],
  ["with-a-trailing-comma", "with a comma after the last", (text) => text.replace(/\]$/, ",]")],
  ["cut-short", "up to the middle of the last", (text) => text.slice(0, -9)],
  ["with-nan", "with NaN for a number", (text) => text.replace(/"quantity":\d+/, '"quantity":NaN')],
  ["in-single-quotes", "in single quotes", (text) => text.replaceAll('"', "'")],
  ["with-a-comment", "with a comment", (text) => `// ${text.length} bytes\n${text}`],
  ["twice", "twice over", (text) => text + text],
  ["with-a-prefix", "behind a guard against hijacking", (text) => `)]}',\n${text}`],
  ["as-a-call", "as a script", (text) => `callback(${text})`],
  ["as-xml", "in XML", () => "<orders></orders>"],
  ["as-csv", "in comma-separated values", () => "id,petId\n1,2\n"],
  ["without-a-body", "not at all", () => ""],
];

const alterText = (change: (text: string) => string): BrokenServer["build"] =>
  alterReplies((reply, request) =>
    isList(request) && reply.status === 200 ? withText(reply, change(textOf(reply))) : undefined,
  );

const shapes: readonly BrokenServer[] = [
  ...wrappings.map(([id, description, wraps]) => ({ id, description, build: alterList(wraps) })),
  ...texts.map(([id, description, change]) => ({ id, description, build: alterText(change) })),
].map(({ id, description, build }) => ({
  id: `list-${id}`,
  description: `Orders are listed ${description}.`,
  caughtBy: ["list-orders/json-array"],
  build,
}));

/** What stands in the list where an order belongs: once, at the very end. */
const elements: Readonly<Record<string, Json>> = {
  null: null,
  number: 1001n,
  text: "order 1001",
  true: true,
  array: [],
  "array-of-orders": [{ id: 1001n }],
};

const badElements: readonly BrokenServer[] = Object.entries(elements).map(([name, value]) => ({
  id: `list-last-is-${name}`,
  description: `The list's last element is no order but ${name.replaceAll("-", " ")}.`,
  caughtBy: ["order/is-object"],
  build: alterList((orders) => [...orders, value]),
}));

/** A plain list that is only a part, however it is called. */
const parts: readonly (readonly [id: string, description: string, take: Change])[] = [
  ["capped-at-20", "ends after 20 orders", (orders) => orders.slice(0, 20)],
  ["capped-at-25", "ends after 25 orders", (orders) => orders.slice(0, 25)],
  [
    "paged-by-20",
    "is the first page of 20; ?page=2 shows the next",
    (orders, query) => {
      const page = Number(query.get("page") ?? 1);
      return orders.slice(20 * (page - 1), 20 * page);
    },
  ],
  ["empty", "is always empty", () => []],
  ["of-the-complete", "holds complete orders alone", (orders) => orders.filter(({ complete }) => complete)],
  [
    "of-the-incomplete",
    "holds incomplete orders alone",
    (orders) => orders.filter(({ complete }) => !complete),
  ],
  [
    "within-2-53",
    "lacks orders whose id a double cannot hold",
    (orders) => orders.filter(({ id }) => (id as bigint) <= 2n ** 53n),
  ],
];

export const brokenListShapes: readonly BrokenServer[] = [
  ...shapes,
  ...badElements,
  ...parts.map(([id, description, take]) => ({
    id: `list-${id}`,
    description: `The list ${description}.`,
    caughtBy: ["list-orders/all-orders"],
    build: alterList(take),
  })),
  {
    id: "list-redirected-to-a-page",
    description: "The list redirects to its first page once it is long.",
    caughtBy: ["list-orders/status", "list-orders/head", "authentication/scheme-in-any-case"],
    build: (mock) => {
      const start = mock.control.orders().length;
      return alterReplies((reply) =>
        reply.status === 200 && mock.control.orders().length > start
          ? emptyReply(302, "to a page", { location: "/v1/store/orders?page=1" })
          : undefined,
      )(mock);
    },
  },
];
