/** What all mocks on one Redis were started with, as text. */

import { crc32 } from "node:zlib";
import type { OrderSequence } from "../../../fixtures/order-sequence.ts";
import { ordersFrom } from "../../worlds/order-source.ts";
import type { SharedStart } from "../../worlds/sharing.ts";
import { type SavedSource, savedSource, sourceOf } from "../../worlds/world-parts.ts";
import { formatWhole, parseOrders, textOfOwn } from "./own-orders.ts";

/** The layout of keys and texts in Redis; a newer kit that changes it counts up. */
const layout = 1;

export interface StartFacts {
  readonly text: string;
  /** Those of somebody's own; empty where they can be made again. */
  readonly orders: string;
}

interface ReadFacts extends Pick<SharedStart, "profile" | "faults"> {
  readonly layout: number;
  readonly source: SavedSource;
  readonly shipAfter?: number;
  /** Of the first orders. */
  readonly sum: number;
}

export function formatStartFacts({ source, orders, profile, faults, shipAfter }: SharedStart): StartFacts {
  const facts = { layout, source: savedSource(source), profile, faults, shipAfter, sum: sumOf(orders) };
  return { text: JSON.stringify(facts), orders: textOfOwn(source, orders) };
}

/** @param refuse throws */
export function readStartFacts(
  { text, orders: own }: StartFacts,
  refuse: (fact: string, next: string) => never,
): SharedStart {
  const foreign = () =>
    refuse("there is data of another program under its keys", "Name another --state-prefix.");
  let facts: ReadFacts;
  try {
    facts = JSON.parse(text) as ReadFacts;
  } catch {
    return foreign();
  }
  if (!Number.isInteger(facts?.layout)) return foreign();
  if (facts.layout !== layout)
    return refuse(
      `it has layout ${facts.layout}, this kit knows ${layout}`,
      "Use the kit that wrote it, or another --state-prefix.",
    );
  const { source: saved, profile, faults, shipAfter, sum } = facts;
  let orders: OrderSequence;
  try {
    orders = own === "" ? ordersFrom(sourceOf(saved, [])) : parseOrders(own);
  } catch {
    return foreign();
  }
  if (sumOf(orders) !== sum)
    return refuse(
      "the orders there were made by a kit that makes others",
      "Use that kit, or another --state-prefix.",
    );
  return { source: sourceOf(saved, orders), orders, profile, faults, shipAfter };
}

const mostSummed = 1000;

function sumOf(orders: OrderSequence): number {
  let sum = crc32(String(orders.length));
  for (let place = 0; place < Math.min(orders.length, mostSummed); place++)
    sum = crc32(formatWhole(orders.at(place)!), sum);
  return sum;
}
