/** Cancels after which an order has changed that was not given: seen in the lists before and after them. */

import type { History, ListCall } from "./history.ts";
import { idsChanged, idsMissing } from "./list-reading.ts";
import { type Call, mayAct } from "./read-call.ts";

export interface StrayEffect {
  /** Not given, and gone from the list or shown otherwise. */
  readonly order: bigint;
  /** Was under way meanwhile, and may have acted. */
  readonly suspect: Call;
  /** The list that shows it. */
  readonly shownBy: Call;
  /** Whether it is the only such call, and its own order stayed as it was. */
  readonly isCertain: boolean;
  /** Whether all calls meanwhile that might act were refused with a 4xx. */
  readonly isRefused: boolean;
}

export interface StrayWatchOptions {
  /** Whether calls that were refused with a 4xx count as suspects where there are no others. */
  readonly suspectsRefused?: boolean;
}

/**
 * Changes by other clients are no effects of the run. An order that changes while no acting request is under way shows that
 * there are such clients; then only a cancel whose own order stayed as it was counts as a suspect.
 */
export function createStrayWatch(history: History, { suspectsRefused = false }: StrayWatchOptions = {}) {
  let seen = 0;
  let before: ListCall | undefined;
  let isStill = true;
  /** Whether the data of most orders change by themselves: then only a missing order is an effect. */
  let isMoving = false;
  return {
    find,
    /** Whether no order has changed while no suspect was under way, so that no other client has been seen. */
    isStill: () => isStill,
  };

  /** Looks at the lists that have come since it was last asked. */
  function find(): StrayEffect | undefined {
    for (const after of history.lists.slice(seen)) {
      seen++;
      const { call, list } = after;
      if (call.query !== undefined || call.isSpecial || list.fault || !list.allHaveIds) continue;
      const last = before;
      before = after;
      if (!last || last.list === list) continue;
      const isOthers = (id: bigint) => !history.isOrder(id);
      const [gone] = idsMissing(last.list, list).filter(isOthers);
      const changed = idsChanged(last.list, list).filter(isOthers);
      const isMost = changed.length * 2 > list.digests.length;
      const during = history.calls.filter(
        (each) => each.sentAt >= last.call.sentAt && each.sentAt <= call.endedAt,
      );
      const between = during.filter(mayHaveActed);
      isMoving ||= isMost && between.length === 0;
      const order = gone ?? (isMost || isMoving ? undefined : changed[0]);
      if (order === undefined) continue;
      // If other clients are active, reads of an order's path are not suspects.
      const suspect = between.find(
        (each) => isStill || (mayAct(each.exchange.request) && !hasOwnEffect(each, last, after)),
      );
      if (suspect) {
        const isCertain = isStill && between.length === 1 && !hasOwnEffect(suspect, last, after);
        return { order, suspect, shownBy: call, isCertain, isRefused: false };
      }
      if (between.length > 0) continue;
      const refused = suspectsRefused ? during.find(isRefusedAct) : undefined;
      if (!refused) isStill = false;
      else if (isStill) return { order, suspect: refused, shownBy: call, isCertain: false, isRefused: true };
    }
    return undefined;
  }
}

function mayHaveActed({ operation, exchange, status }: Call): boolean {
  if (operation === "list" || operation === "head" || operation === "pet" || exchange.notSent) return false;
  return status === undefined || status < 300 || status >= 500;
}

const isRefusedAct = ({ exchange, status = 0 }: Call): boolean =>
  mayAct(exchange.request) && status >= 400 && status < 500;

/** Whether the order that a cancel names left the list, or is shown otherwise. */
function hasOwnEffect({ id }: Call, before: ListCall, after: ListCall): boolean {
  if (id?.value === undefined) return false;
  const { value } = id;
  const [one, other] = [before, after].map(({ list }) => list.watched.get(value));
  return one !== undefined && textOf(one) !== textOf(other);
}

const textOf = (order: unknown): string =>
  JSON.stringify(order, (_name, value: unknown) => (typeof value === "bigint" ? `${value}` : value)) ?? "";
