/** The scripts with the shapes of their replies: whatever is at the address may answer anything. */

import { createHash } from "node:crypto";
import { beginScript, exchangeScript } from "./redis-scripts.ts";

export interface Script<Reply> {
  readonly text: string;
  /** The name by which Redis knows a script that it has run. */
  readonly sha: string;
  /** Undefined for a reply of another shape. */
  read(reply: unknown): Reply | undefined;
}

const script = <Reply>(text: string, read: Script<Reply>["read"]): Script<Reply> => ({
  text,
  sha: createHash("sha1").update(text).digest("hex"),
  read,
});

const isTexts = (values: unknown): values is readonly string[] =>
  Array.isArray(values) && values.every((value) => typeof value === "string");

export interface FoundStart {
  /** Milliseconds of Redis's clock. */
  readonly time: number;
  readonly generation: string;
  /** The start of the first mock; empty where there is none yet. */
  readonly facts: string;
  readonly firstOrders: string;
  /** Where worlds start from now; both empty for the first start. */
  readonly start: string;
  readonly orders: string;
}

export const begin = script(beginScript, (reply): FoundStart | undefined => {
  if (!isTexts(reply) || reply.length !== 6 || !/^\d{1,15}\.\d{3}$/.test(reply[0]!)) return undefined;
  const [time, generation = "", facts = "", firstOrders = "", start = "", orders = ""] = reply;
  return { time: Number(time), generation, facts, firstOrders, start, orders };
});

/** Nothing was stored: the world, or the start of worlds, has changed since the mock read it. */
export interface ChangedWorld {
  readonly outcome: "changed";
  readonly version: string;
  readonly generation: string;
  readonly start: string;
  readonly orders: string;
  /** Left out where the mock has them. */
  readonly ownText: string;
  /**
   * Empty for a new world. `parts`, its state apart from the orders; `own`, the version at which it got orders of its own;
   * and by its position each order that differs from the start, an empty text for one that was removed.
   */
  readonly fields: ReadonlyMap<string, string>;
  /**
   * The rest of what was asked for: the number of the newest entry and the journal's entries, or the time and the name, last use
   * and number of changed orders of each world.
   */
  readonly more: readonly string[];
}

export type ExchangeReply =
  | { readonly outcome: "done"; readonly version: string }
  | { readonly outcome: "full" }
  | { readonly outcome: "late" }
  | { readonly outcome: "gone" }
  | ChangedWorld;

export const exchange = script(exchangeScript, (reply): ExchangeReply | undefined => {
  if (!Array.isArray(reply)) return undefined;
  const [outcome, ...rest] = reply as readonly unknown[];
  if (outcome === "full" || outcome === "late" || outcome === "gone") return { outcome };
  const [texts, flat, more] = [rest.slice(0, 5), rest[5] ?? [], rest[6] ?? []];
  if (!isTexts(texts) || !isTexts(flat) || !isTexts(more)) return undefined;
  const [version, generation = "", start = "", orders = "", ownText = ""] = texts;
  if (outcome === "done" && version !== undefined) return { outcome, version };
  if (outcome !== "changed" || version === undefined || rest.length !== 7) return undefined;
  const fields = new Map<string, string>();
  for (let at = 0; at < flat.length; at += 2) fields.set(flat[at]!, flat[at + 1] ?? "");
  return { outcome, version, generation, start, orders, ownText, fields, more };
});
