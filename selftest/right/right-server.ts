/** A right but odd server: it keeps the document in a way one might not expect. No requirement may fail on it. */

import type { Json } from "../../base/json.ts";
import type { Mock } from "../../mocks/mock.ts";
import type { MockOptions } from "../../mocks/mock-options.ts";
import type { Handle } from "../broken/broken-server.ts";

export interface RightServer {
  readonly id: string;
  /** What is odd about it. */
  readonly description: string;
  readonly options?: MockOptions;
  readonly build: (mock: Mock) => Handle;
  /** Musts that cannot be tested on it, however many orders a run has. */
  readonly untestable?: readonly string[];
}

/** A copy in another order. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other]!, copy[last]!];
  }
  return copy;
}

export type OrderFields = Record<string, Json>;

/** One of a few values, the same for the same order. */
export function pick<T>(values: readonly T[], { id }: OrderFields): T {
  const place = typeof id === "bigint" ? BigInt.asUintN(31, id) : 0n;
  return values[Number(place) % values.length]!;
}
