/** Keys that open what they should not, and refusals that are none. */

import { type ServerRow, servers } from "../independent-server.ts";
import type { Ask, Shop } from "../shop.ts";
import { bearerOf, fault, json, say, shopKey } from "../shop.ts";

const invalid = "5.1: a missing or invalid API key gets 401";
const header = (ask: Ask) => ask.headers.authorization ?? "";
const bearer = (ask: Ask) => bearerOf(header(ask));

/** Another idea of which key is valid. */
const opens = (id: string, knows: (ask: Ask) => boolean): ServerRow => [
  id,
  invalid,
  (shop) => {
    const { knows: proper } = shop;
    shop.knows = (ask) => proper(ask) || knows(ask);
  },
];
/** Another refusal. */
const refuses = (id: string, refuse: Shop["refuse"]): ServerRow => [
  id,
  invalid,
  (shop) => {
    shop.refuse = refuse;
  },
];

const sum = (text: string) => [...text].reduce((total, letter) => total + letter.charCodeAt(0), 0);
const same = (change: (text: string) => unknown) => (ask: Ask) => {
  const given = bearer(ask);
  return given !== undefined && change(given) === change(shopKey);
};
const basic = (ask: Ask) => Buffer.from(/^Basic (.*)$/i.exec(header(ask))?.[1] ?? "", "base64").toString();

export const wrongKeys = servers([
  opens(
    "key-any-case",
    same((key) => key.toLowerCase()),
  ),
  opens(
    "key-first-8",
    same((key) => key.slice(0, 8)),
  ),
  opens(
    "key-first-half",
    same((key) => key.slice(0, Math.ceil(shopKey.length / 2))),
  ),
  opens(
    "key-last-dropped",
    same((key) => key.slice(0, shopKey.length - 1)),
  ),
  opens(
    "key-first-dropped",
    same((key) => key.slice(1)),
  ),
  opens(
    "key-length-only",
    same((key) => key.length),
  ),
  opens(
    "key-anagram",
    same((key) => [...key].sort().join("")),
  ),
  opens("key-checksum", same(sum)),
  opens(
    "key-letters-only",
    same((key) => key.replace(/[^a-z0-9]/gi, "")),
  ),
  opens(
    "key-first-letter",
    same((key) => key[0]),
  ),
  opens("key-prefix-of", (ask) => !!bearer(ask) && shopKey.startsWith(bearer(ask)!)),
  opens("key-starts-with", (ask) => !!bearer(ask)?.startsWith(shopKey)),
  opens("key-ends-with", (ask) => !!bearer(ask)?.endsWith(shopKey)),
  opens("key-within", (ask) => header(ask).includes(shopKey)),
  opens("key-part-of", (ask) => !!bearer(ask) && shopKey.includes(bearer(ask)!)),
  opens("key-then-words", (ask) => header(ask).split(" ")[1] === shopKey),
  opens("key-comma-list", (ask) => !!bearer(ask)?.split(",").includes(shopKey)),
  opens("key-last-word", (ask) => header(ask).split(" ").pop() === shopKey),
  opens("key-no-scheme", (ask) => header(ask) === shopKey),
  opens("key-glued-to-scheme", (ask) => header(ask) === `Bearer${shopKey}`),
  opens("key-token-scheme", (ask) => header(ask) === `Token ${shopKey}`),
  opens("key-as-basic-word", (ask) => header(ask) === `Basic ${shopKey}`),
  opens("key-as-basic-password", (ask) => basic(ask).split(":")[1] === shopKey),
  opens("key-as-basic-user", (ask) => basic(ask).split(":")[0] === shopKey),
  opens("key-as-basic-64", (ask) => basic(ask) === shopKey),
  opens("key-empty", (ask) => bearer(ask) === "" || header(ask) === "Bearer"),
  opens("key-undefined", (ask) => /^(?:undefined|null)$/.test(bearer(ask) ?? "")),
  opens("key-none-at-all", (ask) => ask.headers.authorization === undefined),
  opens("key-any", (ask) => !!bearer(ask)),
  opens("key-any-header", (ask) => header(ask) !== ""),
  opens("key-sql", (ask) => /'\s*or\s*'?1'?\s*=\s*'?1/i.test(bearer(ask) ?? "")),
  opens("key-wildcard", (ask) => /^[*%]$/.test(bearer(ask) ?? "")),
  opens("key-none-for-list", (ask) => ask.method === "GET"),
  opens("key-none-for-cancel", (ask) => ask.method === "DELETE"),
  opens("key-any-for-cancel", (ask) => ask.method === "DELETE" && !!bearer(ask)),
  opens("key-none-for-browsers", (ask) => !!ask.headers.accept?.includes("text/html")),
  opens("key-none-if-none-match", (ask) => ask.headers["if-none-match"] !== undefined),
  opens("key-none-with-query", (ask) => ask.target.includes("?")),
  opens("key-every-tenth-free", (ask) => ask.nth % 10 === 0),
  [
    "key-fails-open",
    invalid,
    (shop) => {
      const { knows } = shop;
      let refused = 0;
      // The limiter that throws is caught, and the request goes on.
      shop.knows = (ask) => knows(ask) || ++refused > 15;
    },
  ],
  [
    "key-remembered-by-connection",
    invalid,
    (shop) => {
      const { knows } = shop;
      const known = new Set<number>();
      shop.knows = (ask) => {
        if (knows(ask)) known.add(ask.connection);
        return known.has(ask.connection);
      };
    },
  ],
  [
    "key-remembered-by-address",
    invalid,
    (shop) => {
      const { knows } = shop;
      let until = 0;
      shop.knows = (ask) => {
        if (knows(ask)) until = performance.now() + 30;
        return performance.now() < until;
      };
    },
  ],
  [
    "key-in-a-global",
    invalid,
    (shop) => {
      const { knows, serve, refuse } = shop;
      let user = false;
      shop.answer = async (ask) => {
        user = knows(ask);
        await new Promise((resolve) => setTimeout(resolve, 3));
        return user ? serve(ask) : refuse(ask);
      };
    },
  ],
  [
    "key-cached-list",
    "4: all requests require authentication",
    (shop) => {
      const { answer } = shop;
      let kept: { readonly at: number; readonly said: Awaited<ReturnType<Shop["answer"]>> } | undefined;
      shop.answer = async (ask) => {
        if (ask.method !== "GET") return answer(ask);
        if (kept && performance.now() - kept.at < 40) return kept.said;
        const said = await answer(ask);
        if (said.status === 200) kept = { at: performance.now(), said };
        return said;
      };
    },
  ],
  [
    "key-cached-refusal",
    "4.1: a valid key gets 200",
    (shop) => {
      const { answer } = shop;
      let refusedAt = -1e9;
      shop.answer = async (ask) => {
        if (ask.method === "GET" && performance.now() - refusedAt < 20) return shop.refuse(ask);
        const said = await answer(ask);
        if (said.status === 401 && ask.method === "GET") refusedAt = performance.now();
        return said;
      };
    },
  ],
  refuses("refuse-403", () => fault(403, "forbidden", "No")),
  refuses("refuse-400", () => fault(400, "bad_request", "No key")),
  refuses("refuse-404", () => fault(404, "not_found", "Nothing")),
  refuses("refuse-500", () => fault(500, "internal", "Cannot read properties of undefined")),
  refuses("refuse-302", () => ({ ...say(302), headers: { location: "/login" } })),
  refuses("refuse-200-empty", () => json(200, [])),
  refuses("refuse-204-cancel", (ask) => (ask.method === "DELETE" ? say(204) : fault(401, "no", "No"))),
  refuses("refuse-403-wrong-key", (ask) => fault(header(ask) ? 403 : 401, "no", "No")),
  refuses("refuse-400-no-bearer", (ask) => fault(/^Bearer ./i.test(header(ask)) ? 401 : 400, "no", "No")),
  refuses("refuse-403-cancel", (ask) => fault(ask.method === "DELETE" ? 403 : 401, "no", "No")),
  refuses("refuse-403-after-five", (ask) => fault(ask.nth > 40 ? 403 : 401, "no", "No")),
]);
