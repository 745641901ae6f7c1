/** Ids of orders, as options give them. */

import { BadInput, quoteValue } from "../base/bad-input.ts";
import { parseId } from "../base/ids.ts";
import type { GivenOrders } from "../conformance/evidence/given-orders.ts";
import { blamedName, type CommandLine, type OptionSpec } from "./command-line.ts";

/** What is known of the orders of somebody else's traffic. */
export const knownOrderOptions = {
  "pending-order": {
    value: "ID[,ID...]",
    multiple: true,
    help: "Orders that are pending at the start: the answer to their first cancel is judged.",
  },
  "shipped-order": {
    value: "ID[,ID...]",
    multiple: true,
    help: "Orders that have shipped: each cancel of them must be answered 409.",
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** @throws {BadInput} for what is no id, and for one that is named twice */
export function readOrderIds(line: CommandLine, option: string): readonly bigint[] {
  const blamed = blamedName(option, line.origin(option));
  const texts = line
    .list(option)
    .flatMap((value) => value.split(","))
    .map((text) => text.trim());
  const ids = texts.map((text) => {
    const id = parseId(text);
    if (id === undefined)
      throw new BadInput(`Cannot use ${blamed}: an order id is an int64 in digits, got ${quoteValue(text)}.`);
    return id;
  });
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new BadInput(`Cannot use ${blamed}: order ${twice} is named twice.`);
  return ids;
}

/** @throws {BadInput} also for an order that is in both lists */
export function readKnownOrders(line: CommandLine): GivenOrders {
  const [pending, shipped] = [readOrderIds(line, "pending-order"), readOrderIds(line, "shipped-order")];
  const both = pending.find((id) => shipped.includes(id));
  if (both !== undefined)
    throw new BadInput(`Cannot use --shipped-order: order ${both} is named by --pending-order, too.`);
  return { pending, shipped };
}
