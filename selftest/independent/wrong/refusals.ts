/** Cancels of shipped and of cancelled orders that are not refused, or change something. */

import { type ServerRow, servers } from "../independent-server.ts";
import { type Ask, fault, json, type Row, type Say, type Shop, say } from "../shop.ts";
import { after, countCalls, drop, moveTo } from "./row-changes.ts";

const onlyPending = "3.1: only an order whose status is pending can be cancelled";
const staysShipped = "3: a shipped order stays shipped, response 409";

type Refusal = (row: Row, ask: Ask, shop: Shop) => Say | undefined;

const again = (id: string, said: Refusal): ServerRow => [
  `again-${id}`,
  onlyPending,
  (shop) => {
    const { again: proper } = shop;
    shop.again = (row, ask) => said(row, ask, shop) || proper(row, ask);
  },
];
const shipped = (id: string, said: Refusal): ServerRow => [
  `shipped-${id}`,
  staysShipped,
  (shop) => {
    const { shipped: proper } = shop;
    shop.shipped = (row, ask) => said(row, ask, shop) || proper(row, ask);
  },
];
/** A second cancel is let through where what is known of the first says so. */
const forgets = (
  id: string,
  isForgotten: (first: { nth: number; at: number; last: boolean }, ask: Ask) => boolean,
): ServerRow => [
  `again-${id}`,
  onlyPending,
  (shop) => {
    const { cancelled, again: proper } = shop;
    const firsts = new Map<Row, { nth: number; at: number }>();
    let last: Row | undefined;
    shop.cancelled = (row, ask) => {
      firsts.set(row, { nth: ask.nth, at: performance.now() });
      last = row;
      return cancelled(row, ask);
    };
    shop.again = (row, ask) =>
      isForgotten({ ...firsts.get(row)!, last: row === last }, ask) ? say(204) : proper(row, ask);
  },
];
/** From the nth refusal of an order on. */
const fromThe = (nth: number, said: Refusal): Refusal => {
  const count = countCalls();
  return (row, ask, shop) => (count(row) >= nth ? said(row, ask, shop) : undefined);
};
const cancelledOf = ({ rows }: Shop) => rows.filter(({ state }) => state === "cancelled").length;
const no204 = () => say(204);

function inBurst(): Refusal {
  let busy = 0;
  return () => {
    busy++;
    setTimeout(() => busy--, 5);
    return busy > 2 ? say(204) : undefined;
  };
}

export const wrongRefusals = servers([
  again("204", no204),
  again("200", () => json(200, { alreadyCancelled: true })),
  again("410", () => fault(410, "gone", "Gone")),
  again("400", () => fault(400, "bad", "Not pending")),
  again("500", () => fault(500, "null", "null")),
  again("302", () => ({ ...say(302), headers: { location: "/" } })),
  again("toggles", (row) => after(moveTo(row, "pending"), undefined)),
  again("ships", (row) => after(moveTo(row, "shipped"), undefined)),
  again("third-204", fromThe(2, no204)),
  again("fourth-204", fromThe(3, no204)),
  again("204-on-kept-connection", (_row, { nthHere }) => (nthHere > 1 ? say(204) : undefined)),
  again("204-large-ids", ({ id }) => (id > 2n ** 53n ? say(204) : undefined)),
  again("204-with-accept", (_row, { headers }) => (headers.accept ? say(204) : undefined)),
  again("204-with-query", (_row, { target }) => (target.includes("?") ? say(204) : undefined)),
  forgets("after-20-calls", ({ nth }, ask) => ask.nth - nth > 20),
  forgets("after-200-ms", ({ at }) => performance.now() - at > 200),
  forgets("all-but-the-last", ({ last }) => !last),
  forgets("within-5-ms", ({ at }) => performance.now() - at < 5),
  shipped("204", no204),
  shipped("204-and-gone", (row) => after(drop(row), say(204))),
  shipped("200", () => json(200, { warning: "shipped" })),
  shipped("202", () => say(202)),
  shipped("404", ({ id }) => fault(404, "no", `${id}`)),
  shipped("400", () => fault(400, "shipped", "Shipped")),
  shipped("403", () => fault(403, "shipped", "Shipped")),
  shipped("422", () => fault(422, "shipped", "Shipped")),
  shipped("500", () => fault(500, "shipped", "IllegalStateException")),
  shipped("409-and-gone", (row) => after(drop(row), undefined)),
  shipped("409-and-pending", (row) => after(moveTo(row, "pending"), undefined)),
  shipped("409-gone-later", (row) => after(setTimeout(drop, 200, row), undefined)),
  shipped("second-204", fromThe(2, no204)),
  shipped(
    "third-404",
    fromThe(3, ({ id }) => fault(404, "no", `${id}`)),
  ),
  shipped("large-204", ({ id }) => (id > 2n ** 53n ? say(204) : undefined)),
  shipped("small-204", ({ id }) => (id < 100n ? say(204) : undefined)),
  shipped("incomplete-204", (row) => (row.complete ? undefined : after(drop(row), say(204)))),
  shipped("future-204", (row) => (row.shipDate > "2026-11-21" ? after(drop(row), say(204)) : undefined)),
  shipped("forced", (row, { query }) =>
    query.get("force") === "true" ? after(drop(row), say(204)) : undefined,
  ),
  shipped("any-query-204", (row, { target }) =>
    target.includes("?") ? after(drop(row), say(204)) : undefined,
  ),
  shipped("changes-quantity", (row) => {
    row.quantity = 0;
    return undefined;
  }),
  shipped("changes-pet", (row) => {
    row.petId = 0n;
    return undefined;
  }),
  shipped("race-204", inBurst()),
  shipped("after-cancel-204", (_row, _ask, shop) => (cancelledOf(shop) > 1 ? say(204) : undefined)),
]);
