/** Chains in which the key is asked for too late, or not at all. */

import { auth, cancel, cancelPattern, errors, HttpError, list, memo, nothing, usual } from "./chain-shop.ts";
import { authIf, bearer, compares, hash, lets, letsAct, withAuth, wrong } from "./chain-wrong-parts.ts";
import type { WrongProgram } from "./program.ts";

export const wrongChainsOfKeys: readonly WrongProgram[] = [
  wrong("no-auth", "nobody is asked for a key", letsAct, [errors, list, cancel, nothing]),
  wrong("auth-after-list", "the list comes before the key", lets, [errors, list, auth, cancel, nothing]),
  wrong("auth-after-cancel", "so does the cancel", letsAct, [errors, cancel, auth, list, nothing]),
  wrong("auth-after-404", "what is not found is found first", lets, [
    errors,
    async (context, next) => {
      const [, id] = cancelPattern.exec(context.path) ?? [];
      if (id && context.method === "DELETE" && !context.app.orders.has(id))
        throw new HttpError(404, "ORDER_NOT_FOUND");
      await next();
    },
    ...usual.slice(1),
  ]),
  wrong("auth-outside-errors", "the key's refusal is nobody's to catch", lets, [
    auth,
    errors,
    list,
    cancel,
    nothing,
  ]),
  withAuth(
    "auth-for-writes",
    "reading is free",
    authIf(({ method }) => method !== "GET"),
    lets,
  ),
  withAuth(
    "auth-for-get-and-post",
    "DELETE is forgotten",
    authIf(({ method }) => /^(?:GET|POST|PUT)$/.test(method)),
  ),
  withAuth(
    "auth-not-for-head",
    "HEAD is forgotten",
    authIf(({ method }) => method !== "HEAD"),
    lets,
  ),
  withAuth(
    "auth-for-exact-path",
    "only the list's path is guarded",
    authIf(({ path }) => path === "/v1/store/orders"),
  ),
  wrong("auth-case", "the guard knows the letters' case, the router does not", letsAct, [
    errors,
    authIf(({ path }) => path.startsWith("/v1/store/orders")),
    async (context, next) => {
      context.path = context.path.toLowerCase();
      await next();
    },
    list,
    cancel,
    nothing,
  ]),
  wrong("auth-slashes", "the guard takes slashes for what they are, the router does not", letsAct, [
    errors,
    authIf(({ path }) => path.startsWith("/v1/store/orders")),
    async (context, next) => {
      context.path = context.path.replace(/\/+/g, "/").replace(/\/$/, "");
      await next();
    },
    list,
    cancel,
    nothing,
  ]),
  wrong("auth-dots", "so with dots", letsAct, [
    errors,
    authIf(({ path }) => path.startsWith("/v1/store/orders")),
    async (context, next) => {
      context.path = new URL(context.path, "http://x").pathname;
      await next();
    },
    list,
    cancel,
    nothing,
  ]),
  wrong("auth-public-suffix", "what ends like an asset is public", letsAct, [
    errors,
    authIf(({ path }) => !/\.(?:json|css|js)$/.test(path)),
    async (context, next) => {
      context.path = context.path.replace(/\.json$/, "");
      await next();
    },
    list,
    cancel,
    nothing,
  ]),
  wrong("override-after-auth", "a POST is let through, then it is a DELETE", letsAct, [
    errors,
    authIf(({ method }) => method !== "POST"),
    async (context, next) => {
      context.method = String(
        context.request.headers["x-http-method-override"] ?? context.query.get("_method") ?? context.method,
      );
      await next();
    },
    list,
    cancel,
    nothing,
  ]),
  withAuth(
    "key-in-x-api-key",
    "any key of another header opens as well",
    authIf(({ request, app }) => request.headers["x-api-key"] !== app.apiKey),
    lets,
  ),
  ...(["session", "signed-user"] as const).map((name) =>
    withAuth(
      `${name}-cookie`,
      "who came with a key once has a cookie, and needs no key any more",
      async (context, next) => {
        const sessions = memo(context, "sessions", () => new Set<string>());
        const sent = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(context.request.headers.cookie ?? "")?.[1];
        if (sent !== undefined && sessions.has(sent)) return next();
        await auth(context, async () => undefined);
        const session =
          name === "session" ? `s:${sessions.size}.${context.path.length}` : "user=store&sig=1f";
        sessions.add(session);
        context.headers["set-cookie"] = `${name}=${session}; Path=/; HttpOnly; SameSite=Lax`;
        await next();
      },
      lets,
    ),
  ),
  withAuth(
    "key-in-query",
    "a key in the query opens as well",
    authIf(
      ({ query, app }) =>
        (query.get("api_key") ?? query.get("access_token") ?? query.get("token")) !== app.apiKey,
    ),
    lets,
  ),
  withAuth(
    "key-in-cookie",
    "so does one in a cookie",
    authIf(({ request, app }) => !String(request.headers.cookie).includes(app.apiKey)),
    lets,
  ),
  withAuth(
    "local-origin-is-free",
    "our own pages need none",
    authIf(({ request }) => !request.headers.origin),
    letsAct,
  ),
  withAuth(
    "ajax-is-free",
    "nor does what a browser's script asks",
    authIf(({ request }) => request.headers["x-requested-with"] !== "XMLHttpRequest"),
  ),
  withAuth(
    "forwarded-is-free",
    "nor does what comes from this machine, as it says",
    authIf(({ request }) => !/127\.0\.0\.1|localhost/.test(String(request.headers["x-forwarded-for"]))),
    letsAct,
  ),
  withAuth(
    "force-is-free",
    "a cancel that is forced needs none",
    authIf(({ query }) => !query.has("force")),
    letsAct,
  ),
  compares(
    "key-trimmed",
    "white space and case are dropped",
    (given, key) => given.replace(/\s/g, "").toLowerCase() === `bearer${key}`.toLowerCase(),
  ),
  compares("key-includes", "the key is somewhere in it", (given, key) => given.includes(key)),
  compares("key-split-first", "the second word is the key", (given, key) => given.split(" ")[1] === key),
  compares("key-timing-safe", "as many letters as are there are compared", (given, key) => {
    const token = bearer(given);
    return token !== undefined && [...token].every((letter, at) => letter === key[at]);
  }),
  compares("key-loose", "what is no key is compared with what is none", (given, key) =>
    [key, undefined, "undefined", "null"].includes(bearer(given)),
  ),
  compares(
    "key-any-basic",
    "Basic is for later",
    (given, key) => bearer(given) === key || given.startsWith("Basic "),
  ),
  compares("key-hashed-short", "a hash of 8 bits", (given, key) => hash(bearer(given) ?? "") === hash(key)),
  withAuth(
    "forbidden",
    "a wrong key is forbidden",
    async ({ request, app }, next) => {
      const given = bearer(request.headers.authorization ?? "");
      if (given === undefined) throw new HttpError(401, "UNAUTHENTICATED");
      if (given !== app.apiKey) throw new HttpError(403, "FORBIDDEN");
      await next();
    },
    lets,
  ),
  withAuth(
    "basic-challenge-400",
    "what is no Bearer is a bad request",
    async ({ request }, next) => {
      const { authorization } = request.headers;
      if (authorization && !/^bearer /i.test(authorization)) throw new HttpError(400, "BAD_SCHEME");
      await next();
    },
    lets,
  ),
];
