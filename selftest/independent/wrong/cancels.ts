/** Cancels of a pending order that answer something else, or do not last. */

import { type ServerRow, servers } from "../independent-server.ts";
import { type Ask, fault, json, type Row, type Say, type Shop, say } from "../shop.ts";
import { after, drop, later, moveTo } from "./row-changes.ts";

const cancelsIt = "3: a pending order is cancelled, response 204 with no body";
const onlyPending = "3.1: only an order whose status is pending can be cancelled";

type Cancel = (row: Row, ask: Ask, shop: Shop) => Say | undefined | Promise<Say | undefined>;

const first = (id: string, cancelled: Cancel, why = cancelsIt): ServerRow => [
  `cancel-${id}`,
  why,
  (shop) => {
    const { cancelled: proper } = shop;
    shop.cancelled = async (row, ask) => (await cancelled(row, ask, shop)) ?? proper(row, ask);
  },
];
const answers = (id: string, said: Say) => first(id, (row) => after(drop(row), said));
const redirect = (location: string): Say => ({ ...say(303), headers: { location } });

/** Cancels take a while; those that come meanwhile are met by this. */
const race = (id: string, meanwhile: (row: Row) => Say | undefined) => {
  const busy = new Set<Row>();
  const cancel: Cancel = async (row) => {
    if (busy.has(row)) return meanwhile(row);
    busy.add(row);
    await later(15);
    return undefined;
  };
  return first(`race-${id}`, cancel, onlyPending);
};

function coldStart(): Cancel {
  let cold = true;
  return () => {
    if (!cold) return undefined;
    cold = false;
    return fault(500, "cold", "starting");
  };
}

function noneWins(): Cancel {
  const busy = new Map<Row, number>();
  return async (row) => {
    busy.set(row, (busy.get(row) ?? 0) + 1);
    await later(15);
    return busy.get(row)! > 1 ? fault(409, "retry", "Try again") : undefined;
  };
}

/** Pending again after so many milliseconds. */
const rollsBack = (id: string, ms: number) =>
  first(id, (row) => {
    drop(row);
    setTimeout(moveTo, ms, row, "pending");
    return say(204);
  });

export const wrongCancels = servers([
  answers("200", json(200, { deleted: true })),
  answers("200-empty", say(200)),
  answers("202", say(202)),
  answers("205", say(205)),
  answers("303", redirect("/v1/store/orders")),
  answers("500-after-effect", fault(500, "mail", "cannot send mail")),
  answers("404-after-effect", fault(404, "gone", "Gone")),
  first("404-large", (row) => (row.id > 2n ** 31n ? fault(404, "no", "No") : undefined)),
  first("body-on-accept", (row, { headers }) =>
    /json/.test(headers.accept ?? "") ? after(drop(row), json(200, row.id)) : undefined,
  ),
  first("body-on-prefer", (row, { headers }) =>
    headers.prefer ? after(drop(row), json(200, row.id)) : undefined,
  ),
  first("html-redirect", (row, { headers }) =>
    /html/.test(headers.accept ?? "") ? after(drop(row), redirect("/")) : undefined,
  ),
  first("415-without-type", (_row, { headers }) =>
    headers["content-type"] ? undefined : fault(415, "type", "No type"),
  ),
  first("411", (_row, { headers }) =>
    headers["content-length"] === undefined ? fault(411, "length", "No length") : undefined,
  ),
  first("409-when-complete", (row) => (row.complete ? fault(409, "done", "Complete") : undefined)),
  first("409-when-past", (row) => (row.shipDate < "2026-11" ? fault(409, "sent", "Past") : undefined)),
  first("only-three", (_row, _ask, { rows }) =>
    rows.filter(({ state }) => state === "cancelled").length >= 3 ? fault(403, "limit", "Enough") : undefined,
  ),
  first("first-is-500", coldStart()),
  first("without-effect", () => say(204)),
  first("without-effect-on-query", (_row, { target }) => (target.includes("?") ? say(204) : undefined)),
  first("without-effect-on-kept-connection", (_row, { nthHere }) => (nthHere > 1 ? say(204) : undefined)),
  rollsBack("rolls-back", 60),
  rollsBack("rolls-back-late", 300),
  first("race-all-win", () => later(15).then(() => undefined), onlyPending),
  race("500", () => fault(500, "lock", "deadlock detected")),
  race("others-200", () => json(200, "already being cancelled")),
  race("others-204", () => say(204)),
  first("race-none-wins", noneWins()),
]);
