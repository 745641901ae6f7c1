/** What people get wrong with an SQL table. */

import { setTimeout as later } from "node:timers/promises";
import type { WrongProgram } from "./program.ts";
import {
  any,
  cancelled,
  done,
  effects,
  found,
  ids,
  keyed,
  lets,
  listed,
  locking,
  order,
  twice,
  wrong,
} from "./sql-program-parts.ts";
import { query, type Reply, type SqlShop, sqlParts } from "./sql-shop.ts";

const undecodedId = ({ url }: SqlShop["request"]) => url!.split("?")[0]!.split("/").at(-1);

export const wrongSqlPrograms: readonly WrongProgram[] = [
  wrong("key-nocase", "keys are compared without case", lets, {
    auth: keyed("SELECT 1 FROM api_keys WHERE token = ? COLLATE NOCASE"),
  }),
  wrong("key-like", "a key may hold wildcards", lets, {
    auth: keyed("SELECT 1 FROM api_keys WHERE token LIKE ?"),
  }),
  wrong("key-prefix", "a beginning of the key will do", lets, {
    auth: keyed("SELECT 1 FROM api_keys WHERE token LIKE ? || '%'"),
  }),
  wrong("key-injected", "the key is pasted into the statement", lets, {
    auth: ({ db }, token) => db.prepare(`SELECT 1 FROM api_keys WHERE token = '${token}'`).get(),
  }),
  wrong("key-count", "the statement always gives a row", lets, {
    auth: keyed("SELECT count(*) FROM api_keys WHERE token = ?"),
  }),
  wrong("key-trimmed", "the key's first 12 letters are kept", lets, {
    auth: keyed("SELECT 1 FROM api_keys WHERE substr(token, 1, 12) = substr(?, 1, 12)"),
  }),
  wrong("unauthorized-500", "the missing key is a null pointer", lets, {
    unauthorized: ({ headers }) =>
      headers.authorization
        ? sqlParts.unauthorized({ headers } as never)
        : { status: 500, body: { message: "Cannot read properties of undefined" } },
  }),
  wrong("complete-0-1", "booleans are SQLite's", /^order\/complete$/, {
    toOrder: order(({ complete }) => ({ complete })),
  }),
  wrong("quantity-text", "numbers are text", /^order\/quantity$/, {
    toOrder: order(({ quantity }) => ({ quantity: String(quantity) })),
  }),
  wrong("id-text", "ids are text, for JavaScript's sake", /^order\/id$|^list-orders\/all/, {
    toOrder: order((row) => ({ id: String(row.id) })),
  }),
  wrong("dates-of-sql", "dates have a space", /^order\/ship-date/, {
    toOrder: order(({ ship_date }) => ({ shipDate: String(ship_date).replace("T", " ").slice(0, 19) })),
  }),
  wrong("dates-as-numbers", "dates are milliseconds", /^order\/ship-date/, {
    toOrder: order(({ ship_date }) => ({ shipDate: Date.parse(String(ship_date)) })),
  }),
  wrong("dates-only-days", "dates are days", /^order\/ship-date/, {
    toOrder: order(({ ship_date }) => ({ shipDate: String(ship_date).slice(0, 10) })),
  }),
  wrong("null-dates", "what is unknown is null", /^order\/ship-date/, {
    toOrder: order(({ status, ship_date }) => ({ shipDate: status === "shipped" ? ship_date : null })),
  }),
  wrong("joined", "a join shows an order once for each line", /^order\/id-unique$/, {
    list: "SELECT orders.* FROM orders JOIN lines ON order_id = id WHERE status <> 'cancelled'",
  }),
  wrong("inner-join", "an order without a line is not listed", listed, {
    list: "SELECT * FROM orders WHERE status <> 'cancelled' AND (SELECT count(*) FROM lines WHERE order_id = id) > 1",
  }),
  wrong("pending-only", "the list is the warehouse's", /^list-orders\/all|^cancel-order\/shipped-unchanged/, {
    list: "SELECT * FROM orders WHERE status = 'pending'",
  }),
  wrong("open-only", "complete orders are not listed", listed, {
    list: "SELECT * FROM orders WHERE status <> 'cancelled' AND complete = 0",
  }),
  wrong("id-cast", "the id is cast", ids, {
    isId: any,
    find: found("SELECT * FROM orders WHERE id = CAST(? AS INTEGER)"),
  }),
  wrong("id-injected", "the id is pasted into the statement", ids, {
    isId: any,
    find: ({ db, id }) => query(db, `SELECT * FROM orders WHERE id = ${id}`)[0],
  }),
  wrong("id-injected-in-quotes", "so between quotes, and nobody decodes a path", ids, {
    isId: any,
    find: ({ db, request }) => query(db, `SELECT * FROM orders WHERE id = '${undecodedId(request)}'`)[0],
  }),
  wrong("id-computed", "the statement does sums", ids, {
    isId: (text) => /^[-\d]+$/.test(text),
    find: ({ db, id }) => query(db, `SELECT * FROM orders WHERE id = ${id}`)[0],
  }),
  wrong("id-like", "the id may hold wildcards", ids, {
    isId: any,
    find: found("SELECT * FROM orders WHERE id LIKE ?"),
  }),
  wrong("id-begins", "the first order whose id begins so", /^order-id\/|^cancel-order\/unknown/, {
    isId: any,
    find: found("SELECT * FROM orders WHERE id LIKE ? || '%'"),
  }),
  wrong("id-real", "ids are doubles", /^order-id\/|^cancel-order\/unknown/, {
    isId: any,
    find: found("SELECT * FROM orders WHERE round(?) = id", (text) => text),
  }),
  wrong("id-nth", "the id is the row's place", /^order-id\/|^cancel-order\//, {
    find: ({ db, id }) =>
      query(db, "SELECT * FROM orders WHERE id = ?", BigInt(id))[0] ??
      query(db, "SELECT * FROM orders LIMIT 1 OFFSET ?", BigInt.asUintN(62, BigInt(id)))[0],
  }),
  wrong("id-default", "an unknown order is the newest", /^order-id\/|^cancel-order\/unknown/, {
    find: (shop) => sqlParts.find(shop) ?? query(shop.db, "SELECT * FROM orders ORDER BY id DESC")[0],
  }),
  wrong("id-500", "an id that is no number breaks the statement", ids, {
    isId: any,
    find: ({ db, id }) => query(db, "SELECT * FROM orders WHERE id = ?", BigInt(id))[0],
  }),
  wrong("cancel-upto", "the WHERE has the wrong sign", effects, {
    cancel: cancelled("UPDATE orders SET status = 'cancelled' WHERE id <= ?"),
  }),
  wrong("cancel-same-pet", "all orders of the pet", /^cancel-order\/(?:only-that|pending)/, {
    extraSchema: "UPDATE orders SET pet_id = id % 3",
    cancel: cancelled(
      "UPDATE orders SET status = 'cancelled' WHERE status = 'pending' AND pet_id = (SELECT pet_id FROM orders WHERE id = ?)",
    ),
  }),
  wrong(
    "cancel-all",
    "the WHERE is forgotten",
    /^cancel-order\/(?:only-that-order|shipped)|^list-orders\/all/,
    { cancel: cancelled("UPDATE orders SET status = 'cancelled' WHERE ? = ?1") },
  ),
  wrong("cancel-nothing", "the transaction is never committed", twice, {
    cancel: ({ db }, row) => {
      if (row.status !== "pending") return sqlParts.conflict;
      db.exec("SAVEPOINT s");
      db.prepare("UPDATE orders SET status = 'cancelled' WHERE id = ?").run(row.id as bigint);
      db.exec("ROLLBACK TO s; RELEASE s");
      return done;
    },
  }),
  wrong("cancel-twice", "what is not shipped can be cancelled", twice, {
    cancel: ({ db }, row) => {
      db.prepare("UPDATE orders SET status = 'cancelled' WHERE id = ? AND status <> 'shipped'").run(
        row.id as bigint,
      );
      return done;
    },
  }),
  wrong("cancel-race", "read, wait, write", /^cancel-order\/one-winner$/, {
    cancel: async (shop, row) => {
      if (row.status !== "pending") return sqlParts.conflict;
      await later(8);
      shop.db.prepare("UPDATE orders SET status = 'cancelled' WHERE id = ?").run(row.id as bigint);
      return done;
    },
  }),
  wrong(
    "cancel-locked",
    "the second writer meets a lock",
    /^cancel-order\/(?:race-statuses|second-cancel-status)$/,
    {
      cancel: locking(),
    },
  ),
  wrong("cancel-shows-row", "the cancelled order is sent back", /^cancel-order\/(?:pending|race)/, {
    cancel: (shop, row) => {
      const said = sqlParts.cancel(shop, row) as Reply;
      return said.status === 204 ? { status: 200, body: sqlParts.toOrder(row) } : said;
    },
  }),
  wrong(
    "cancel-moves-dates",
    "each cancel, refused or not, counts up every row",
    /^cancel-order\/|^order-id\/resembling-has/,
    {
      cancel: (shop, row) => {
        const said = sqlParts.cancel(shop, row);
        shop.db.exec("UPDATE orders SET quantity = quantity + 1");
        return said;
      },
    },
  ),
  wrong("cancel-renumbers", "the table is compacted", /^cancel-order\/|^list-orders\//, {
    cancel: (shop, row) => {
      if (row.status !== "pending") return sqlParts.conflict;
      shop.db.prepare("DELETE FROM orders WHERE id = ?").run(row.id as bigint);
      shop.db.prepare("UPDATE orders SET id = id - 1 WHERE id > ?").run(row.id as bigint);
      return done;
    },
  }),
  wrong("cancel-reinserts", "a cancelled order comes back under the highest id", /^cancel-order\//, {
    cancel: (shop, row) => {
      const said = sqlParts.cancel(shop, row) as Reply;
      return said.status === 204 ? said : { status: 500 };
    },
  }),
  wrong("shipped-404", "shipped orders are no longer there for a cancel", /^cancel-order\/shipped/, {
    conflict: sqlParts.notFound,
  }),
  wrong("error-in-error", "errors are wrapped", /^errors\//, {
    notFound: { status: 404, body: { error: { code: "NOT_FOUND", message: "x", status: 404 } } },
  }),
  wrong("error-status-text", "the status is text", /^errors\/404-status$/, {
    notFound: { status: 404, body: { code: "NOT_FOUND", message: "x", status: "404" } },
  }),
  wrong("error-code-number", "the code is a number", /^errors\/401-code$/, {
    unauthorized: () => ({ status: 401, body: { code: 1001, message: "x", status: 401 } }),
  }),
  wrong("error-messages", "a list of messages", /^errors\/404-message$/, {
    notFound: { status: 404, body: { code: "NF", message: ["x"], status: 404 } },
  }),
  wrong("error-null", "null for a body", /^errors\/404-object$/, { notFound: { status: 404, body: null } }),
  wrong("404-empty", "no body", /^errors\/404-/, { notFound: { status: 404 } }),
  wrong("404-is-410", "Gone", /^cancel-order\/unknown$|^order-id\/unknown-large$/, {
    notFound: { status: 410, body: { code: "GONE", message: "x", status: 410 } },
  }),
  wrong("404-is-200", "null for an unknown order", /^cancel-order\/unknown$|^order-id\//, {
    notFound: { status: 200, body: null },
  }),
  wrong("404-is-204", "deleting nothing is fine", /^cancel-order\/|^order-id\//, { notFound: done }),
];
