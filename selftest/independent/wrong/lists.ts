/** Lists that do not show all orders, or are no array. */

import { type ServerRow, servers } from "../independent-server.ts";
import type { Ask, Row, Say, Shop } from "../shop.ts";
import { fault, json, say, toJson } from "../shop.ts";

const array = "4.1: 200 is a JSON array of Order objects";
const everything = "4.1.1: the operation returns all orders";
const unfiltered = "4.1.2: filtering and pagination are unsupported";

/** Another list body; the shown orders are given. */
const body = (id: string, make: (orders: unknown[], ask: Ask, shop: Shop) => unknown): ServerRow => [
  id,
  array,
  (shop) => {
    shop.list = (ask) => {
      const made = make(
        shop.listed(ask).map((row) => shop.show(row)),
        ask,
        shop,
      );
      return made instanceof Object && "headers" in made ? (made as Say) : json(200, made);
    };
  },
];
/** Fewer rows. */
const rows = (
  id: string,
  keep: (rows: readonly Row[], ask: Ask, shop: Shop) => readonly Row[],
  why = everything,
): ServerRow => [
  id,
  why,
  (shop) => {
    const { listed } = shop;
    shop.listed = (ask) => keep(listed(ask), ask, shop);
  },
];
/** Fewer rows for a query parameter that clients of other services know. */
const asked = (name: string, keep: (rows: readonly Row[], value: string) => readonly Row[]) =>
  rows(
    `query-${name.replace(/\W+/g, "-")}`,
    (all, { query }) => (query.has(name) ? keep(all, query.get(name)!) : all),
    unfiltered,
  );
const first = (all: readonly Row[], value: string) => all.slice(0, Number(value) || 0);
const hasCancelled = (shop: Shop) => shop.rows.some(({ state }) => state === "cancelled");

export const wrongLists = servers([
  body("list-envelope", (orders) => ({ orders })),
  body("list-keyed", (orders) => Object.fromEntries(orders.map((order) => [(order as Row).id, order]))),
  body("list-in-text", (orders) => toJson(orders)),
  body("list-in-array", (orders) => [orders]),
  body("list-lines", (orders) => say(200, orders.map(toJson).join("\n"), "application/x-ndjson")),
  body("list-html", () => say(200, "<ul></ul>", "text/html")),
  body("list-text-type", (orders) => say(200, toJson(orders), "text/plain")),
  body("list-empty-204", () => say(204)),
  body("list-201", (orders) => json(201, orders)),
  body("list-206", (orders) => json(206, orders)),
  body("list-203", (orders) => json(203, orders)),
  body("list-one-object", (orders) => (orders.length === 1 ? orders[0] : { ...orders })),
  body("list-trailing-comma", (orders) => say(200, toJson(orders).replace(/]$/, ",]"), "application/json")),
  body("list-bad-utf8", (orders) =>
    say(
      200,
      Buffer.concat([
        Buffer.from(toJson(orders).slice(0, -2)),
        Buffer.from([0x2c, 0x22, 0xe4, 0x22, 0x3a, 0x31]),
        Buffer.from("}]"),
      ]),
      "application/json",
    ),
  ),
  body("list-ids-only", (orders) => orders.map((order) => (order as Row).id)),
  body("list-json-prefix", (orders) => say(200, `)]}',\n${toJson(orders)}`, "application/json")),
  body("list-nulls-at-end", (orders) => [...orders, null]),
  body("list-holes-after-cancel", (_orders, _ask, shop) =>
    shop.rows.map((row) => (row.state === "cancelled" ? null : shop.show(row))),
  ),
  body("list-object-after-cancel", (orders, _ask, shop) => (hasCancelled(shop) ? { ...orders } : orders)),
  body("list-false-for-cancelled", (_orders, _ask, shop) =>
    shop.rows.map((row) => row.state !== "cancelled" && shop.show(row)),
  ),
  body("list-twice", (orders) => [...orders, ...orders]),
  body("list-one-twice", (orders) => [...orders, orders[0]]),
  body("list-joined-twice", (orders) =>
    orders.flatMap((order) => ((order as Row).quantity === 3 ? [order, order] : [order])),
  ),
  body("list-csv-on-ask", (orders, ask) =>
    /csv/.test(ask.headers.accept ?? "") ? say(200, "id,petId", "text/csv") : orders,
  ),
  body("list-xml-on-ask", (orders, ask) =>
    /xml/.test(ask.headers.accept ?? "") ? say(200, "<orders/>", "application/xml") : orders,
  ),
  body("list-html-on-ask", (orders, ask) =>
    /html/.test(ask.headers.accept ?? "") ? say(200, "<ul/>", "text/html") : orders,
  ),
  body("list-jsonp", (orders, ask) =>
    ask.query.has("callback")
      ? say(200, `${ask.query.get("callback")}(${toJson(orders)})`, "text/javascript")
      : orders,
  ),
  body("list-envelope-when-paged", (orders, ask) => (ask.query.has("page") ? { page: 1, orders } : orders)),
  body("list-count-on-query", (orders, ask) => (ask.target.includes("?") ? orders.length : orders)),
  body("list-empty-on-query", (orders, ask) => (ask.target.includes("?") ? [] : orders)),
  body("list-500-on-query", (orders, ask) =>
    ask.target.includes("?") ? fault(500, "q", "unknown column") : orders,
  ),
  body("list-500-every-tenth", (orders, ask) =>
    ask.nth % 10 === 0 ? fault(500, "db", "lost connection") : orders,
  ),
  body("list-500-late", (orders, ask) => (ask.nth > 60 ? fault(500, "db", "lost connection") : orders)),
  body("list-500-after-cancel", (orders, _ask, shop) =>
    hasCancelled(shop) ? fault(500, "db", "null") : orders,
  ),
  rows("list-first-three", (all) => all.slice(0, 3)),
  rows("list-first-ten", (all) => all.slice(0, 10)),
  rows("list-all-but-last", (all) => all.slice(0, -1)),
  rows("list-all-but-first", (all) => all.slice(1)),
  rows("list-pending-only", (all) => all.filter(({ state }) => state === "pending")),
  rows("list-shipped-only", (all) => all.filter(({ state }) => state === "shipped")),
  rows("list-incomplete-only", (all) => all.filter(({ complete }) => !complete)),
  rows("list-future-only", (all) => all.filter(({ shipDate }) => shipDate > "2026-11-21")),
  rows("list-safe-ids-only", (all) => all.filter(({ id }) => id < 2n ** 53n)),
  rows("list-int32-ids-only", (all) => all.filter(({ id }) => id < 2n ** 31n)),
  rows("list-drops-one-more-after-cancel", (all, _ask, shop) =>
    hasCancelled(shop) ? all.slice(0, -1) : all,
  ),
  rows("list-drops-next-after-cancel", (all, _ask, shop) =>
    all.filter((row) => shop.rows[shop.rows.indexOf(row) - 1]?.state !== "cancelled"),
  ),
  rows("list-pending-only-after-cancel", (all, _ask, shop) =>
    hasCancelled(shop) ? all.filter(({ state }) => state === "pending") : all,
  ),
  rows("list-empty-after-cancel", (all, _ask, shop) => (hasCancelled(shop) ? [] : all)),
  rows("list-empty-late", (all, ask) => (ask.nth > 80 ? [] : all)),
  rows(
    "list-shrinks-by-reading",
    (() => {
      let reads = 0;
      return (all: readonly Row[]) => all.slice(0, Math.max(1, 40 - reads++));
    })(),
  ),
  rows("list-on-kept-connection-shorter", (all, ask) => (ask.nthHere > 1 ? all.slice(1) : all)),
  rows("list-range-header", (all, ask) => (ask.headers.range ? all.slice(0, 1) : all), unfiltered),
  rows(
    "list-prefer-maxpagesize",
    (all, ask) => (/maxpagesize/.test(String(ask.headers.prefer)) ? all.slice(0, 1) : all),
    unfiltered,
  ),
  asked("limit", first),
  asked("page_size", first),
  asked("per_page", first),
  asked("pageSize", first),
  asked("size", first),
  asked("count", first),
  asked("$top", first),
  asked("page[size]", first),
  asked("page", (all, value) => all.slice((Number(value) - 1) * 5, Number(value) * 5)),
  asked("offset", (all, value) => all.slice(Number(value))),
  asked("skip", (all, value) => all.slice(Number(value))),
  asked("start", (all, value) => all.slice(Number(value))),
  asked("cursor", (all) => all.slice(2)),
  asked("after", (all, value) => all.filter(({ id }) => String(id) > value)),
  asked("status", (all, value) => all.filter(({ state }) => state === value)),
  asked("state", (all, value) => all.filter(({ state }) => state === value)),
  asked("filter[status]", (all, value) => all.filter(({ state }) => state === value)),
  asked("complete", (all, value) => all.filter(({ complete }) => String(complete) === value)),
  asked("petId", (all, value) => all.filter(({ petId }) => String(petId) === value)),
  asked("pet_id", (all, value) => all.filter(({ petId }) => String(petId) === value)),
  asked("quantity", (all, value) => all.filter(({ quantity }) => String(quantity) === value)),
  asked("id", (all, value) => all.filter(({ id }) => String(id) === value)),
  asked("ids", (all, value) => all.filter(({ id }) => value.split(",").includes(String(id)))),
  asked("q", (all, value) => all.filter((row) => toJson(row).includes(value))),
  asked("search", (all, value) => all.filter((row) => toJson(row).includes(value))),
  asked("filter", () => []),
  asked("since", (all, value) => all.filter(({ shipDate }) => shipDate >= value)),
  asked("from", (all, value) => all.filter(({ shipDate }) => shipDate >= value)),
  [
    "list-torn-while-cancelling",
    everything,
    (shop) => {
      const { cancelled, listed } = shop;
      let busy = 0;
      shop.cancelled = async (row, ask) => {
        const said = await cancelled(row, ask);
        busy++;
        await new Promise((resolve) => setTimeout(resolve, 10));
        busy--;
        return said;
      };
      shop.listed = (ask) => (busy > 0 ? [] : listed(ask));
    },
  ],
  [
    "list-eventually",
    everything,
    (shop) => {
      const { listed } = shop;
      shop.listed = (ask) => (ask.nth < 15 ? listed(ask).slice(0, 4) : listed(ask));
    },
  ],
  [
    "list-two-replicas",
    everything,
    (shop) => {
      const { listed } = shop;
      shop.listed = (ask) =>
        ask.connection % 2 === 0 ? listed(ask).filter(({ id }) => id !== 1017n) : listed(ask);
    },
  ],
]);
