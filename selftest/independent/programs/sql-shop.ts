/** A service over an SQL table, as one writes it on an afternoon. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { DatabaseSync } from "node:sqlite";
import type { StartServer } from "../../frameworks/framework-server.ts";
import { runningServer } from "../../frameworks/running-server.ts";

type Row = Record<string, unknown>;
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

export interface SqlShop {
  readonly db: DatabaseSync;
  readonly request: IncomingMessage;
  readonly id: string;
}

const schema = `
  CREATE TABLE orders (id INTEGER PRIMARY KEY, pet_id INTEGER, quantity INTEGER, ship_date TEXT,
    complete INTEGER, status TEXT, cancelled_at TEXT);
  CREATE TABLE api_keys (token TEXT PRIMARY KEY, owner TEXT);
  CREATE TABLE lines (order_id INTEGER, sku TEXT);
`;

/** Every statement and every answer that somebody may write otherwise. */
export interface SqlParts {
  readonly extraSchema?: string;
  readonly auth: (shop: SqlShop, token: string) => unknown;
  readonly list: string;
  readonly toOrder: (row: Row) => unknown;
  readonly isId: (text: string) => boolean;
  readonly find: (shop: SqlShop) => Row | undefined;
  readonly cancel: (shop: SqlShop, row: Row) => Reply | Promise<Reply>;
  readonly unauthorized: (request: IncomingMessage) => Reply;
  readonly notFound: Reply;
  readonly conflict: Reply;
}

export const sqlParts: SqlParts = {
  auth: ({ db }, token) => db.prepare("SELECT 1 FROM api_keys WHERE token = ?").get(token),
  list: "SELECT * FROM orders WHERE status <> 'cancelled' ORDER BY id",
  toOrder: ({ id, pet_id, quantity, ship_date, complete }) => ({
    id,
    petId: pet_id,
    quantity,
    shipDate: ship_date,
    complete: complete === 1n,
  }),
  isId: (text) => /^-?\d{1,18}$/.test(text),
  find: ({ db, id }) => query(db, "SELECT * FROM orders WHERE id = ?", BigInt(id))[0],
  cancel: ({ db }, { id, status }) => {
    if (status !== "pending") return sqlParts.conflict;
    const { changes } = db
      .prepare("UPDATE orders SET status = 'cancelled' WHERE id = ? AND status = 'pending'")
      .run(id as bigint);
    return changes === 1 ? { status: 204 } : sqlParts.conflict;
  },
  unauthorized: () => ({
    status: 401,
    body: { code: "UNAUTHORIZED", message: "API key missing or invalid", status: 401 },
  }),
  notFound: { status: 404, body: { code: "NOT_FOUND", message: "No such order", status: 404 } },
  conflict: { status: 409 },
};

export function query(db: DatabaseSync, sql: string, ...values: (bigint | string)[]): Row[] {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement.all(...values) as Row[];
}

const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
const format = (body: unknown) =>
  JSON.stringify(body, (_key, value) => (typeof value === "bigint" ? rawJSON(String(value)) : value));

function send(response: ServerResponse, { status, body }: Reply): void {
  if (body === undefined) return void response.writeHead(status).end();
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(format(body));
}

export const startSqlShop =
  (changes: Partial<SqlParts> = {}): StartServer =>
  async (orders, apiKey) => {
    const parts = { ...sqlParts, ...changes };
    const db = new DatabaseSync(":memory:");
    db.exec(schema);
    db.prepare("INSERT INTO api_keys VALUES (?, 'store')").run(apiKey);
    const insert = db.prepare("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, NULL)");
    for (const { id, petId, quantity, shipDate, complete, status } of orders) {
      insert.run(id, petId, quantity, shipDate, complete ? 1 : 0, status);
      for (let line = 0; line <= id % 2; line++)
        db.prepare("INSERT INTO lines VALUES (?, ?)").run(id, `s${line}`);
    }
    if (parts.extraSchema) db.exec(parts.extraSchema);

    async function answer(request: IncomingMessage): Promise<Reply> {
      const { pathname } = new URL(request.url!, "http://x");
      const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
      const [, v1, store, table, id, ...rest] = pathname.split("/");
      const shop: SqlShop = { db, request, id: id === undefined ? "" : decodeURIComponent(id) };
      if (token === "" || !parts.auth(shop, token)) return parts.unauthorized(request);
      if (v1 !== "v1" || store !== "store" || table !== "orders" || rest.length > 0)
        return { status: 404, body: "no route" };
      if (id === undefined) {
        if (request.method !== "GET" && request.method !== "HEAD") return { status: 405 };
        return { status: 200, body: query(db, parts.list).map(parts.toOrder) };
      }
      if (request.method !== "DELETE") return { status: 405 };
      if (!parts.isId(shop.id)) return parts.notFound;
      const row = parts.find(shop);
      if (!row) return parts.notFound;
      return row.status === "shipped" ? parts.conflict : parts.cancel(shop, row);
    }

    const server = createServer((request, response) => {
      answer(request).then(
        (reply) => send(response, reply),
        () => send(response, { status: 500, body: { error: "Internal Server Error" } }),
      );
    });
    const running = await runningServer(server.listen(0, "127.0.0.1"));
    return {
      url: running.url,
      async close() {
        await running.close();
        db.close();
      },
    };
  };
