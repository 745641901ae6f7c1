/** A world's orders and profile as a short text. `restore-snapshot.ts` reads it. */

import { formatJson } from "../../base/json.ts";
import { inBatches, type Steps } from "../../base/steps.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { questionIds } from "../../spec/open-questions.ts";
import { defaultProfile } from "../../spec/profile.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import { type OrderView, viewOf } from "../core/order-store.ts";
import { checksumOfBase, formatIds, formatSnapshotText } from "./snapshot-text.ts";
import type { WorldState } from "./world-state.ts";

/** Stands for orders that are the user's own, not a scenario's. */
export const ownFixtures = "fixtures";

/** The source, what differs from it, and the answers that differ from the default profile's. */
export function* formatSnapshot({ source, store, profile }: WorldState): Steps<string> {
  const view = viewOf(store);
  const { removed, put, ...moved } = yield* changesOf(view);
  const { seed, count, fixtures } = source;
  return formatSnapshotText({
    seed: String(seed),
    orders: String(count),
    ...(fixtures !== undefined && { source: typeof fixtures === "string" ? fixtures : ownFixtures }),
    start: yield* checksumOfBase(view.base),
    pending: formatIds(moved.pending),
    shipped: formatIds(moved.shipped),
    cancelled: formatIds(moved.cancelled),
    removed: formatIds(removed),
    ...(put.length > 0 && { put: toBase64url(formatJson(put)) }),
    profile: questionIds
      .filter((question) => profile[question] !== defaultProfile[question])
      .map((question) => `${question}:${profile[question]}`)
      .join(),
  });
}

interface Changes extends Record<OrderStatus, bigint[]> {
  /** Of the base's orders those that are gone. */
  readonly removed: bigint[];
  /** Orders that differ in more than their state, in list order. */
  readonly put: FixtureOrder[];
}

function* changesOf(view: OrderView): Steps<Changes> {
  const changes: Changes = { pending: [], shipped: [], cancelled: [], removed: [], put: [] };
  const entries = [...view.changes()].sort(([a], [b]) => a - b);
  yield* inBatches(entries, ([position, order]) => {
    const before = view.base.orders[position];
    if (!order) {
      if (before) changes.removed.push(before.id);
    } else if (before && formatJson({ ...before, status: order.status }) === formatJson(order)) {
      if (before.status !== order.status) changes[order.status].push(order.id);
    } else {
      changes.put.push(order);
    }
  });
  return changes;
}

/** RFC 4648, 5, without padding. */
function toBase64url(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
