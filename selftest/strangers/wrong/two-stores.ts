/** Several workers, each with orders of its own. */

import type { Ask } from "../shop.ts";
import { type StrangerRow, strangers } from "../stranger.ts";

const stores = (id: string, pick: (ask: Ask) => number): StrangerRow => [
  `two-stores-${id}`,
  "3.1: a cancelled order is not pending, whoever is asked",
  (shop) => {
    const all = [shop.rows, shop.rows.map((row) => ({ ...row }))];
    const { serve } = shop;
    shop.serve = (ask) => {
      shop.rows = all[pick(ask) % 2]!;
      return serve(ask);
    };
  },
];

export const twoStores = strangers([
  stores("by-connection", ({ connection }) => connection),
  stores("in-turn", ({ nth }) => nth),
  stores("by-chance", ({ nth }) => (nth * 7919) % 97),
  stores("by-accept", ({ headers }) => (headers.accept === undefined ? 0 : 1)),
]);
