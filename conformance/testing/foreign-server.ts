/**
 * A small Store Orders server without code of the mock or the fixtures, so that it does not share their mistakes. By default
 * it conforms to the document in the simplest way; most options are other right ways.
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { TlsOptions } from "node:tls";
import { listen } from "./listen-raw.ts";

export type ForeignState = "pending" | "shipped" | "cancelled";

export interface ForeignReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export type Deliver = (response: ServerResponse, reply: ForeignReply, request: IncomingMessage) => void;

export interface ForeignOptions {
  readonly key?: string;
  /** Ids as digits, so that none becomes a double. */
  readonly pending?: readonly string[];
  readonly shipped?: readonly string[];
  /** An order as JSON text. */
  readonly show?: (id: string, state: ForeignState) => string;
  /** The list's body, made from its orders. */
  readonly list?: (orders: readonly string[]) => string;
  readonly cancelled?: "vanishes" | "stays";
  readonly secondCancel?: 404 | 409;
  readonly malformedId?: 400 | 404 | 405 | 422;
  readonly unknownQuery?: 200 | 400;
  /** Type and body of a 409; undefined for no type. */
  readonly conflict?: readonly [type: string | undefined, body: string];
  /** Type and body of any other error. */
  readonly error?: (status: number) => readonly [type: string, body: string];
  /** A query parameter that is accepted as a key, which is a mistake. */
  readonly keyParameter?: string;
  /** Called with each call before the service; returns true when it has answered. */
  readonly interrupt?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Serves by HTTPS, with these in PEM. */
  readonly tls?: TlsOptions;
  /** Headers of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends an answer. */
  readonly deliver?: Deliver;
  /** Sends the answer to a DELETE, where that differs. */
  readonly deliverCancel?: Deliver;
}

export interface ForeignServer {
  readonly origin: string;
  readonly baseUrl: string;
  /** Method and path of each request so far. */
  readonly requests: readonly string[];
  /** Each request's Authorization header, in the same order. */
  readonly authorizations: readonly (string | undefined)[];
  /** Number of connections so far. */
  connections(): number;
  /** Bodies of the requested provider states, unchanged. */
  readonly states: readonly string[];
  stateOf(id: string): ForeignState | undefined;
  [Symbol.asyncDispose](): Promise<void>;
}

const prefix = "/v1";

const plainOrder = (id: string): string =>
  `{"id":${id},"petId":7,"quantity":2,"shipDate":"2026-11-20T10:00:00Z","complete":false}`;

export const plainDelivery: Deliver = (response, { status, headers, body }) => {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
};

const plainError = (status: number) =>
  ["application/json", `{"code":"e${status}","message":"Refused.","status":${status}}`] as const;

export async function startForeignServer(options: ForeignOptions = {}): Promise<ForeignServer> {
  const { key = "a-foreign-key", deliver = plainDelivery, deliverCancel = deliver } = options;
  const orders = new Map<string, ForeignState>();
  for (const id of options.pending ?? []) orders.set(id, "pending");
  for (const id of options.shipped ?? []) orders.set(id, "shipped");
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const states: string[] = [];
  let connections = 0;

  const fail = (status: number): ForeignReply => {
    const [type, body] = (options.error ?? plainError)(status);
    const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
    return { status, headers: { "content-type": type, ...challenge }, body };
  };

  const list = (query: string | undefined): ForeignReply => {
    if (query !== undefined && options.unknownQuery === 400) return fail(400);
    const show = options.show ?? plainOrder;
    const shown = [...orders].filter(([, state]) => state !== "cancelled" || options.cancelled === "stays");
    const texts = shown.map(([id, state]) => show(id, state));
    const body = options.list ? options.list(texts) : `[${texts.join(",")}]`;
    return { status: 200, headers: { "content-type": "application/json" }, body };
  };

  const cancel = (id: string): ForeignReply => {
    if (!isInt64Text(id)) return fail(options.malformedId ?? 400);
    const state = orders.get(id);
    if (state === undefined) return fail(404);
    if (state === "cancelled" && options.secondCancel !== 409) return fail(404);
    if (state !== "pending") {
      const [type, body] = options.conflict ?? [undefined, ""];
      return { status: 409, headers: type === undefined ? {} : { "content-type": type }, body };
    }
    orders.set(id, "cancelled");
    return { status: 204, headers: {}, body: "" };
  };

  const answer = ({ method, url = "", headers }: IncomingMessage): ForeignReply => {
    const [path = "", query] = url.split("?", 2);
    if (!path.startsWith(`${prefix}/`)) return fail(404);
    const { keyParameter } = options;
    const given = keyParameter && new URLSearchParams(query).get(keyParameter);
    const bearer = /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
    if ((given || bearer) !== key) return fail(401);
    const [, order] = /^\/store\/orders(?:\/([^/]*))?$/.exec(path.slice(prefix.length)) ?? ["", null];
    if (order === undefined && (method === "GET" || method === "HEAD")) return list(query);
    return method === "DELETE" && order ? cancel(order) : fail(404);
  };

  /** Sets orders up by Pact's provider states, on a path outside the API. */
  const provideState = async (request: IncomingMessage): Promise<ForeignReply> => {
    const text = (await request.setEncoding("utf8").toArray()).join("");
    states.push(text);
    const { state, params, action } = JSON.parse(text);
    const ids: readonly string[] = action === "setup" ? params.ids.slice(0, params.count) : [];
    for (const id of ids) orders.set(id, state === "pending orders exist" ? "pending" : "shipped");
    const body = JSON.stringify({ ids });
    return { status: 200, headers: { "content-type": "application/json" }, body };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`);
    authorizations.push(request.headers.authorization);
    if (options.interrupt?.(request, response)) return;
    if (request.url === "/provider-states") {
      plainDelivery(response, await provideState(request), request);
      return;
    }
    const reply = answer(request);
    const send = request.method === "DELETE" ? deliverCancel : deliver;
    send(response, { ...reply, headers: { ...reply.headers, ...options.headers } }, request);
  };
  const server = options.tls ? createTlsServer(options.tls, handle) : createServer(handle);
  server.on("connection", () => connections++);
  const origin = `${options.tls ? "https" : "http"}://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    baseUrl: origin + prefix,
    requests,
    authorizations,
    connections: () => connections,
    states,
    stateOf: (id) => orders.get(id),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Whether a text is an int64; compares digits, which a number would round. */
function isInt64Text(text: string): boolean {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return false;
  const digits = text.replace("-", "");
  const most = text.startsWith("-") ? "9223372036854775808" : "9223372036854775807";
  return digits.length < most.length || digits <= most;
}
