/** A small orders service that keeps the document, each part of which a server may replace. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

export interface Row {
  readonly id: bigint;
  petId: bigint;
  quantity: number;
  shipDate: string;
  complete: boolean;
  state: "pending" | "shipped" | "cancelled";
}

/** One request, with where it stands among the others. */
export interface Ask {
  readonly method: string;
  /** As sent, with the query. */
  readonly target: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Counted from 1: of the server, and of this connection. */
  readonly nth: number;
  readonly nthHere: number;
  readonly connection: number;
  readonly request: IncomingMessage;
}

export interface Say {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export const listPath = "/v1/store/orders";
export const shopKey = "sk-live_4Qz81-mNcW7d";

export const say = (status: number, body: string | Buffer = "", type?: string): Say => ({
  status,
  headers: type === undefined ? {} : { "content-type": type },
  body,
});

/** A number as it is to be written; the types of the language lack it. */
export const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** A bigint keeps its digits. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_name, each) => (typeof each === "bigint" ? rawJSON(String(each)) : each));

export const json = (status: number, value: unknown, type = "application/json"): Say =>
  say(status, toJson(value), type);

export const fault = (status: number, code: string, message: string): Say => ({
  ...json(status, { code, message, status }),
  headers: { "content-type": "application/json", ...(status === 401 && { "www-authenticate": "Bearer" }) },
});

export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +(.*)$/i.exec(authorization ?? "")?.[1];

export function createShop(rows: readonly Row[]) {
  const shop = {
    rows: rows.map((row) => ({ ...row })) as Row[],
    knows: (ask: Ask): boolean => bearerOf(ask.headers.authorization) === shopKey,
    refuse: (_ask: Ask): Say => fault(401, "unauthorized", "The API key is missing or invalid"),
    show: ({ id, petId, quantity, shipDate, complete }: Row): unknown => ({
      id,
      petId,
      quantity,
      shipDate,
      complete,
    }),
    listed: (_ask: Ask): readonly Row[] => shop.rows.filter(({ state }) => state !== "cancelled"),
    list: (ask: Ask): Say | Promise<Say> =>
      json(
        200,
        shop.listed(ask).map((row) => shop.show(row)),
      ),
    find: (text: string, _ask: Ask): Row | undefined =>
      /^(?:0|-?[1-9]\d*)$/.test(text) ? shop.rows.find(({ id }) => id === BigInt(text)) : undefined,
    missing: (_ask: Ask): Say => fault(404, "order_not_found", "There is no such order"),
    shipped: (_row: Row, _ask: Ask): Say => fault(409, "already_shipped", "The order has shipped"),
    again: (_row: Row, ask: Ask): Say => shop.missing(ask),
    cancelled: (row: Row, _ask: Ask): Say | Promise<Say> => {
      row.state = "cancelled";
      return say(204);
    },
    cancel: (text: string, ask: Ask): Say | Promise<Say> => {
      const row = shop.find(text, ask);
      if (!row) return shop.missing(ask);
      if (row.state === "shipped") return shop.shipped(row, ask);
      return row.state === "cancelled" ? shop.again(row, ask) : shop.cancelled(row, ask);
    },
    other: (_ask: Ask): Say => fault(404, "not_found", "There is nothing here"),
    /** With a key that is known. */
    serve: (ask: Ask): Say | Promise<Say> => {
      const isRead = ask.method === "GET" || ask.method === "HEAD";
      if (isRead && ask.path === listPath) return shop.list(ask);
      const id = idOf(ask);
      return ask.method === "DELETE" && id !== undefined ? shop.cancel(id, ask) : shop.other(ask);
    },
    answer: (ask: Ask): Say | Promise<Say> => {
      if (ask.method === "OPTIONS") return say(204);
      return shop.knows(ask) ? shop.serve(ask) : shop.refuse(ask);
    },
    write: ({ status, headers, body }: Say, ask: Ask, response: ServerResponse): void => {
      const length: Record<string, number> =
        status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
      response.writeHead(status, { ...headers, ...length });
      response.end(ask.method === "HEAD" || status === 204 ? "" : body);
    },
  };
  return shop;
}
export type Shop = ReturnType<typeof createShop>;

/** The last part of a cancel's path, its percent-encoding undone. */
export function idOf({ path }: Ask): string | undefined {
  const [, text] = /^\/v1\/store\/orders\/([^/]+)$/.exec(path) ?? [];
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
