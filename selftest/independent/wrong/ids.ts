/** Texts and numbers that are taken for an id they are not. */

import { type ServerRow, servers } from "../independent-server.ts";
import type { Ask, Row, Shop } from "../shop.ts";
import { idOf, say } from "../shop.ts";

const otherId = "4.2: orderId is an int64, the identifier of the order to cancel; any other is not found";

/** Another way to find the order, where the proper one finds none. */
const finds = (
  id: string,
  read: (text: string, shop: Shop, ask: Ask) => bigint | Row | undefined,
): ServerRow => [
  `id-${id}`,
  otherId,
  (shop) => {
    const { find } = shop;
    shop.find = (text, ask) => {
      const proper = find(text, ask);
      if (proper) return proper;
      const read_ = read(text, shop, ask);
      return typeof read_ === "bigint" ? shop.rows.find((row) => row.id === read_) : read_;
    };
  },
];
const digits = (text: string | undefined) => (text && /^-?\d+$/.test(text) ? BigInt(text) : undefined);
const byText = (shop: Shop, is: (id: string) => boolean) => shop.rows.find(({ id }) => is(String(id)));
const pending = (shop: Shop) => shop.rows.filter(({ state }) => state === "pending");

/** Another path is taken for a cancel. */
const routes = (id: string, pattern: RegExp): ServerRow => [
  `id-${id}`,
  otherId,
  (shop) => {
    const { serve } = shop;
    shop.serve = (ask) => {
      const [, text] = (ask.method === "DELETE" && !idOf(ask) && pattern.exec(ask.path)) || [];
      return text ? shop.cancel(text, ask) : serve(ask);
    };
  },
];

export const wrongIds = servers([
  finds("cut-at-letter", (text) => digits(/^\d+/.exec(text)?.[0])),
  finds("cut-fraction", (text) => digits(/^(\d+)\.\d+$/.exec(text)?.[1])),
  finds("cut-comma", (text) => digits(/^(\d+),/.exec(text)?.[1])),
  finds("cut-dash", (text) => digits(/^(\d+)-/.exec(text)?.[1])),
  finds("cut-nul", (text) => digits(/^(\d+)\0/.exec(text)?.[1])),
  finds("cut-newline", (text) => digits(/^(\d+)\n./.exec(text)?.[1])),
  finds("cut-space", (text) => digits(/^(\d+) +\S/.exec(text)?.[1])),
  finds("cut-slash", (text) => digits(/^(\d+)\//.exec(text)?.[1])),
  finds("first-digits-anywhere", (text) => digits(/\d+/.exec(text)?.[0])),
  finds("last-digits", (text) => digits(/\d+$/.exec(text)?.[0])),
  finds("only-digits-kept", (text) => digits(text.replace(/\D/g, ""))),
  finds("slug-number", (text) => digits(/^[a-z]+-(\d+)$/i.exec(text)?.[1])),
  finds("hash", (text) => digits(/^#(\d+)$/.exec(text)?.[1])),
  finds("quoted", (text) => digits(/^["'](\d+)["']$/.exec(text)?.[1])),
  finds("brackets", (text) => digits(/^[[({](\d+)[\])}]$/.exec(text)?.[1])),
  finds("sql", (text) => digits(/^(\d+) or /i.exec(text)?.[1])),
  finds("sql-comment", (text) => digits(/^(\d+)(?:--|;)/.exec(text)?.[1])),
  finds("thousands", (text) =>
    digits(/^\d{1,3}(?:[,']\d{3})+$/.test(text) ? text.replace(/[,']/g, "") : undefined),
  ),
  finds("range", (text) => digits(/^(\d+)(?:-|\.\.)\d+$/.exec(text)?.[1])),
  finds("wildcard", (text, shop) => (/^[*%]$/.test(text) ? pending(shop)[0] : undefined)),
  finds("all", (text, shop) => (text === "all" ? pending(shop)[0] : undefined)),
  finds("latest", (text, shop) => (/^(?:latest|last|first)$/.test(text) ? pending(shop).at(-1) : undefined)),
  finds("null", (text, shop) => (/^(?:null|undefined|NaN)$/.test(text) ? pending(shop)[0] : undefined)),
  finds("like-underscore", (text, shop) =>
    text.includes("_")
      ? byText(shop, (id) => new RegExp(`^${text.replace(/[^\d_]/g, "").replaceAll("_", ".")}$`).test(id))
      : undefined,
  ),
  finds("prefix", (text, shop) =>
    /^\d+$/.test(text) ? byText(shop, (id) => id.startsWith(text)) : undefined,
  ),
  finds("suffix", (text, shop) => (/^\d+$/.test(text) ? byText(shop, (id) => id.endsWith(text)) : undefined)),
  finds("contains", (text, shop) =>
    /^\d+$/.test(text) ? byText(shop, (id) => id.includes(text)) : undefined,
  ),
  finds("starts-with-id", (text, shop) =>
    /^\d+$/.test(text) ? byText(shop, (id) => text.startsWith(id)) : undefined,
  ),
  finds("index", (text, shop) => (/^\d{1,2}$/.test(text) ? shop.rows[Number(text)] : undefined)),
  finds("index-from-one", (text, shop) => (/^\d{1,2}$/.test(text) ? shop.rows[Number(text) - 1] : undefined)),
  finds("negative-index", (text, shop) => (/^-\d$/.test(text) ? pending(shop).at(Number(text)) : undefined)),
  finds("sign-lost", (text) => digits(/^-(\d+)$/.exec(text)?.[1])),
  finds("wrap-32", (text) => (/^-?\d+$/.test(text) ? BigInt.asIntN(32, BigInt(text)) : undefined)),
  finds("wrap-u32", (text) => (/^-?\d+$/.test(text) ? BigInt.asUintN(32, BigInt(text)) : undefined)),
  finds("wrap-64", (text) => (/^-?\d+$/.test(text) ? BigInt.asIntN(64, BigInt(text)) : undefined)),
  finds("rounded", (text, shop) =>
    /^\d+$/.test(text) ? shop.rows.find(({ id }) => Number(id) === Number(text)) : undefined,
  ),
  finds("rounded-float32", (text, shop) =>
    /^\d+$/.test(text)
      ? shop.rows.find(({ id }) => Math.fround(Number(id)) === Math.fround(Number(text)))
      : undefined,
  ),
  finds("rounded-up", (text) => (/^\d+\.\d+$/.test(text) ? BigInt(Math.ceil(Number(text))) : undefined)),
  finds("nearest", (text, shop) =>
    /^\d{1,6}$/.test(text) ? shop.rows.find(({ id }) => id - BigInt(text) === 1n) : undefined,
  ),
  finds("base-36", (text) =>
    /^[0-9a-z]*[a-z][0-9a-z]*$/.test(text) && text.length < 12
      ? BigInt(Number.parseInt(text, 36))
      : undefined,
  ),
  finds("hex-unmarked", (text) =>
    /^[0-9a-f]*[a-f][0-9a-f]*$/i.test(text) ? BigInt(`0x${text}`) : undefined,
  ),
  finds("query-id", (_text, shop, ask) =>
    shop.rows.find(({ id }) => String(id) === (ask.query.get("id") ?? ask.query.get("orderId"))),
  ),
  finds("list-of-ids", (text) => digits(text.split(/[,;|+ ]/)[0])),
  finds("decoded-twice", (text) => (text.includes("%") ? digits(decodeURIComponent(text)) : undefined)),
  routes("sub-resource", /^\/v1\/store\/orders\/(\d+)\/\w+/),
  routes("sub-resource-any-depth", /^\/v1\/store\/orders\/(\d+)\/./),
  [
    "id-property-names",
    otherId,
    (shop) => {
      const { cancel } = shop;
      shop.cancel = (text, ask) => (text in {} ? say(204) : cancel(text, ask));
    },
  ],
  [
    "id-empty-is-204",
    otherId,
    (shop) => {
      const { serve } = shop;
      shop.serve = (ask) =>
        ask.method === "DELETE" && ask.path === "/v1/store/orders/" ? say(204) : serve(ask);
    },
  ],
  [
    "id-empty-takes-all",
    otherId,
    (shop) => {
      const { serve } = shop;
      shop.serve = (ask) => {
        if (ask.method !== "DELETE" || ask.path !== "/v1/store/orders/") return serve(ask);
        for (const row of pending(shop)) row.state = "cancelled";
        return say(204);
      };
    },
  ],
  [
    "id-empty-takes-all-and-says-404",
    otherId,
    (shop) => {
      const { serve } = shop;
      shop.serve = (ask) => {
        if (ask.method === "DELETE" && ask.path === "/v1/store/orders/")
          for (const row of pending(shop)) row.state = "cancelled";
        return serve(ask);
      };
    },
  ],
  [
    "id-cut-acts-and-says-404",
    otherId,
    (shop) => {
      const { missing } = shop;
      shop.missing = (ask) => {
        const cut = digits(/^\d+/.exec(idOf(ask) ?? "")?.[0]);
        const row = shop.rows.find(({ id }) => id === cut);
        if (row?.state === "pending") row.state = "cancelled";
        return missing(ask);
      };
    },
  ],
]);
