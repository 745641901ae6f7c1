/** What the scripts of a world answer, read. */

/** The world is as the replica knew it, and what it sent is kept. */
export interface Done {
  readonly outcome: "done";
  readonly version: string;
  readonly count: string;
}
/** Nothing was kept: the world, or where worlds start from, is another than the replica knew. */
export interface Changed {
  readonly outcome: "changed";
  readonly version: string;
  readonly count: string;
  readonly generation: string;
  /** Given where the generation is another; empty text for the start of the mock. */
  readonly start: string;
  readonly startOrders: string;
  readonly state: FreshState | LogState | WholeState;
}
interface FreshState {
  readonly kind: "fresh";
}
/** Changes that follow what the replica knew. */
interface LogState {
  readonly kind: "log";
  readonly entries: readonly LogEntry[];
}
export interface LogEntry {
  /** Empty where they stayed. */
  readonly parts: string;
  readonly pairs: Pairs;
}
export interface WholeState {
  readonly kind: "whole";
  /** Empty for those of a new world. */
  readonly parts: string;
  /** The version at which it got orders of its own; empty for none. */
  readonly ownId: string;
  /** Left out where the replica has them. */
  readonly ownText: string;
  readonly pairs: Pairs;
}
/** Positions with orders as text, empty for one that was removed. */
export type Pairs = readonly (readonly [position: number, text: string])[];

export type ExchangeReply =
  | Done
  | Changed
  /** There are too many worlds. */
  | { readonly outcome: "full" }
  /** Nothing was kept: the time for it is over. */
  | { readonly outcome: "late" }
  /** Redis has lost everything. */
  | { readonly outcome: "gone" };

export function readReply(reply: readonly unknown[]): ExchangeReply {
  const [outcome, version, count, generation, start, startOrders, kind] = reply as readonly string[];
  if (outcome === "done") return { outcome, version: version!, count: count! };
  if (outcome === "full" || outcome === "late" || outcome === "gone") return { outcome };
  return {
    outcome: "changed",
    version: version!,
    count: count!,
    generation: generation!,
    start: start ?? "",
    startOrders: startOrders ?? "",
    state: readState(kind ?? "", reply),
  };
}

function readState(kind: string, reply: readonly unknown[]): Changed["state"] {
  if (kind === "log") {
    const entries = reply[7] as readonly (readonly [id: string, fields: readonly string[]])[];
    return {
      kind,
      entries: entries.map(([, fields]) => ({ parts: fields[5]!, pairs: readPairs(fields.slice(6)) })),
    };
  }
  if (kind !== "whole") return { kind: "fresh" };
  const [parts, ownId, ownText, changes] = reply.slice(7) as [string, string, string, readonly string[]];
  return { kind, parts, ownId, ownText, pairs: readPairs(changes).toSorted(([a], [b]) => a - b) };
}

function readPairs(flat: readonly string[]): Pairs {
  return Array.from(
    { length: flat.length / 2 },
    (_, index) => [Number(flat[2 * index]), flat[2 * index + 1]!] as const,
  );
}
