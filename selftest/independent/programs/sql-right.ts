/** What people may do with an SQL table. */

import { setTimeout as later } from "node:timers/promises";
import type { Program } from "./program.ts";
import { cancelled, done, found, order, right } from "./sql-program-parts.ts";
import { sqlParts } from "./sql-shop.ts";

export const rightSqlPrograms: readonly Program[] = [
  right("plain", "as the document has it", {}),
  right("rows-as-they-are", "more fields", {
    toOrder: order((row) => ({ ...row, complete: row.complete === 1n })),
  }),
  right("rowid-order", "newest first", { list: sqlParts.list.replace("ORDER BY id", "ORDER BY id DESC") }),
  right("keeps-cancelled", "cancelled orders stay listed", {
    list: "SELECT * FROM orders ORDER BY random()",
  }),
  right("soft-delete", "a cancelled order shows when", {
    list: "SELECT * FROM orders",
    toOrder: order(({ cancelled_at }) => ({ cancelledAt: cancelled_at })),
    cancel: cancelled("UPDATE orders SET status = 'cancelled', cancelled_at = datetime() WHERE id = ?"),
  }),
  right("hard-delete", "a cancelled row is gone", { cancel: cancelled("DELETE FROM orders WHERE id = ?") }),
  right("text-affinity", "12.0 and 012 are the number to SQL, 12abc is not", {
    isId: (text) => text.trim() !== "" && !text.includes("\0"),
    find: found(
      "SELECT * FROM orders WHERE id = CAST(? AS NUMERIC) AND ?1 GLOB '[0-9]*' AND ?1 NOT GLOB '*[^0-9.]*' AND CAST(?1 AS REAL) = CAST(?1 AS INTEGER)",
    ),
  }),
  right("no-dates", "no order has a date", { toOrder: order(() => ({ shipDate: undefined })) }),
  right("cleared-when-cancelled", "a cancelled order is shown emptied", {
    list: "SELECT * FROM orders",
    toOrder: (row) => (row.status === "cancelled" ? { id: row.id } : sqlParts.toOrder(row)),
  }),
  right("transaction", "cancels wait for each other", {
    cancel: async (shop, row) => {
      const { changes } = shop.db
        .prepare("UPDATE orders SET status = 'cancelling' WHERE id = ? AND status = 'pending'")
        .run(row.id as bigint);
      if (changes === 0) return sqlParts.conflict;
      await later(15);
      shop.db.prepare("UPDATE orders SET status = 'cancelled' WHERE id = ?").run(row.id as bigint);
      return done;
    },
    list: "SELECT * FROM orders WHERE status IN ('pending', 'shipped', 'cancelling')",
  }),
  right("archive", "cancelled rows are removed half a second later", {
    list: "SELECT * FROM orders",
    cancel: (shop, row) => {
      const said = sqlParts.cancel(shop, row);
      setTimeout(
        () => shop.db.isOpen && shop.db.prepare("DELETE FROM orders WHERE status = 'cancelled'").run(),
        500,
      );
      return said;
    },
  }),
];
