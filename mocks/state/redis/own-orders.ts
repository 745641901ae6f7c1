/** Orders of somebody's own as text, with every member where it was. */

import { formatJson } from "../../../base/json.ts";
import type { FixtureOrder } from "../../../fixtures/fixture-order.ts";
import type { OrderSequence } from "../../../fixtures/order-sequence.ts";
import type { OrderSource } from "../../worlds/order-source.ts";
import { parseOrder } from "../state-format.ts";

export const formatWhole = (order: FixtureOrder): string => formatJson(order);

/** How many there are and a line for each; empty where they can be made again. */
export function textOfOwn({ fixtures }: OrderSource, orders: OrderSequence): string {
  if (fixtures === undefined || typeof fixtures === "string") return "";
  return [String(orders.length), ...Array.from(orders, formatWhole)].join("\n");
}

export function parseOrders(text: string): readonly FixtureOrder[] {
  return text.split("\n").slice(1).map(parseOrder);
}
