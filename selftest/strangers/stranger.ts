import type { Shop } from "./shop.ts";

export interface Stranger {
  readonly id: string;
  /** Of a wrong one: the sentence it breaks. Of a right one: why it breaks none. */
  readonly why: string;
  readonly change: (shop: Shop) => void;
}

/** In a table of strangers: the id, the sentence of the document, what is changed. */
export type StrangerRow = readonly [id: string, why: string, change: (shop: Shop) => void];

export const strangers = (rows: readonly StrangerRow[]): readonly Stranger[] =>
  rows.map(([id, why, change]) => ({ id, why, change }));
