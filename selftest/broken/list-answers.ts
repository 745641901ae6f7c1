/** Servers whose list another request, or a header, makes another; and lists that are answered wrongly. */

import { formatJson } from "../../base/json.ts";
import { headerOf, type MockReply, textReply } from "../../mocks/http/reply.ts";
import {
  alterReplies,
  ordersIn,
  queryOf,
  refusal,
  type WrongRow,
  withHeaders,
  wrong,
} from "./broken-server.ts";
import { type Change, changed, having, type Orders, without } from "./lists.ts";
import { type Ask, alterList, answers, answersWrongly } from "./steps.ts";

const readingChanges = "list-orders/reading-changes-nothing";
type Keep = (orders: Orders, value: string, ask: Ask) => unknown;
const first: Keep = (orders, value) => orders.slice(0, Number(value) || 0);
const skip: Keep = (orders, value) => orders.slice(Number(value));
const inState: Keep = (orders, value, { mock }) =>
  having(orders, ({ id }) =>
    mock.control.orders().some((order) => order.id === id && order.status === value),
  );
const field =
  (name: string): Keep =>
  (orders, value) =>
    having(orders, (order) => String(order[name]) === value);
const containing: Keep = (orders, value) => having(orders, (order) => formatJson(order).includes(value));
const since: Keep = (orders, value) => having(orders, ({ shipDate }) => String(shipDate) >= value);
/** Parameters that other services know. */
const queries: readonly (readonly [keep: Keep, ...names: string[]])[] = [
  [
    first,
    "limit",
    "per_page",
    "pageSize",
    "page_size",
    "size",
    "count",
    "$top",
    "page[size]",
    "pagination[limit]",
  ],
  [skip, "offset", "skip", "start"],
  [(orders, value) => orders.slice(5 * (Number(value) - 1), 5 * Number(value)), "page"],
  [(orders) => orders.slice(2), "cursor"],
  [(orders, value) => having(orders, ({ id }) => String(id) > value), "after"],
  [inState, "status", "state", "filter[status]"],
  [field("complete"), "complete"],
  [field("petId"), "petId", "pet_id"],
  [field("quantity"), "quantity"],
  [(orders, value) => having(orders, ({ id }) => value.split(",").includes(String(id))), "id", "ids"],
  [containing, "q", "search"],
  [() => [], "filter", "$filter"],
  [since, "since", "from"],
  [(orders) => orders.map(({ id }) => id), "fields"],
  [(orders) => formatJson(orders), "callback"],
];
const parameter = (name: string, keep: Keep) =>
  changed(
    `honours-${name.replace(/^\$/, "odata-").replace(/\W+/g, "-").replace(/-$/, "")}`,
    `?${name} changes the list.`,
    noFilter,
    (orders, ask) => {
      const value = queryOf(ask.request).get(name);
      return value === null ? orders : keep(orders, value, ask);
    },
  );
const noFilter = "list-orders/no-filter";
/** What a header, or any query, makes of the list. */
const asked = (id: string, what: string, isAsked: (ask: Ask) => boolean, change: Change) =>
  changed(id, `Where ${what} is sent the list is another.`, noFilter, (orders, ask) =>
    isAsked(ask) ? change(orders, ask) : orders,
  );
const header =
  (name: string, value = /./) =>
  ({ request }: Ask) =>
    value.test(headerOf(request.headers, name) ?? "");
const hasQuery = ({ request }: Ask) => request.target.includes("?");
const types = { "text/html": "<ul></ul>", "text/csv": "id,petId", "application/xml": "<orders/>" };

const filters: readonly WrongRow[] = [
  ...queries.flatMap(([keep, ...names]) => names.map((name) => parameter(name, keep))),
  asked("filtered-by-range", "a Range", header("range"), (orders) => orders.slice(0, 1)),
  asked("filtered-by-preference", "a preference", header("prefer", /maxpagesize/), (orders) =>
    orders.slice(0, 1),
  ),
  asked("filtered-by-cookie", "a cookie", header("cookie"), (orders) => orders.slice(0, 1)),
  asked("emptied-by-query", "a query", hasQuery, () => []),
  asked("counted-by-query", "a query", hasQuery, (orders) => BigInt(orders.length)),
  asked("filtered-by-fields", "a field", hasQuery, (orders, { request }) =>
    having(orders, (order) =>
      [...queryOf(request)].every(([name, value]) => !(name in order) || String(order[name]) === value),
    ),
  ),
  ...Object.entries(types).map(([type, body]) =>
    said(`as-${type.replace(/.*\//, "")}-on-ask`, `Who takes ${type} gets it.`, noFilter, (ask) =>
      header("accept", new RegExp(type))(ask) ? textReply(200, type, body, "as asked") : undefined,
    ),
  ),
  said("fails-on-query", "A query parameter is a 500.", noFilter, (ask) =>
    hasQuery(ask) ? refusal(500) : undefined,
  ),
];
/** The list's whole answer changed. */
function said(
  id: string,
  description: string,
  caughtBy: string,
  change: (ask: Ask) => MockReply | undefined,
) {
  return wrong(`list-${id}`, description, caughtBy, answers("list", change));
}
const headed = (id: string, what: string, caughtBy: string, name: string, value: string) =>
  answersWrongly(`list-${id}`, `The list ${what}.`, caughtBy, "list", (_, reply) =>
    withHeaders(reply, { [name]: value }),
  );
const onePage = "list-orders/one-response";
const ofTypes = "list-orders/media-type list-orders/json-media-type";
const next = "https://shop.test/v1/store/orders?cursor=b";

const answersToLists: readonly WrongRow[] = [
  said("500-each-third", "Every third reading is a 500.", "list-orders/status", ({ nth }) =>
    nth % 3 ? undefined : refusal(500),
  ),
  said("406-to-anything", "Who takes anything gets a 406.", "list-orders/status", (ask) =>
    header("accept", /^\*\/\*$/)(ask) ? refusal(406) : undefined,
  ),
  headed(
    "links-next-page",
    "points to a next page",
    onePage,
    "link",
    '</v1/store/orders?page=2>; rel="next"',
  ),
  headed("links-cursor", "points to what follows", onePage, "link", `<${next}>; title="a, b"; rel=next`),
  ...["text/plain", "text/html", "text/csv"].map((type) =>
    headed(`typed-${type.replace("/", "-")}`, `calls itself ${type}`, ofTypes, "content-type", type),
  ),
  changed("counts-readings", "Each reading changes a field.", readingChanges, (orders, { nth }) =>
    orders.map((order) => ({ ...order, readings: BigInt(nth) })),
  ),
  wrong(
    "no-head",
    "HEAD of the list is a 405.",
    "list-orders/head",
    alterReplies((reply, { method }) =>
      method === "HEAD" && reply.status === 200 ? { ...reply, status: 405 } : undefined,
    ),
  ),
];

const valid = "cancel-order/list-stays-valid";
const onlyThat = "cancel-order/only-that-order";
const allOrders = "list-orders/all-orders";
/** What stands in the list once something was cancelled. */
const afterCancel = (id: string, how: string, caughtBy: string, change: Change) =>
  wrong(
    `cancel-${id}`,
    `After a cancel the list ${how}.`,
    caughtBy,
    alterList((orders, ask) => (ask.gone.size > 0 ? change(orders, ask) : orders)),
  );
/** It stays, with these fields. */
const leaves = (id: string, how: string, fields: (id: bigint) => readonly object[]) =>
  afterCancel(`leaves-${id}`, `has it ${how}`, valid, (orders, { gone }) => [
    ...orders,
    ...[...gone].flatMap(fields),
  ]);
const afterCancels: readonly WrongRow[] = [
  leaves("bad-quantity", 'with the quantity "none"', (id) => [{ id, quantity: "none" }]),
  leaves("empty-date", "with an empty shipDate", (id) => [{ id, shipDate: "" }]),
  leaves("null-complete", "with `complete` null", (id) => [{ id, complete: null }]),
  leaves("word-for-id", "with a word in its id", (id) => [{ id: `cancelled-${id}` }]),
  afterCancel("wraps", "is wrapped in an object", valid, (orders) => ({ orders })),
  afterCancel("leaves-null", "has a null for it", valid, (orders) => [...orders, null]),
  afterCancel("leaves-false", "has a false for it", valid, (orders) => [...orders, false]),
  afterCancel("repeats", "has the oldest order twice", valid, (orders) => [...orders, orders[0]]),
  afterCancel("hides-the-last", "lacks its last order", onlyThat, (orders) => orders.slice(0, -1)),
  afterCancel("hides-the-next", "lacks the order with the next id", allOrders, (orders, { gone }) =>
    having(orders, ({ id }) => !gone.has((id as bigint) - 1n)),
  ),
  afterCancel("hides-shipped", "lacks shipped orders", onlyThat, (orders, { mock }) =>
    without(orders, ordersIn(mock, "shipped")),
  ),
  afterCancel("empties-the-list", "is empty", allOrders, () => []),
  afterCancel("zeroes-quantities", "has the quantity 0 in every order", onlyThat, (orders) =>
    orders.map((order) => ({ ...order, quantity: 0n })),
  ),
  answersWrongly(
    "cancel-breaks-the-list",
    "Once an order is cancelled the list is a 500.",
    valid,
    "list",
    ({ gone }) => (gone.size > 0 ? refusal(500) : undefined),
  ),
];

export const listAnswerRows: readonly WrongRow[] = [...filters, ...answersToLists, ...afterCancels];
