/** Servers whose list is not one JSON array of all orders, at each reading and for each request. */

import { formatJson } from "../../base/json.ts";
import { textReply } from "../../mocks/http/reply.ts";
import {
  alterReplies,
  type Build,
  hasHeader,
  isCancel,
  queryOf,
  refusal,
  textOf,
  type WrongTable,
  withHeaders,
  withText,
} from "./broken-server.ts";
import { wrongTexts } from "./forms.ts";
import {
  type Ask,
  alterHeaders,
  alterList,
  alterText,
  answers,
  answersWith,
  isAfterCancel,
  type OrderFields,
} from "./steps.ts";

type Orders = OrderFields[];
type Change = (orders: Orders, ask: Ask) => unknown;

const inItems: Change = (items) => ({ items, total: BigInt(items.length) });
const idsInDoubles: Change = (orders) => orders.map((order) => ({ ...order, id: BigInt(Number(order.id)) }));
const pageOf20: Change = (orders, { request }) => {
  const number = Number(queryOf(request).get("page") ?? 1);
  return orders.slice(20 * (number - 1), 20 * number);
};
const everyFifthLacksOne: Change = (orders, { nth }) =>
  nth % 5 ? orders : orders.toSpliced(-1 - (nth % 7), 1);
const cached: Build = (mock) => {
  let text: string | undefined;
  return answers("list", ({ nth }, reply) => {
    if (text === undefined || nth % 10 === 1) text = textOf(reply);
    return withText(reply, text);
  })(mock);
};

/** Lists that are wrong at every request. */
export const wrongLists: WrongTable = {
  "list-orders/json-array": {
    "list-in-items: Orders are under `items`, with a total.": alterList(inItems),
    "list-as-json-string: The list is JSON in a JSON string.": alterText(wrongTexts["in-text"]),
    "list-cut-short: The list ends in the middle of an order.": alterText(wrongTexts.cut),
  },
  "order/is-object": {
    "list-last-is-null: The list's last element is null.": alterList((orders) => [...orders, null]),
    "list-last-is-text: The list's last element is a text.": alterList((orders) => [...orders, "order 1001"]),
  },
  "list-orders/all-orders": {
    "list-paged-by-20: The list is a page of 20.": alterList(pageOf20),
    "list-lacking-each-5: Each fifth list lacks another order.": alterList(everyFifthLacksOne),
    "list-cached-for-ten-readings: The list is read again at every tenth reading.": cached,
  },
  "list-orders/all-orders order/id-unique": {
    "list-ids-in-doubles: Listed ids are doubles.": alterList(idsInDoubles),
  },
  "order/id-unique": {
    "list-repeats-an-order: A join lists one order twice.": alterList((orders) => [...orders, orders[7]]),
  },
};

/** Changes the list where a parameter is sent. */
const parameter = (name: string, keep: (orders: Orders, value: string, ask: Ask) => unknown) =>
  alterList((orders, ask) => {
    const value = queryOf(ask.request).get(name);
    return value === null ? orders : keep(orders, value, ask);
  });
const byStatus = (orders: Orders, value: string, { mock }: Ask) => {
  const found = mock.control.orders().filter(({ status }) => status === value);
  return orders.filter(({ id }) => found.some((order) => order.id === id));
};
const hasQuery = ({ request }: Ask) => request.target.includes("?");
const asCsv = textReply(200, "text/csv", "id,petId", "as asked");
const wantsCsv = ({ request }: Ask) => hasHeader(request, "accept", /text\/csv/);
const isThird = ({ nth }: Ask) => nth % 3 === 0;
const firstOf = (orders: Orders, value: string) => orders.slice(0, Number(value) || 0);
const idsOf = (orders: Orders) => orders.map(({ id }) => id);
// A 304 says that the list has not changed since it had that tag (RFC 9110, 15.4.5).
const oneTag = answers("list", ({ request }, reply) =>
  hasHeader(request, "if-none-match", /^"1"$/)
    ? { ...reply, status: 304, headers: { etag: '"1"' }, body: [] }
    : withHeaders(reply, { etag: '"1"' }),
);
const created = alterReplies((reply, request) =>
  reply.status === 200 && !isCancel(request) ? { ...reply, status: 201 } : undefined,
);
const noHead = alterReplies((reply, { method }) =>
  method === "HEAD" && reply.status === 200 ? { ...reply, status: 405 } : undefined,
);
const countsReadings: Change = (orders, { nth }) =>
  orders.map((order) => ({ ...order, readings: BigInt(nth) }));

/** Lists that a request, a header or an earlier reading changes. */
export const changingLists: WrongTable = {
  "list-orders/no-filter": {
    "list-honours-limit: ?limit cuts the list.": parameter("limit", firstOf),
    "list-honours-status: ?status filters the list.": parameter("status", byStatus),
    "list-honours-fields: ?fields makes the list one of ids.": parameter("fields", idsOf),
    "list-honours-callback: ?callback makes the list a text.": parameter("callback", (orders) =>
      formatJson(orders),
    ),
    "list-as-csv-on-ask: A client that accepts text/csv gets it.": answersWith("list", asCsv, wantsCsv),
    "list-fails-on-query: A query parameter is a 500.": answersWith("list", refusal(500), hasQuery),
    "list-with-one-tag: The list keeps its tag when it changes.": oneTag,
  },
  "list-orders/status list-orders/head": {
    "list-201: A list is a 201.": created,
  },
  "list-orders/status": {
    "list-500-each-third: Every third reading is a 500.": answersWith("list", refusal(500), isThird),
  },
  "list-orders/head": { "no-head: HEAD of the list is a 405.": noHead },
  "list-orders/one-response": {
    "list-links-next-page: The list points to a next page.": alterHeaders({
      link: '</v1/store/orders?page=2>; rel="next"',
    }),
  },
  "list-orders/media-type list-orders/json-media-type": {
    "list-typed-text-html: The list calls itself text/html.": alterHeaders({ "content-type": "text/html" }),
  },
  "list-orders/reading-changes-nothing": {
    "list-counts-readings: Each reading changes a field.": alterList(countsReadings),
  },
};

/** Changes the list once an order was cancelled. */
const after = (change: Change) =>
  alterList((orders, ask) => (isAfterCancel(ask) ? change(orders, ask) : orders));
const leavesWord: Change = (orders, { gone }) =>
  orders.concat(Array.from(gone, (id) => ({ id, quantity: "none" })));
const zeroed: Change = (orders) => orders.map((order) => ({ ...order, quantity: 0n }));

export const listsAfterCancels: WrongTable = {
  "cancel-order/list-stays-valid": {
    'cancel-leaves-bad-quantity: A cancelled order has the quantity "none".': after(leavesWord),
    "cancel-wraps: After a cancel the list is in an object.": after((orders) => ({ orders })),
    "cancel-breaks-the-list: After a cancel the list is a 500.": answersWith(
      "list",
      refusal(500),
      isAfterCancel,
    ),
  },
  "cancel-order/only-that-order": {
    "cancel-zeroes-quantities: After a cancel every quantity is 0.": after(zeroed),
  },
  "list-orders/all-orders": {
    "cancel-empties-the-list: After a cancel the list is empty.": after(() => []),
  },
};
