/** 401s and 404s that are no Error objects. */

import { type ServerRow, servers } from "../independent-server.ts";
import type { Ask, Say } from "../shop.ts";
import { json, say, toJson } from "../shop.ts";

const sentence = "7.1: the 401 and 404 bodies are Error objects with code, message and status";

/** Both kinds of error, some of them, said otherwise. */
const said = (id: string, change: (proper: Say, ask: Ask) => Say | undefined): ServerRow => [
  id,
  sentence,
  (shop) => {
    const { answer } = shop;
    shop.answer = async (ask) => {
      const proper = await answer(ask);
      return proper.status === 401 || proper.status === 404 ? (change(proper, ask) ?? proper) : proper;
    };
  },
];
type Body = { code: unknown; message: unknown; status: unknown };
const bodied = (id: string, change: (body: Body, proper: Say, ask: Ask) => unknown, type?: string) =>
  said(id, (proper, ask) => {
    const value = change(JSON.parse(String(proper.body)), proper, ask);
    return value === undefined ? undefined : json(proper.status, value, type);
  });
const only = (status: number, id: string, change: (body: Body, ask: Ask) => unknown) =>
  bodied(id, (body, proper, ask) => (proper.status === status ? change(body, ask) : undefined));
const malformed = (ask: Ask) => !/\/-?\d+$/.test(ask.path);

const digits = (ask: Ask) => /\/(-?\d+)$/.exec(ask.path)?.[1] ?? "";

export const wrongErrors = servers([
  bodied("error-status-text", (body) => ({ ...body, status: String(body.status) })),
  bodied("error-status-constant", (body) => ({ ...body, status: 400 })),
  bodied("error-status-zero", (body) => ({ ...body, status: 0 })),
  bodied("error-status-fraction", (body) => ({ ...body, status: Number(body.status) + 0.5 })),
  bodied("error-status-null", (body) => ({ ...body, status: null })),
  bodied("error-code-number", (body) => ({ ...body, code: body.status })),
  bodied("error-code-null", (body) => ({ ...body, code: null })),
  bodied("error-message-list", (body) => ({ ...body, message: [body.message] })),
  bodied("error-message-object", (body) => ({ ...body, message: { en: body.message } })),
  bodied("error-capitals", (body) => ({ Code: body.code, Message: body.message, Status: body.status })),
  bodied("error-nested", (body) => ({ error: body })),
  bodied("error-in-array", (body) => [body]),
  bodied("error-in-errors", (body) => ({ errors: [body] })),
  bodied("error-as-text", (body) => toJson(body)),
  bodied("error-null", () => null),
  bodied("error-true", () => true),
  bodied(
    "error-problem",
    (body) => ({ type: "about:blank", title: body.message, status: body.status }),
    "application/problem+json",
  ),
  bodied("error-spring", (body) => ({
    timestamp: "2026-11-21T23:00:00Z",
    status: body.status,
    error: "No",
    path: "/",
  })),
  bodied("error-fields-status", (body) => ({
    statusCode: body.status,
    code: body.code,
    message: body.message,
  })),
  bodied("error-type-text", (body) => body, "text/plain"),
  bodied("error-type-html", (body) => body, "text/html; charset=utf-8"),
  bodied("error-type-javascript", (body) => body, "application/javascript"),
  said("error-empty", ({ status }) => say(status)),
  said("error-html", ({ status }) => say(status, `<h1>${status}</h1>`, "text/html")),
  said("error-single-quotes", (proper) => ({ ...proper, body: String(proper.body).replaceAll('"', "'") })),
  said("error-cut", (proper) => ({ ...proper, body: String(proper.body).slice(0, -1) })),
  said("error-twice", (proper) => ({ ...proper, body: `${proper.body}${proper.body}` })),
  said("error-utf16", (proper) => ({ ...proper, body: Buffer.from(String(proper.body), "utf16le") })),
  said("error-xml-for-browsers", ({ status }, ask) =>
    /html/.test(ask.headers.accept ?? "") ? say(status, "<p>No</p>", "text/html") : undefined,
  ),
  said("error-empty-for-any-accept", ({ status }, ask) =>
    ask.headers.accept === undefined ? say(status) : undefined,
  ),
  only(401, "401-without-status", ({ code, message }) => ({ code, message })),
  only(401, "401-without-code-on-cancel", ({ message, status }, ask) =>
    ask.method === "DELETE" ? { message, status } : undefined,
  ),
  only(401, "401-without-message-on-list", ({ code, status }, ask) =>
    ask.method === "GET" ? { code, status } : undefined,
  ),
  only(401, "401-status-of-404", (body) => ({ ...body, status: 404 })),
  only(401, "401-null-message-without-header", (body, ask) =>
    ask.headers.authorization ? undefined : { ...body, message: null },
  ),
  only(401, "401-null-message-for-basic", (body, ask) =>
    /^Basic/i.test(ask.headers.authorization ?? "") ? { ...body, message: null } : undefined,
  ),
  only(401, "401-null-code-for-empty-key", (body, ask) =>
    /^Bearer *$/i.test(ask.headers.authorization ?? "") ? { ...body, code: null } : undefined,
  ),
  only(401, "401-wrong-later", (body, ask) => (ask.nth > 60 ? { error: body.message } : undefined)),
  only(404, "404-without-code", ({ message, status }) => ({ message, status })),
  only(404, "404-without-message-for-large", ({ code, status }, ask) =>
    digits(ask).length > 15 ? { code, status } : undefined,
  ),
  only(404, "404-for-text-is-text", (body, ask) =>
    malformed(ask) && ask.method === "DELETE" ? { error: body.message } : undefined,
  ),
  only(404, "404-wrong-for-negative", (body, ask) =>
    digits(ask).startsWith("-") ? { error: body.message } : undefined,
  ),
  only(404, "404-wrong-for-zero", (body, ask) => (digits(ask) === "0" ? { error: body.message } : undefined)),
  only(404, "404-every-third", (body, ask) => (ask.nth % 3 === 0 ? { detail: body.message } : undefined)),
  only(404, "404-wrong-on-kept-connection", (body, ask) =>
    ask.nthHere > 1 ? { detail: body.message } : undefined,
  ),
  only(404, "404-other-language", (body, ask) =>
    ask.headers["accept-language"] ? { ...body, message: ["nicht gefunden"] } : undefined,
  ),
  [
    "404-wrong-for-cancelled",
    sentence,
    (shop) => {
      shop.again = () => json(404, { error: "cancelled before" });
    },
  ],
]);
