/** `--orders-command CMD`: the user's command, which prints the ids of orders in given states. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { readIds } from "../../base/ids.ts";
import { isJsonObject, readJson } from "../../base/json.ts";
import { namedOrders } from "../../conformance/calls/arrange-orders.ts";
import type { GivenOrders } from "../../conformance/evidence/given-orders.ts";
import type { Target } from "../../conformance/targets/target.ts";
import { runShellCommand } from "../child-process.ts";

/**
 * The source of orders. The command runs once, when the run asks for orders.
 * @param signal ends it
 */
export function commandOrders(command: string, signal: AbortSignal): NonNullable<Target["arrange"]> {
  let found: Promise<GivenOrders> | undefined;
  return async () => {
    found ??= runShellCommand("--orders-command", command, signal).then(readOrders);
    return namedOrders(await found)();
  };
}

const form = '{"pending": [101, 102], "shipped": [301]}';

function readOrders(text: string): GivenOrders {
  const json = readJson(text, (fact) => refuse(`it must print ${form}; ${fact}`));
  if (!isJsonObject(json)) return refuse(`it must print ${form}, got ${quoteValue(json)}.`);
  const unknown = Object.keys(json).find((name) => name !== "pending" && name !== "shipped");
  if (unknown !== undefined) refuse(`it must print ${form}, got a member ${quoteValue(unknown)}.`);
  return {
    pending: readIds(json.pending, "pending", refuse),
    shipped: readIds(json.shipped, "shipped", refuse),
  };
}

function refuse(fact: string): never {
  throw new BadInput(`Cannot use --orders-command: ${fact}`);
}
