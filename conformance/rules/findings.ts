/** Everything that contradicts the document in a history, found once however many requirements ask. */

import type { History } from "../history/history.ts";
import { type FoundListFault, listFaults, splitByCancel } from "./list-faults.ts";
import { type DataFault, dataFaults } from "./order-data.ts";
import { pendingFaults } from "./pending-orders.ts";
import { type ShippedFault, shippedFaults } from "./shipped-orders.ts";
import type { TimelineFault } from "./timeline-fault.ts";
import { type UnknownFault, unknownFaults } from "./unknown-orders.ts";

export interface Findings {
  readonly pending: readonly TimelineFault[];
  readonly shipped: readonly ShippedFault[];
  readonly data: readonly DataFault[];
  readonly unknown: readonly UnknownFault[];
  readonly lists: { readonly own: readonly FoundListFault[]; readonly byCancel: readonly FoundListFault[] };
}

const known = new WeakMap<History, { readonly calls: number; readonly findings: Findings }>();

export function findContradictions(history: History): Findings {
  const before = known.get(history);
  if (before?.calls === history.calls.length) return before.findings;
  const findings = {
    pending: pendingFaults(history),
    shipped: shippedFaults(history),
    data: dataFaults(history),
    unknown: unknownFaults(history),
    lists: splitByCancel(listFaults(history), history.earlier?.listFaults),
  };
  known.set(history, { calls: history.calls.length, findings });
  return findings;
}
