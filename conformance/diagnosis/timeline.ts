/** The calls of a history that show the state of a given order, and those that may have changed it. */

import { mayHaveActed } from "../evidence/exchange.ts";
import type { History, ListCall } from "../evidence/history.ts";
import { type Call, overlap } from "../evidence/read-call.ts";
import { expectStatus, inconclusiveReason, isRefusedForHeaders, isSuccess } from "./contradiction.ts";
import {
  type Deviation,
  type DeviationKind,
  deviationOf,
  effectDeviations,
  readDeviations,
  type Use,
} from "./deviations.ts";
import {
  callsNaming,
  dropsCancelled,
  isAnsweredAsKeyless,
  isAnsweredAsUnknown,
  isMissing,
  isOwnCancel,
  isSpecialCancel,
  mayCancel,
  ownCancels,
  plainLists,
  repeatsOf,
  shown,
  suspectsOf,
} from "./order-calls.ts";

/**
 * A call that shows the order's state. An order changes at most once: a call that had ended before the change is judged with
 * the old state, one that was sent later with the new state, and one under way meanwhile with the cheaper of both.
 */
export interface StateEvidence {
  readonly call: Call;
  /** The deviation if the order had not changed before it; undefined if there is none. */
  readonly before?: Use | undefined;
  readonly after?: Use | undefined;
  /** Whether this call alone shows that the order had changed. */
  readonly showsChange: boolean;
}

/** A call that may change the order by the document, and the deviation where its answer denies a change. */
export interface Agent {
  readonly call: Call;
  readonly deviation?: Deviation | undefined;
}

export type Timeline = ReturnType<typeof timelineOf>;

export function timelineOf(history: History, order: bigint, isShipped: boolean) {
  const cancels = callsNaming(history, order).filter((call) => mayCancel(call, order));
  const isRace = (call: Call) => cancels.some((other) => other !== call && overlap(other, call));
  const seen = cancels.flatMap(
    (call) =>
      evidenceOfCancel(history, call, order, isShipped, isRace(call) ? "raceRefused" : "refused") ?? [],
  );
  return {
    order,
    isShipped,
    stateEvidence: [...seen, ...evidenceOfLists(history, order, isShipped)],
    agents: cancels.flatMap((call) => agentOf(call, order, isShipped) ?? []),
  };
}

const use = (kind: Exclude<DeviationKind, "effect">, call: Call): Use => ({
  deviation: deviationOf(kind),
  call,
});

function evidenceOfLists(history: History, order: bigint, isShipped: boolean): readonly StateEvidence[] {
  const lists = plainLists(history);
  const lastMissing = lists.findLastIndex((each) => isMissing(each, order));
  const staying = deviationOfStaying(history, order, isShipped);
  const evidenceOf = (each: ListCall, index: number): readonly StateEvidence[] => {
    const { call } = each;
    if (shown(each, order))
      return [{ call, after: use(index < lastMissing ? "leavesLater" : staying, call), showsChange: false }];
    return isMissing(each, order) ? [{ call, before: use("missing", call), showsChange: true }] : [];
  };
  return lists.flatMap(evidenceOf);
}

/** The deviation of a changed order that stays in the list. */
function deviationOfStaying(history: History, order: bigint, isShipped: boolean) {
  if (!isShipped && !dropsCancelled(history)) return "stays";
  return !isShipped && isRefusedAsShipped(history, order) ? "shipsInstead" : "staysOddly";
}

/** Whether an order is refused like shipped ones and unlike cancelled ones, so that it may have shipped. */
function isRefusedAsShipped(history: History, order: bigint): boolean {
  const refusals = ownCancels(history, order).map(({ status }) => status);
  const isCancelled409 = repeatsOf(history).later.some(({ status }) => status === 409);
  return refusals.length > 0 && refusals.every((status) => status === 409) && !isCancelled409;
}

function evidenceOfCancel(
  history: History,
  call: Call,
  order: bigint,
  isShipped: boolean,
  refused: "refused" | "raceRefused",
): StateEvidence | undefined {
  if (inconclusiveReason(call) !== undefined) return undefined;
  const { status } = call;
  const isOwn = isOwnCancel(call, order);
  const isDone = isSuccess(status);
  if (!isOwn && isDone && (isAnsweredAsUnknown(history, call) || isAnsweredAsKeyless(history, call)))
    return undefined;
  if (!isOwn && !isDone && !isSpecialCancel(call, order)) return undefined;
  if (isShipped) {
    if (!isOwn && isDone && !call.isPlain) return undefined;
    // It is not shown whether a server knows a path with a query.
    const isRight = expectStatus(call, call.query === undefined ? [409] : [404, 409]) === undefined;
    const before = isRight ? undefined : use("shippedStatus", call);
    const after = status === 404 ? undefined : (before ?? use("refusedAsBefore", call));
    return { call, before, after, showsChange: false };
  }
  if (isDone)
    return {
      call,
      before: isOwn ? use("idle", call) : undefined,
      after: use("again", call),
      showsChange: false,
    };
  if (!isOwn || isRefusedForHeaders(call)) return undefined;
  const isRefusal = status === 404 || status === 409;
  return { call, before: use(isRefusal ? refused : "status", call), showsChange: isRefusal };
}

function agentOf(call: Call, order: bigint, isShipped: boolean): Agent | undefined {
  if (call.exchange.notSent) return undefined;
  const { status } = call;
  if (isShipped) return { call, deviation: deviationOf(isSuccess(status) ? "shippedStatus" : "ownShipped") };
  const isOwn = isOwnCancel(call, order);
  const isInconclusive = inconclusiveReason(call) !== undefined;
  if (status === 204 || ((!isOwn || isInconclusive) && mayHaveActed(call.exchange))) return { call };
  // A refused call that is not the order's own cancel must not change the order.
  if (!isOwn)
    return {
      call,
      deviation: effectDeviations({ call, effectKind: "other", isNamed: true, isDone: false })[0],
    };
  const isRefusal = status === 404 || status === 409;
  // Sent again after a 429 or 503: if the order is already cancelled, the first try may have done it.
  if (isRefusal && call.exchange.putOff !== undefined) return { call, deviation: deviationOf("putOff") };
  return { call, deviation: deviationOf(isInconclusive || isRefusal ? "own" : "status") };
}

/** Calls that must not change the order, each with the deviations if it did: at once, late, and later. */
export const deviationsOfSuspects = (
  history: History,
  order: bigint,
): readonly { readonly call: Call; readonly deviations: readonly Deviation[] }[] => [
  ...suspectsOf(history, order).map((suspect) => ({
    call: suspect.call,
    deviations: effectDeviations(suspect),
  })),
  ...plainLists(history).map(({ call }) => ({ call, deviations: readDeviations })),
];
