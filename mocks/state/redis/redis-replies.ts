/** The scripts with the shapes of their replies: whatever is at the address may answer anything. */

import { beginScript, exchangeScript, journalScript, worldsScript } from "./redis-scripts.ts";

export interface Script<Reply> {
  readonly text: string;
  /** Undefined for a reply of another shape. */
  read(reply: unknown): Reply | undefined;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isWhole = (value: unknown) => /^\d{1,15}$/.test(String(value));
const isTexts = (values: unknown): values is readonly string[] =>
  Array.isArray(values) && values.every(isText);

export const begin: Script<{
  /** Milliseconds of Redis's clock. */
  readonly time: number;
  /** The stored start; undefined where there is none yet. */
  readonly found: Record<"generation" | "facts" | "firstOrders" | "start" | "orders", string> | undefined;
}> = {
  text: beginScript,
  read(reply) {
    if (!Array.isArray(reply) || reply.length !== 7) return undefined;
    const [seconds, micros, ...kept] = reply as readonly unknown[];
    if (!isWhole(seconds) || !isWhole(micros)) return undefined;
    const time = Number(seconds) * 1000 + Number(micros) / 1000;
    const texts = kept.map((value) => value ?? "");
    if (!isTexts(texts)) return undefined;
    const [generation = "", facts = "", firstOrders = "", start = "", orders = ""] = texts;
    return { time, found: facts === "" ? undefined : { generation, facts, firstOrders, start, orders } };
  },
};

export const readJournal: Script<{ readonly newest: number; readonly entries: readonly string[] }> = {
  text: journalScript,
  read(reply) {
    if (!isTexts(reply) || !isWhole(reply[0])) return undefined;
    const [newest, ...entries] = reply;
    return { newest: Number(newest), entries };
  },
};

export const readWorlds: Script<{
  readonly time: number;
  readonly worlds: readonly (readonly [name: string, usedAt: number, changedOrders: number])[];
}> = {
  text: worldsScript,
  read(reply) {
    if (!Array.isArray(reply) || reply.length % 3 !== 1 || !isWhole(reply[0])) return undefined;
    const worlds = Array.from(
      { length: (reply.length - 1) / 3 },
      (_, place) => reply.slice(3 * place + 1, 3 * place + 4) as [string, unknown, unknown],
    );
    if (!worlds.every(([name, ...numbers]) => isText(name) && numbers.every(isWhole))) return undefined;
    return {
      time: Number(reply[0]),
      worlds: worlds.map(([name, usedAt, changed]) => [name, Number(usedAt), Number(changed)]),
    };
  },
};

/** Nothing was stored: the world, or the start of worlds, has changed since the mock read it. */
export interface ChangedWorld {
  readonly outcome: "changed";
  readonly version: string;
  readonly generation: string;
  readonly start: string;
  readonly orders: string;
  /** Empty for those of a new world. */
  readonly parts: string;
  /** The version at which it got orders of its own; empty for none. */
  readonly ownId: string;
  /** Left out where the mock has them. */
  readonly ownText: string;
  /** Positions with orders as text, empty for one that was removed; in order. */
  readonly pairs: readonly (readonly [position: number, text: string])[];
}

export const exchange: Script<
  | { readonly outcome: "done"; readonly version: string }
  | { readonly outcome: "full" }
  | { readonly outcome: "late" }
  | { readonly outcome: "gone" }
  | ChangedWorld
> = {
  text: exchangeScript,
  read(reply) {
    if (!Array.isArray(reply)) return undefined;
    const [outcome, version, ...more] = reply as readonly unknown[];
    if (outcome === "full" || outcome === "late" || outcome === "gone") return { outcome };
    if (!isText(version)) return undefined;
    if (outcome === "done") return { outcome, version };
    const flat = more.pop();
    if (outcome !== "changed" || more.length !== 6 || !isTexts(more) || !isTexts(flat)) return undefined;
    const pairs = Array.from(
      { length: flat.length / 2 },
      (_, index) => [Number(flat[2 * index]), flat[2 * index + 1]!] as const,
    );
    if (flat.length % 2 !== 0 || !flat.every((text, at) => at % 2 === 1 || isWhole(text))) return undefined;
    const [generation = "", start = "", orders = "", parts = "", ownId = "", ownText = ""] = more;
    pairs.sort(([a], [b]) => a - b);
    return { outcome, version, generation, start, orders, parts, ownId, ownText, pairs };
  },
};
