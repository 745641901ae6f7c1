/** Calls after which an order has changed that was not given: seen in the lists before and after them. */

import { type Exchange, mayHaveActed, type OutgoingRequest } from "./exchange.ts";
import type { History, ListCall } from "./history.ts";
import { idsChanged, idsMissing } from "./list-reading.ts";
import { type Call, type CallOperation, isKeyed, mayAct, type ReadRequest } from "./read-call.ts";

export interface StrayEffect {
  /** An order that was not given, and has left the list or changed. */
  readonly order: bigint;
  /** A call that was under way meanwhile, and may have acted. */
  readonly suspect: Call;
  /** The list that shows it. */
  readonly shownBy: Call;
  /** Whether it is the only call that may act, and its own order was not changed. */
  readonly isCertain: boolean;
  /** Whether no other call was under way, apart from lists as the run's first one. */
  readonly isOnly: boolean;
  /** Whether all calls meanwhile that might act were refused or redirected. */
  readonly isRefused: boolean;
}

/**
 * Changes by other clients are not effects of the run. An order that changes while no acting request is under way shows that
 * there are such clients; then only a cancel that did not change its own order counts as a suspect.
 * @param suspectsRefused whether other calls count as suspects where there are none: refused and redirected ones, otherwise reads
 */
export function createStrayWatch(history: History, suspectsRefused = false) {
  let seen = 0;
  let before: ListCall | undefined;
  let isStill = true;
  /** Whether the data of most orders change spontaneously: then only a missing order is an effect. */
  let isMoving = false;
  /** The latest changes that no call explains yet: a call under way is recorded after the list that shows its effect. */
  let unexplained: readonly Change[] = [];
  return {
    find,
    /** Whether no order has changed while no suspect was under way, so that no other client has been seen. */
    isStill: () => isStill,
  };

  /** Examines the lists since the last time, and again a few earlier changes. */
  function find(): StrayEffect | undefined {
    const changes = [...unexplained, ...newChanges()];
    for (const [at, change] of changes.entries()) {
      change.wasStill ??= isStill;
      const effect = explain(change, change.wasStill);
      isStill = effect ? change.wasStill : false;
      if (!effect) continue;
      unexplained = changes.filter((_, other) => other !== at).slice(-maxUnexplained);
      return effect;
    }
    unexplained = changes.slice(-maxUnexplained);
    return undefined;
  }

  /** Changes of orders that were not given, between each new list and the list before it. */
  function newChanges(): readonly Change[] {
    const changes: Change[] = [];
    for (const after of history.lists.slice(seen)) {
      seen++;
      const { call, list } = after;
      if (call.query !== undefined || call.isSpecial || list.fault || !list.allHaveIds) continue;
      const last = before;
      before = after;
      if (!last || last.list === list) continue;
      const gone = idsMissing(last.list, list).find(isOthers);
      const changed = idsChanged(last.list, list).filter((id) => !history.isOrder(id));
      const isMost = changed.length * 2 > list.digests.length;
      isMoving ||= isMost && !callsBetween(last, after).some(mayChangeOrders);
      const order = gone ?? (isMost || isMoving ? undefined : changed.find(isOthers));
      if (order !== undefined) changes.push({ last, after, order });
    }
    return changes;
  }

  function explain({ last, after, order }: Change, wasStill: boolean): StrayEffect | undefined {
    const during = callsBetween(last, after);
    const between = during.filter(mayChangeOrders);
    const isOnly = during.filter((call) => !isOwnList(call, history)).length === 1;
    const effect = { order, shownBy: after.call, isOnly };
    // If other clients are active, reads of an order's path are not suspects.
    const suspect = between.find(
      (each) => wasStill || (mayAct(each.exchange.request) && !hasOwnEffect(each, last, after)),
    );
    if (suspect) {
      const isCertain = wasStill && between.length === 1 && !hasOwnEffect(suspect, last, after);
      return { ...effect, suspect, isCertain, isRefused: false };
    }
    if (!suspectsRefused || !wasStill || between.length > 0) return undefined;
    const refused = during.filter(isRefusedAct);
    const [first] = refused.length > 0 ? refused : during.filter((call) => isOtherRead(call, history));
    return first && { ...effect, suspect: first, isCertain: refused.length === 1 || isOnly, isRefused: true };
  }

  /** Whether an order is another client's: one with an id that the run made up was created by the run's own call. */
  function isOthers(order: bigint): boolean {
    return !history.isOrder(order) && !history.calls.some(({ id }) => id?.value === order);
  }

  /** Calls that were under way between two lists. */
  function callsBetween(last: ListCall, { call }: ListCall): readonly Call[] {
    return history.calls.filter(
      ({ sentAt, endedAt }) => endedAt >= last.call.sentAt && sentAt <= call.endedAt,
    );
  }
}

/** An order that two lists show differently. */
interface Change {
  readonly last: ListCall;
  readonly after: ListCall;
  readonly order: bigint;
  /** Whether no other client had been seen before. */
  wasStill?: boolean;
}

/** Number of changes that are examined again. */
const maxUnexplained = 8;

/** Operations that change no order. */
const reads: ReadonlySet<CallOperation> = new Set(["list", "head", "pet"]);

const mayChangeOrders = ({ operation, exchange }: Call): boolean =>
  !reads.has(operation) && mayHaveActed(exchange);

const isRefusedAct = ({ exchange, status = 0 }: Call): boolean =>
  mayAct(exchange.request) && status >= 300 && status < 500;

const isOtherRead = (call: Call, history: History): boolean =>
  !mayAct(call.exchange.request) && !isOwnList(call, history);

/** Whether a call is a list as the run's first one was sent: such lists show which calls change orders. */
export function isOwnList(
  call: ReadRequest & { exchange: Pick<Exchange, "request"> },
  history: History,
): boolean {
  const first = history.lists[0]?.call.exchange.request ?? call.exchange.request;
  return isKeyed(call, "list") && headersOf(call.exchange.request) === headersOf(first);
}

const headersOf = ({ path, headers }: OutgoingRequest): string =>
  JSON.stringify([path, ...headers.map(([name, value]) => [name.toLowerCase(), value])]);

/** Whether the order that a cancel names left the list, or changed. */
function hasOwnEffect({ id }: Call, before: ListCall, after: ListCall): boolean {
  if (id?.value === undefined) return false;
  const { value } = id;
  const [one, other] = [before, after].map(({ list }) => list.watched.get(value));
  return one !== undefined && textOf(one) !== textOf(other);
}

const textOf = (order: unknown): string =>
  JSON.stringify(order, (_name, value: unknown) => (typeof value === "bigint" ? `${value}` : value)) ?? "";
