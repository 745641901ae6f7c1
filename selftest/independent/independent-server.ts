import type { Shop } from "./shop.ts";

export interface IndependentServer {
  readonly id: string;
  /** Of a wrong one: the sentence it breaks. Of a right one: why it breaks none. */
  readonly why: string;
  readonly change: (shop: Shop) => void;
}

/** In a table of servers: the id, the sentence of the document, what is changed. */
export type ServerRow = readonly [id: string, why: string, change: (shop: Shop) => void];

export const servers = (rows: readonly ServerRow[]): readonly IndependentServer[] =>
  rows.map(([id, why, change]) => ({ id, why, change }));
