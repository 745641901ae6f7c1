/** What is done, or said, before the key is looked at. */

import { type ServerRow, servers } from "../independent-server.ts";
import type { Ask, Say, Shop } from "../shop.ts";
import { fault, idOf, json, listPath, say } from "../shop.ts";

const all = "4: all requests require authentication";

/** Some requests never meet the check of the key. */
const free = (id: string, isFree: (ask: Ask) => boolean, serve?: (ask: Ask) => Ask): ServerRow => [
  id,
  all,
  (shop) => {
    const { answer } = shop;
    shop.answer = (ask) => (isFree(ask) ? shop.serve(serve?.(ask) ?? ask) : answer(ask));
  },
];
/** What an answer without a key says of the order. */
const tells = (id: string, said: (ask: Ask, shop: Shop) => Say | undefined): ServerRow => [
  id,
  "5.1: a missing or invalid API key gets 401",
  (shop) => {
    const { refuse } = shop;
    shop.refuse = (ask) => said(ask, shop) ?? refuse(ask);
  },
];
const rowOf = (ask: Ask, shop: Shop) => shop.find(idOf(ask) ?? "", ask);
const tidy = (path: string) =>
  decodeURIComponent(path)
    .toLowerCase()
    .replace(/\/{2,}/g, "/")
    .replace(/\/$/, "");
const isOtherSpelling = (ask: Ask, change: (path: string) => string) =>
  ask.path !== change(ask.path) && change(ask.path).startsWith(listPath);
const spelled = (id: string, change: (path: string) => string) =>
  free(
    id,
    (ask) => isOtherSpelling(ask, change),
    (ask) => ({ ...ask, path: change(ask.path) }),
  );

export const beforeTheKey = servers([
  spelled("free-trailing-slash", (path) => path.replace(/\/$/, "")),
  spelled("free-double-slash", (path) => path.replace(/\/{2,}/g, "/")),
  spelled("free-letter-case", (path) => path.toLowerCase()),
  spelled("free-percent-encoded", (path) =>
    path.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
  ),
  spelled("free-dot-segments", (path) => path.replace(/\/\.(?=\/)/g, "")),
  spelled("free-path-parameter", (path) => path.replace(/;[^/]*/g, "")),
  spelled("free-format-suffix", (path) => path.replace(/\.json$/, "")),
  spelled("free-any-spelling", tidy),
  free(
    "free-padded-id",
    (ask) => /\/0\d+$/.test(ask.path),
    (ask) => ({ ...ask, path: ask.path.replace(/\/0+(?=\d)/, "/") }),
  ),
  free("free-query-on-cancel", (ask) => ask.method === "DELETE" && ask.target.includes("?")),
  free(
    "free-method-override",
    (ask) => ask.method === "POST" && /delete/i.test(String(ask.headers["x-http-method-override"])),
    (ask) => ({ ...ask, method: "DELETE" }),
  ),
  [
    "free-pets-shown",
    all,
    (shop) => {
      const { answer } = shop;
      shop.answer = (ask) =>
        /^\/v1\/pets\/\d+$/.test(ask.path) ? json(200, { id: 1, name: "Rex" }) : answer(ask);
    },
  ],
  tells("tells-unknown", (ask, shop) =>
    ask.method === "DELETE" && !rowOf(ask, shop) ? shop.missing(ask) : undefined,
  ),
  tells("tells-shipped", (ask, shop) => {
    const row = ask.method === "DELETE" ? rowOf(ask, shop) : undefined;
    return row?.state === "shipped" ? shop.shipped(row, ask) : undefined;
  }),
  tells("tells-cancelled", (ask, shop) => {
    const row = ask.method === "DELETE" ? rowOf(ask, shop) : undefined;
    return row?.state === "cancelled" ? shop.again(row, ask) : undefined;
  }),
  tells("tells-malformed", (ask) =>
    ask.method === "DELETE" && !/^-?\d+$/.test(idOf(ask) ?? "")
      ? fault(400, "bad_id", "Not a number")
      : undefined,
  ),
  tells("tells-malformed-404", (ask) =>
    ask.method === "DELETE" && !/^-?\d+$/.test(idOf(ask) ?? "")
      ? fault(404, "no", "No such page")
      : undefined,
  ),
  tells("tells-huge", (ask) =>
    (idOf(ask) ?? "").length > 18 ? fault(500, "overflow", "Out of range") : undefined,
  ),
  tells("tells-cancelled-204", (ask, shop) =>
    ask.method === "DELETE" && rowOf(ask, shop)?.state === "cancelled" ? say(204) : undefined,
  ),
  tells("acts-then-refuses", (ask, shop) => {
    const row = ask.method === "DELETE" ? rowOf(ask, shop) : undefined;
    if (row?.state === "pending") row.state = "cancelled";
    return undefined;
  }),
  tells("acts-later", (ask, shop) => {
    const row = ask.method === "DELETE" ? rowOf(ask, shop) : undefined;
    if (row?.state === "pending") setTimeout(() => Object.assign(row, { state: "cancelled" }), 150);
    return undefined;
  }),
  tells("acts-on-wrong-key-only", (ask, shop) => {
    const row = ask.method === "DELETE" && ask.headers.authorization ? rowOf(ask, shop) : undefined;
    if (row?.state === "pending") row.state = "cancelled";
    return undefined;
  }),
  tells("acts-on-shipped", (ask, shop) => {
    const row = ask.method === "DELETE" ? rowOf(ask, shop) : undefined;
    if (row?.state === "shipped") row.state = "cancelled";
    return undefined;
  }),
  tells("acts-on-data", (ask, shop) => {
    const row = ask.method === "DELETE" ? rowOf(ask, shop) : undefined;
    if (row) row.quantity++;
    return undefined;
  }),
  tells(
    "acts-on-third-try",
    (() => {
      let tries = 0;
      return (ask: Ask, shop: Shop) => {
        const row = ask.method === "DELETE" ? rowOf(ask, shop) : undefined;
        if (row?.state === "pending" && ++tries % 3 === 0) row.state = "cancelled";
        return undefined;
      };
    })(),
  ),
]);
