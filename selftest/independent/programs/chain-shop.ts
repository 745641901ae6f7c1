/** A service as a chain of middleware over node:http, in the manner of the frameworks that have one. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { StartServer, StoredOrder } from "../../frameworks/framework-server.ts";
import { runningServer } from "../../frameworks/running-server.ts";

export interface Context {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  method: string;
  path: string;
  readonly query: URLSearchParams;
  user?: string;
  status: number;
  body: unknown;
  headers: Record<string, string>;
  readonly app: App;
}
export type Middleware = (context: Context, next: () => Promise<void>) => unknown;

type State = StoredOrder["status"] | "cancelled";
export interface App {
  readonly orders: Map<string, Omit<StoredOrder, "status"> & { status: State }>;
  readonly apiKey: string;
  readonly memory: Map<string, unknown>;
}

export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const errors: Middleware = async (context, next) => {
  try {
    await next();
  } catch (error) {
    const { status = 500, code = "INTERNAL", message } = error as HttpError;
    context.status = status;
    context.body = { code, message, status };
  }
};

export const auth: Middleware = async (context, next) => {
  const [scheme, token] = (context.request.headers.authorization ?? "").split(/ (.*)/s);
  if (scheme?.toLowerCase() !== "bearer" || token !== context.app.apiKey)
    throw new HttpError(401, "UNAUTHENTICATED", "Send the API key as a bearer token.");
  context.user = "store";
  await next();
};

/** A path with `:id`, to a handler. */
export const route =
  (method: string, pattern: RegExp, handle: (context: Context, id: string) => unknown): Middleware =>
  async (context, next) => {
    const match = pattern.exec(context.path);
    if (!match || (context.method !== method && !(method === "GET" && context.method === "HEAD")))
      return next();
    await handle(context, match[1] === undefined ? "" : decodeURIComponent(match[1]));
  };

export const listPattern = /^\/v1\/store\/orders$/;
export const cancelPattern = /^\/v1\/store\/orders\/([^/]+)$/;

export const list = route("GET", listPattern, (context) => {
  const shown = [...context.app.orders.values()].filter(({ status }) => status !== "cancelled");
  context.status = 200;
  context.body = shown.map(({ status: _, ...order }) => order);
});

export const takeCancel = (context: Context, id: string): void => {
  const order = context.app.orders.get(id);
  if (!order || order.status === "cancelled") throw new HttpError(404, "ORDER_NOT_FOUND", "No such order.");
  if (order.status === "shipped") throw new HttpError(409, "ALREADY_SHIPPED", "It has shipped.");
  order.status = "cancelled";
  context.status = 204;
};
export const cancel = route("DELETE", cancelPattern, takeCancel);

/** How often it was asked for this name in this shop, this time included. */
export const nth = (context: Context, name: string): number => ++memo(context, name, () => ({ n: 0 })).n;

export const nothing: Middleware = () => {
  throw new HttpError(404, "NO_ROUTE", "There is nothing here.");
};

export const usual: readonly Middleware[] = [errors, auth, list, cancel, nothing];

const compose = (chain: readonly Middleware[], context: Context, at = 0): Promise<void> =>
  at < chain.length
    ? Promise.resolve(chain[at]!(context, () => compose(chain, context, at + 1))).then(() => undefined)
    : Promise.resolve();

export function write({ response, method, status, body, headers }: Context): void {
  if (response.writableEnded) return;
  const isText = typeof body === "string" || body instanceof Uint8Array;
  const bytes = body === undefined ? "" : isText ? body : JSON.stringify(body);
  const type: Record<string, string> =
    bytes.length > 0 && !isText ? { "content-type": "application/json" } : {};
  response.writeHead(status, { ...type, ...headers }).end(method === "HEAD" ? "" : bytes);
}

/** @param maxConnections at once; those beyond are cut off */
export const startChain =
  (
    chain: readonly Middleware[],
    writeAnswer: (context: Context) => unknown = write,
    maxConnections?: number,
  ): StartServer =>
  (orders, apiKey) => {
    const app: App = {
      apiKey,
      orders: new Map(orders.map((order) => [String(order.id), { ...order }])),
      memory: new Map(),
    };
    const server = createServer(async (request, response) => {
      const [path = "", search = ""] = request.url!.split(/\?(.*)/s);
      const context: Context = {
        app,
        request,
        response,
        method: request.method!,
        path,
        query: new URLSearchParams(search),
        status: 404,
        body: undefined,
        headers: {},
      };
      try {
        await compose(chain, context);
        await writeAnswer(context);
      } catch (error) {
        if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
        response.end(String((error as Error).stack));
      }
    });
    if (maxConnections !== undefined) server.maxConnections = maxConnections;
    return runningServer(server.listen(0, "127.0.0.1"));
  };

/** What a server keeps in its memory under a name; made at the first look. */
export const memo = <T>({ app }: Context, name: string, make: () => T): T => {
  if (!app.memory.has(name)) app.memory.set(name, make());
  return app.memory.get(name) as T;
};
