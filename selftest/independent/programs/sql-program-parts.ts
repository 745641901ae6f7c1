/** What people get wrong, and what they may do, with an SQL table. */

import { setTimeout as later } from "node:timers/promises";
import type { Program, WrongProgram } from "./program.ts";
import { query, type Reply, type SqlParts, type SqlShop, sqlParts, startSqlShop } from "./sql-shop.ts";

type Row = Record<string, unknown>;
export const done: Reply = { status: 204 };
export const id = (name: string) => `sql-${name}`;
export const right = (name: string, why: string, changes: Partial<SqlParts>): Program => ({
  id: id(name),
  why,
  start: startSqlShop(changes),
});
export const wrong = (
  name: string,
  why: string,
  blames: RegExp,
  changes: Partial<SqlParts>,
): WrongProgram => ({
  ...right(name, why, changes),
  blames,
});
export const cancelled =
  (sql: string): SqlParts["cancel"] =>
  ({ db }, row) => {
    if (row.status !== "pending") return sqlParts.conflict;
    db.prepare(sql).run(row.id as bigint);
    return done;
  };
export const order =
  (change: (row: Row) => object): SqlParts["toOrder"] =>
  (row) => ({
    ...(sqlParts.toOrder(row) as object),
    ...change(row),
  });
export const found =
  (sql: string, value: (text: string) => string | bigint = String): SqlParts["find"] =>
  ({ db, id }) =>
    query(db, sql, value(id))[0];
export const any = () => true;
export const keyed =
  (sql: string): SqlParts["auth"] =>
  ({ db }, token) =>
    db.prepare(sql).get(token);

export const lets = /^authentication\//;
export const effects = /^cancel-order\/only-that-order$/;
export const ids = /^order-id\//;
export const twice = /^cancel-order\/(?:second-cancel|one-winner)$/;
export const listed = /^list-orders\//;

export function locking(): SqlParts["cancel"] {
  let busy = false;
  return async (shop: SqlShop, row: Row) => {
    if (busy) return { status: 500, body: { message: "SQLITE_BUSY: database is locked" } };
    busy = true;
    await later(4);
    busy = false;
    return row.status === "pending" ? sqlParts.cancel(shop, row) : sqlParts.conflict;
  };
}
