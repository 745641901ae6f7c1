/** Orders, ids and lists that keep the document, oddly. */

import { type ServerRow, servers } from "../independent-server.ts";
import type { Ask, Row, Shop } from "../shop.ts";
import { json, listPath, rawJSON, say, toJson } from "../shop.ts";

const fields = "2: no field is declared required, and more may be there";
const shown = (id: string, change: (row: Row) => object, why = fields): ServerRow => [
  id,
  why,
  (shop) => {
    const { show } = shop;
    shop.show = (row) => ({ ...(show(row) as object), ...change(row) });
  },
];
const date = (id: string, text: string) =>
  shown(`date-${id}`, () => ({ shipDate: text }), "2: date-time (ISO 8601)");
const without = (id: string, ...names: string[]) =>
  shown(id, () => Object.fromEntries(names.map((name) => [name, undefined])));
const kept = (id: string, change: (row: Row) => object): ServerRow => [
  id,
  "3.3: whether a cancelled order still appears, and what its data then shows, is not shown",
  (shop) => {
    const { show } = shop;
    shop.listed = () => shop.rows;
    shop.show = (row) => ({ ...(show(row) as object), ...(row.state === "cancelled" && change(row)) });
  },
];
/** The same number otherwise written. */
const reads = (id: string, read: (text: string) => string | undefined): ServerRow => [
  `reads-${id}`,
  "the same number otherwise written",
  (shop) => {
    const { find } = shop;
    shop.find = (text, ask) => find(text, ask) ?? find(read(text) ?? "", ask);
  },
];
const spelled = (id: string, change: (path: string) => string): ServerRow => [
  `path-${id}`,
  "another spelling of the path, with the same key asked",
  (shop) => {
    const { serve } = shop;
    shop.serve = (ask) => serve({ ...ask, path: change(ask.path) });
  },
];
const again = (id: string, said: Shop["again"]): ServerRow => [
  id,
  "a second cancel is refused, 404 or 409",
  (shop) => {
    shop.again = said;
  },
];

export const oddOrders = servers([
  without("no-pet", "petId"),
  without("no-date", "shipDate"),
  without("no-complete", "complete"),
  without("only-id", "petId", "quantity", "shipDate", "complete"),
  without("no-id", "id"),
  shown("status-pending-always", () => ({ status: "pending" })),
  shown("status-lies", ({ state }) => ({ status: state === "shipped" ? "open" : "shipped" })),
  shown("status-number", () => ({ status: 3, state: null })),
  shown("nested-extras", ({ petId }) => ({
    pet: { id: String(petId), tags: [null] },
    links: [],
    note: "ü\u2028",
  })),
  shown("long-note", () => ({ note: "x".repeat(3000) })),
  shown(
    "complete-always",
    () => ({ complete: true }),
    "3.4: how complete relates to the states is not shown",
  ),
  shown("quantity-negative", () => ({ quantity: -3 }), "8.3: bounds on quantity are not shown"),
  shown(
    "quantity-huge",
    () => ({ quantity: rawJSON("123456789012345678901234567890") }),
    "8.3: bounds on quantity are not shown",
  ),
  shown("quantity-1-0", ({ quantity }) => ({ quantity: rawJSON(`${quantity}.0`) }), "1.0 is an integer"),
  shown("id-1-0", ({ id }) => ({ id: rawJSON(`${id}.0`) }), "1.0 is an integer"),
  shown("pet-exponent", () => ({ petId: rawJSON("12e1") }), "1e2 is an integer"),
  shown("pet-negative", () => ({ petId: -(2n ** 63n) }), "it is an int64"),
  shown("all-alike", () => ({ petId: 1, quantity: 1, shipDate: "2026-01-01T00:00:00Z", complete: false })),
  shown("duplicate-members", ({ quantity }) => ({ Quantity: `${quantity}`, ID: "x", PetId: null })),
  date("offset", "2026-11-20T10:00:00+05:30"),
  date("lower-case", "2026-11-20t10:00:00z"),
  date("nine-digits", "2026-11-20T10:00:00.123456789Z"),
  date("leap-second", "2016-12-31T23:59:60Z"),
  date("minus-zero", "2026-11-20T10:00:00-00:00"),
  date("year-1", "0001-01-01T00:00:00Z"),
  date("year-9999", "9999-12-31T23:59:59.999Z"),
  date("leap-day", "2024-02-29T23:59:59Z"),
  date("no-offset", "2026-11-20T10:00:00"),
  date("no-seconds", "2026-11-20T10:00Z"),
  date("hour-only", "2026-11-20T10Z"),
  date("basic", "20261120T100000Z"),
  date("comma", "2026-11-20T10:00:00,5Z"),
  date("midnight-24", "2026-11-20T24:00:00Z"),
  date("week", "2026-W47-5T10:00:00Z"),
  kept("keeps-cancelled", () => ({})),
  kept("keeps-cancelled-with-status", () => ({ status: "cancelled", cancelledAt: "2026-11-21T10:00:00Z" })),
  kept("keeps-cancelled-emptied", () => ({
    petId: undefined,
    quantity: 0,
    shipDate: undefined,
    complete: false,
  })),
  kept("keeps-cancelled-complete", () => ({ complete: true, shipDate: "1970-01-01T00:00:00Z" })),
  again("again-409", (row) => json(409, { was: row.state })),
  again("again-409-empty", () => say(409)),
  again(
    "again-by-turns",
    (
      (turn) => (_row: Row, ask: Ask) =>
        turn++ % 2 ? say(409) : json(404, { code: "x", message: ask.path, status: 404 })
    )(0),
  ),
  reads("leading-zeros", (text) => /^0+(\d+)$/.exec(text)?.[1]),
  reads("plus", (text) => /^\+(\d+)$/.exec(text)?.[1]),
  reads("spaces", (text) => text.trim()),
  reads("point-zero", (text) => /^(\d+)\.0*$/.exec(text)?.[1]),
  reads("underscores", (text) => (/^\d[\d_]*\d$/.test(text) ? text.replaceAll("_", "") : undefined)),
  reads("hex", (text) => (/^0x[\da-f]+$/i.test(text) ? String(BigInt(text)) : undefined)),
  reads("octal-binary", (text) => (/^0(?:o[0-7]+|b[01]+)$/i.test(text) ? String(BigInt(text)) : undefined)),
  reads("exponent", (text) =>
    /^\d+(?:\.\d+)?e\+?\d{1,2}$/i.test(text) && Number.isSafeInteger(Number(text))
      ? String(Number(text))
      : undefined,
  ),
  reads("other-digits", (text) =>
    text.normalize("NFKC").replace(/[٠-٩]/g, (digit) => String("٠١٢٣٤٥٦٧٨٩".indexOf(digit))),
  ),
  reads("path-parameter", (text) => /^(\d+);[\w=]*$/.exec(text)?.[1]),
  reads("all-of-javascript", (text) =>
    text.trim() !== "" && Number.isSafeInteger(Number(text)) ? String(Number(text)) : undefined,
  ),
  spelled("trailing-slash", (path) => path.replace(/\/$/, "")),
  spelled("double-slash", (path) => path.replace(/\/{2,}/g, "/")),
  spelled("any-case", (path) => path.toLowerCase()),
  spelled("decoded", (path) => path.replace(/%7[0-9a-f]|%6[0-9a-f]/gi, decodeURIComponent)),
  spelled("dots", (path) => new URL(path, "http://x").pathname),
  spelled("json-suffix", (path) => path.replace(/\.json$/, "")),
  spelled("json-suffix-of-list", (path) => (path === `${listPath}.json` ? listPath : path)),
  [
    "trailing-slash-redirects",
    "another spelling of the path",
    (shop) => {
      const { answer } = shop;
      shop.answer = (ask) =>
        ask.path.endsWith("/") ? { ...say(308), headers: { location: ask.path.slice(0, -1) } } : answer(ask);
    },
  ],
  [
    "shuffled",
    "the order of the list is not shown",
    (shop) => {
      const { listed } = shop;
      shop.listed = (ask) =>
        [...listed(ask)].sort(
          (one, two) =>
            Number((one.id * 7919n * BigInt(ask.nth)) % 101n) -
            Number((two.id * 7919n * BigInt(ask.nth)) % 101n),
        );
    },
  ],
  [
    "busy-shop",
    "other people's orders come, ship and go meanwhile",
    (shop) => {
      const { answer } = shop;
      shop.answer = (ask) => {
        const id = 10n ** 12n + BigInt(ask.nth);
        shop.rows.push({
          id,
          petId: 1n,
          quantity: 1,
          shipDate: "2026-12-01T00:00:00Z",
          complete: false,
          state: "pending",
        });
        const other = shop.rows.find((row) => row.id === id - 5n);
        if (other) other.state = ask.nth % 2 ? "shipped" : "cancelled";
        if (ask.nth % 3 === 0) shop.rows = shop.rows.filter((row) => row.id !== id - 9n);
        return answer(ask);
      };
    },
  ],
  [
    "many-orders",
    "8.1: all orders in one response",
    (shop) => {
      for (let index = 0; index < 5000; index++)
        shop.rows.push({
          id: BigInt(-index * 3),
          petId: 1n,
          quantity: 1,
          shipDate: "2026-12-01T00:00:00Z",
          complete: false,
          state: "pending",
        });
    },
  ],
  [
    "ids-at-the-ends",
    "ids are any int64",
    (shop) => {
      for (const id of [0n, -1n, 1n, -(2n ** 63n), 2n ** 63n - 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n])
        shop.rows.push({
          id,
          petId: 1n,
          quantity: 1,
          shipDate: "2026-12-01T00:00:00Z",
          complete: false,
          state: "pending",
        });
    },
  ],
  [
    "list-lags",
    "3.3: a cancelled order may stay listed, also for a while",
    (shop) => {
      let shownAt = 0;
      let body = "";
      shop.list = (ask) => {
        if (performance.now() - shownAt > 100) {
          shownAt = performance.now();
          body = toJson(shop.listed(ask).map((row) => shop.show(row)));
        }
        return say(200, body, "application/json");
      };
    },
  ],
  [
    "percent-not-decoded",
    "a router that does not decode finds no such order",
    (shop) => {
      const { serve } = shop;
      shop.serve = (ask) => (/%3\d/.test(ask.path) ? shop.missing(ask) : serve(ask));
    },
  ],
  [
    "pets-nobody-knows",
    "what pet operations there are is not shown",
    (shop) => {
      const { answer } = shop;
      shop.answer = (ask) => (ask.path.startsWith("/v1/pets") ? shop.other(ask) : answer(ask));
    },
  ],
]);
