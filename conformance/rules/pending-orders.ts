/**
 * The timeline of each pending order: pending, then cancelled once, by its own
 * cancel and nothing else. For every order there must be an order of its
 * overlapping calls in which this is what happened.
 */

import { isLost } from "../history/exchange.ts";
import type { History, ListCall } from "../history/history.ts";
import type { Call } from "../history/read-call.ts";
import { firstPossibleCancel, isOwnCancel, mayCancel, mayHaveActed, ownCancels } from "./acts.ts";
import { attributeEffect } from "./attribute-effect.ts";
import { type Contradiction, isSuccess } from "./contradiction.ts";
import {
  comesAndGoes,
  isBackInFlicker,
  isMissing,
  leavesByItself,
  missingText,
  plainLists,
  shown,
} from "./listed-orders.ts";
import { isListsOwn, untouchedMissing } from "./lists-own.ts";
import { explainRefusal, mayBeTaken } from "./refused-cancels.ts";
import { isSaidOfNothing } from "./state-before.ts";
import { effectFault, overlap, type TimelineFault, withFewestCauses } from "./timeline-fault.ts";

/** The faults in all timelines, in the order of the given orders. */
export function pendingFaults(history: History): readonly TimelineFault[] {
  const isAnyCancelled = history.given.pending.some((order) =>
    ownCancels(history, order).some(({ status }) => isSuccess(status)),
  );
  const timelines = (refused: ReadonlySet<number>) =>
    history.given.pending.flatMap((order) => timelineFaults(history, order, isAnyCancelled, refused));
  const faults = timelines(new Set());
  const refused = new Set(faults.flatMap((fault) => (fault.kind === "refused" ? (fault.status ?? []) : [])));
  const isMixed = faults.some(({ kind }) => kind === "effect" || kind === "unexplained");
  return [
    ...(isAnyCancelled ? [] : answersLost(history)),
    ...withFewestCauses(refused.size > 0 && isMixed ? timelines(refused) : faults),
  ];
}

/** As many as a call that may be repeated is sent. */
const mostLost = 5;

/** A network loses an answer now and then. It does not lose each one that counts. */
function answersLost({ calls, given }: History): readonly TimelineFault[] {
  const lost = calls.filter(
    (call) => isLost(call.exchange) && given.pending.some((order) => isOwnCancel(call, order)),
  );
  if (lost.length < mostLost) return [];
  const { exchange } = lost[0]!;
  return [
    { kind: "refused", found: { expected: "204", received: exchange.failure ?? "no answer", exchange } },
  ];
}

/** @param refused statuses with which other pending orders are refused, though nothing can have been done to them */
function timelineFaults(
  history: History,
  order: bigint,
  isAnyCancelled: boolean,
  refused: ReadonlySet<number>,
): readonly TimelineFault[] {
  const own = ownCancels(history, order);
  const done = own.filter(({ status }) => isSuccess(status));
  const [first] = done.toSorted((one, other) => one.endedAt - other.endedAt);
  // Of several at once the one that is answered as the document has it.
  const winner = first && (done.find((call) => call.status === 204 && overlap(call, first)) ?? first);
  // A cancel that asks for more than the document has, and that the server took for this order's.
  const taker = history.calls.find((call) => mayCancel(call, order) && isSuccess(call.status));
  const faults: TimelineFault[] = [];
  for (const call of own) {
    if (!winner && !isSuccess(call.status) && mayBeTaken(history, order, call)) continue;
    const fault = badStatus(call, winner ?? taker);
    if (fault) faults.push(fault);
  }
  faults.push(...repeatedWins(history, order, own, winner));
  const refusal = own.find(({ status }) => status !== undefined && status >= 400 && status < 500);
  const unseen = firstUnexplainedMissing(history, order, winner);
  // Whoever refused first shows it, or the list does.
  if (
    refusal &&
    !faults.some(({ kind }) => kind === "refused") &&
    isUnexplained(history, order, refusal, winner)
  ) {
    if (!unseen || refusal.endedAt < unseen.call.endedAt) {
      const explained = explainRefusal(history, order, refusal, own, isAnyCancelled, refused);
      return explained ? [...faults, explained] : faults;
    }
  }
  if (unseen) faults.push(explainMissing(history, order, unseen));
  return faults;
}

/** A status that the document gives no cancel of this order, whatever state it is in. */
function badStatus(call: Call, winner: Call | undefined): TimelineFault | undefined {
  const { status, exchange } = call;
  if (status === 204 || status === 404 || status === 409) {
    const isEarly = status !== 204 && winner !== undefined && call.endedAt < winner.sentAt;
    return isEarly
      ? {
          kind: "refused",
          found: { expected: "status 204", received: String(status), exchange, witnesses: [winner.exchange] },
        }
      : undefined;
  }
  if (winner && call !== winner && call.endedAt > winner.sentAt) return undefined;
  const received = status === undefined ? (exchange.failure ?? "no answer") : String(status);
  return { kind: "refused", found: { expected: "status 204", received, exchange } };
}

function repeatedWins(
  history: History,
  order: bigint,
  own: readonly Call[],
  winner: Call | undefined,
): readonly TimelineFault[] {
  if (!winner) return [];
  const others = history.calls.filter(
    (call) =>
      call !== winner &&
      isSuccess(call.status) &&
      mayCancel(call, order) &&
      call.endedAt > winner.sentAt &&
      !isSaidOfNothing(history, call),
  );
  return others.map((call) => {
    const inRace = overlap(call, winner) && own.includes(call);
    const expected = inRace
      ? "only one 2xx among simultaneous cancels of one order"
      : "a refusal, since the order was cancelled before";
    const found = {
      expected,
      received: String(call.status),
      exchange: call.exchange,
      witnesses: [winner.exchange],
    };
    return { kind: inRace ? "twoWinners" : "again", found };
  });
}

/** A refusal of an order that no call can have cancelled before. */
function isUnexplained(history: History, order: bigint, refusal: Call, winner: Call | undefined): boolean {
  if (winner) return false;
  const others = history.calls.filter(
    (call) => call !== refusal && mayCancel(call, order) && mayHaveActed(call),
  );
  return others.every((call) => call.sentAt >= refusal.endedAt);
}

/** The first list that lacks the order although no call can have cancelled it. */
function firstUnexplainedMissing(
  history: History,
  order: bigint,
  winner: Call | undefined,
): ListCall | undefined {
  const possible = Math.min(firstPossibleCancel(history, order), winner?.sentAt ?? Number.POSITIVE_INFINITY);
  const refused = ownCancels(history, order).find(({ status }) => status !== undefined && status >= 400);
  const until = Math.min(possible, refused && !winner ? refused.sentAt : Number.POSITIVE_INFINITY);
  return plainLists(history).find((each) => each.call.endedAt <= until && isMissing(each, order));
}

function explainMissing(history: History, order: bigint, unseen: ListCall): TimelineFault {
  const found: Contradiction = {
    expected: `order ${order} in the list`,
    received: missingText([order], unseen.list),
    exchange: unseen.call.exchange,
  };
  const before = plainLists(history).findLast(
    (each) => each.call.endedAt <= unseen.call.sentAt && shown(each, order),
  );
  if (!before || comesAndGoes(history, order) || isBackInFlicker(history, order, unseen))
    return { kind: "missing", found };
  const others = untouchedMissing(history, order, before, unseen);
  const [from, to] = [before.call.sentAt, unseen.call.endedAt];
  const attribution = attributeEffect(history, order, from, to, others.length === 0);
  // Where others leave the list while nobody does anything, so does this one, unless a call says that it did it.
  const isAnsweredSuccess = attribution.suspects.some(({ answer }) => isSuccess(answer?.status));
  const isUsual = !isAnsweredSuccess && history.given.pending.some((id) => leavesByItself(history, id));
  if (isUsual || attribution.suspects.length === 0 || isListsOwn(history, order, unseen, others, attribution))
    return { kind: "missing", found };
  const witnesses = [unseen.call.exchange, before.call.exchange, ...attribution.suspects.slice(1)];
  return effectFault(attribution, {
    ...found,
    expected: `order ${order} still listed`,
    exchange: attribution.suspects[0]!,
    witnesses,
  });
}
