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
import { type Ask, alterList, answers } from "./steps.ts";

const readingChanges = "list-orders/reading-changes-nothing";
type Keep = (orders: Orders, value: string, ask: Ask) => unknown;
/** Parameters that change the list, one of each kind; selftest/unknown-input.proof.test.ts has all of them. */
const queries: Readonly<Record<string, Keep>> = {
  limit: (orders, value) => orders.slice(0, Number(value) || 0),
  status: (orders, value, { mock }) =>
    having(orders, ({ id }) =>
      mock.control.orders().some((order) => order.id === id && order.status === value),
    ),
  fields: (orders) => orders.map(({ id }) => id),
  callback: (orders) => formatJson(orders),
};
const parameter = (name: string, keep: Keep) =>
  changed(`honours-${name}`, `?${name} changes the list.`, noFilter, (orders, ask) => {
    const value = queryOf(ask.request).get(name);
    return value === null ? orders : keep(orders, value, ask);
  });
const noFilter = "list-orders/no-filter";
/** Lists that a header, or any query, changes. */
const asked = (id: string, what: string, isAsked: (ask: Ask) => boolean, change: Change) =>
  changed(id, `Where ${what} is sent the list is another.`, noFilter, (orders, ask) =>
    isAsked(ask) ? change(orders, ask) : orders,
  );
const header =
  (name: string, value = /./) =>
  ({ request }: Ask) =>
    value.test(headerOf(request.headers, name) ?? "");
const hasQuery = ({ request }: Ask) => request.target.includes("?");

const filters: readonly WrongRow[] = [
  ...Object.entries(queries).map(([name, keep]) => parameter(name, keep)),
  asked("filtered-by-range", "a Range", header("range"), (orders) => orders.slice(0, 1)),
  asked("filtered-by-preference", "a preference", header("prefer", /maxpagesize/), (orders) =>
    orders.slice(0, 1),
  ),
  asked("filtered-by-cookie", "a cookie", header("cookie"), (orders) => orders.slice(0, 1)),
  asked("emptied-by-query", "a query", hasQuery, () => []),
  said("as-csv-on-ask", "A client that accepts text/csv gets it.", noFilter, (ask) =>
    header("accept", /text\/csv/)(ask) ? textReply(200, "text/csv", "id,petId", "as asked") : undefined,
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
  wrong(
    `list-${id}`,
    `The list ${what}.`,
    caughtBy,
    answers("list", (_, reply) => withHeaders(reply, { [name]: value })),
  );
const onePage = "list-orders/one-response";
const ofTypes = "list-orders/media-type list-orders/json-media-type";

const answersToLists: readonly WrongRow[] = [
  said("500-each-third", "Every third reading is a 500.", "list-orders/status", ({ nth }) =>
    nth % 3 ? undefined : refusal(500),
  ),
  headed(
    "links-next-page",
    "points to a next page",
    onePage,
    "link",
    '</v1/store/orders?page=2>; rel="next"',
  ),
  headed(
    "links-cursor",
    "points to what follows",
    onePage,
    "link",
    `<https://shop.test/v1/store/orders?cursor=b>; title="a, b"; rel=next`,
  ),
  headed("typed-text-html", "calls itself text/html", ofTypes, "content-type", "text/html"),
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
/** Lists that are wrong once an order was cancelled. */
const afterCancel = (id: string, how: string, caughtBy: string, change: Change) =>
  wrong(
    `cancel-${id}`,
    `After a cancel the list ${how}.`,
    caughtBy,
    alterList((orders, ask) => (ask.gone.size > 0 ? change(orders, ask) : orders)),
  );
/** Lists in which the cancelled order stays, with these fields. */
const leaves = (id: string, how: string, fields: (id: bigint) => readonly object[]) =>
  afterCancel(`leaves-${id}`, `has it ${how}`, valid, (orders, { gone }) => [
    ...orders,
    ...[...gone].flatMap(fields),
  ]);
const afterCancels: readonly WrongRow[] = [
  leaves("bad-quantity", 'with the quantity "none"', (id) => [{ id, quantity: "none" }]),
  leaves("word-for-id", "with a word in its id", (id) => [{ id: `cancelled-${id}` }]),
  afterCancel("wraps", "is wrapped in an object", valid, (orders) => ({ orders })),
  afterCancel("repeats", "has the oldest order twice", valid, (orders) => [...orders, orders[0]]),
  afterCancel("hides-shipped", "lacks shipped orders", onlyThat, (orders, { mock }) =>
    without(orders, ordersIn(mock, "shipped")),
  ),
  afterCancel("empties-the-list", "is empty", allOrders, () => []),
  afterCancel("zeroes-quantities", "has the quantity 0 in every order", onlyThat, (orders) =>
    orders.map((order) => ({ ...order, quantity: 0n })),
  ),
  wrong(
    "cancel-breaks-the-list",
    "Once an order is cancelled the list is a 500.",
    valid,
    answers("list", ({ gone }) => (gone.size > 0 ? refusal(500) : undefined)),
  ),
];

export const listAnswerRows: readonly WrongRow[] = [...filters, ...answersToLists, ...afterCancels];
