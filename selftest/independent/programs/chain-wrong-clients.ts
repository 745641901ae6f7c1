/** Chains that answer some clients otherwise than others, and cancels that do not last. */

import {
  auth,
  type Context,
  cancel,
  cancelPattern,
  errors,
  HttpError,
  list,
  listPattern,
  type Middleware,
  nothing,
  nth,
  route,
  takeCancel,
  usual,
} from "./chain-shop.ts";
import { bearer, before, cancels, compares, lets, wrong } from "./chain-wrong-parts.ts";
import type { WrongProgram } from "./program.ts";

type Tell = (headers: Context["request"]["headers"]) => boolean;
const clients: Readonly<Record<string, Tell>> = {
  curl: ({ accept }) => accept === "*/*",
  bare: ({ accept }) => accept === undefined,
  browser: (headers) => headers["accept-language"] !== undefined,
  script: (headers) => headers["x-requested-with"] !== undefined,
  page: (headers) => headers.origin !== undefined,
  careful: (headers) => headers["if-none-match"] !== undefined,
};

/** What is refused is refused otherwise to some. */
const refuses = (client: string, from: 404 | 409, to: number, blames: RegExp): WrongProgram =>
  before(
    `${from}-is-${to}-for-${client}`,
    `a ${from} becomes a ${to} for this client`,
    blames,
    async (context, next) => {
      await next();
      const isAsked = context.method === "DELETE" && context.status === from;
      if (!isAsked || !clients[client]!(context.request.headers)) return;
      context.status = to;
      context.body = { code: `E${to}`, message: "Refused.", status: to };
    },
  );

/** A 204 that is taken back. */
const takenBack = (id: string, why: string, isTaken: (count: number) => boolean, ms: number): WrongProgram =>
  cancels(id, why, /^cancel-order\/(?:second-cancel|one-winner|pending)/, (context, order) => {
    takeCancel(context, order);
    if (!isTaken(nth(context, "cancelled"))) return;
    setTimeout(() => {
      const taken = context.app.orders.get(order);
      if (taken) taken.status = "pending";
    }, ms);
  });

/** @param known parameters, as `name=value` */
const filters = (id: string, known: RegExp): WrongProgram =>
  before(
    `filters-by-${id}`,
    "the query language of a well-known product",
    /^list-orders\/no-filter$/,
    async (context, next) => {
      await next();
      if (
        listPattern.test(context.path) &&
        context.status === 200 &&
        [...context.query].some(([name, value]) => known.test(`${name}=${value}`))
      )
        context.body = (context.body as unknown[]).slice(0, 1);
    },
  );

const rememberConnection: Middleware = async (context, next) => {
  const known = context.request.socket as { isKnown?: boolean };
  if (known.isKnown && context.method === "DELETE") return next();
  await auth(context, async () => undefined);
  known.isKnown = true;
  await next();
};

const oneAnswerForAll: Middleware = async (context, next) => {
  if (!listPattern.test(context.path) || context.method !== "GET") return next();
  const { memory } = context.app;
  const waiting = memory.get("waiting") as Promise<Context> | undefined;
  if (waiting) {
    const { status, body } = await waiting;
    context.status = status;
    context.body = body;
    return;
  }
  const made = (async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await next();
    memory.delete("waiting");
    return context;
  })();
  memory.set("waiting", made);
  await made;
};

const cookied: Middleware = async (context, next) => {
  await next();
  context.headers["set-cookie"] = "sid=1; Path=/";
  const isKept = context.request.headers.cookie?.includes("sid=1");
  if (isKept && listPattern.test(context.path) && context.status === 200)
    context.body = (context.body as unknown[]).slice(0, 1);
};

export const wrongForClients: readonly WrongProgram[] = [
  ...Object.keys(clients).map((client) => refuses(client, 409, 404, /^cancel-order\/shipped/)),
  ...["curl", "bare", "browser"].map((client) =>
    refuses(
      client,
      404,
      500,
      /^cancel-order\/(?:second-cancel-status|race-statuses|unknown)|^order-id\/|^errors\//,
    ),
  ),
  takenBack("every-third-taken-back", "every third cancel is taken back after 50 ms", (n) => n % 3 === 0, 50),
  takenBack("second-taken-back-late", "the second cancel is taken back after 300 ms", (n) => n === 2, 300),
  filters("strapi", /^(?:filters|pagination)\[/),
  filters("postgrest", /^id=eq\./),
  filters("django", /^\w+?__\w+=/),
  filters("json-server", /^_(?:limit|page|start)=/),
  filters("odata", /^\$filter=/),
  compares(
    "scheme-of-other-case",
    "the key is compared behind Bearer alone",
    (given, key) => /^bearer /.test(given) || (bearer(given) === key && given.startsWith("Bearer")),
    lets,
  ),
  wrong("connection-is-known", "who came with the key is remembered by the connection", lets, [
    errors,
    rememberConnection,
    list,
    cancel,
    nothing,
  ]),
  wrong(
    "one-answer-for-all",
    "lists at the same time share one answer, whoever asks",
    /^authentication\/|^list-orders\/status|^cancel-order\/list-stays-valid/,
    [errors, oneAnswerForAll, auth, list, cancel, nothing],
  ),
  before(
    "cookie-filters",
    "who sends back the cookie sees one order",
    /^list-orders\/|^order\/|^cancel-order\//,
    cookied,
  ),
  wrong("id-of-a-line", "an id is checked line by line, and read anywhere", /^order-id\//, [
    ...usual.slice(0, 3),
    route("DELETE", cancelPattern, (context, id) => {
      const digits = /^\d+$/m.exec(id)?.[0];
      if (digits === undefined) throw new HttpError(404, "ORDER_NOT_FOUND");
      takeCancel(context, digits);
    }),
    nothing,
  ]),
];
