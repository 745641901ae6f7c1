/** Sections 3 and 4.2: a pending order is cancelled, everything else is refused. */

import type { Exchange } from "../history/exchange.ts";
import { headerOf } from "../history/exchange.ts";
import { isLost, type Judge } from "../history/judge.ts";
import {
  allHaveIds,
  changedFields,
  fieldsChangedElsewhere,
  findOrder,
  listOf,
  passingFields,
  repeatedId,
} from "../rules/listed-orders.ts";
import { orderTypeFault } from "../rules/order-type-fault.ts";
import { cancelledPending, lastingProofs, racedPending, shippedOrder } from "../scenarios/given-orders.ts";
import { unknownOrders } from "../scenarios/look.ts";
import { expectNotDone, expectRefusalStatus, isDone, requireFirstCancel } from "./cancel-answers.ts";
import { type Requirement, requirement } from "./requirement.ts";
import { expectStillPending } from "./still-pending.ts";

const later = { cancelled: cancelledPending, proofs: lastingProofs, race: racedPending };
export const cancelOrderRequirements: readonly Requirement[] = [
  requirement({
    id: "cancel-order/pending",
    title: "Cancelling a pending order answers 204",
    clause: "cancel-pending",
    scenes: later,
    check({ cancelled: { id, cancel }, proofs, race }, judge) {
      const others = [...proofs.values(), ...race.calls];
      const spare = others.find(isDone);
      // Where one order also stood the attacks, an attack may have spoiled it; an untouched one decides then.
      const isSpoiled = proofs.size === 0 && id !== race.id && !isDone(cancel);
      if (spare && (isSpoiled || isLost(cancel))) {
        judge.answer(spare);
        return;
      }
      // A network loses an answer now and then. It does not lose the one that counts for order after order,
      // nor every one there is: those are as many as a call that may be repeated is sent.
      const lost = [[cancel], ...[...proofs.values()].map((proof) => [proof]), race.calls].filter((calls) =>
        calls.some(isLost),
      );
      const allLost = [cancel, ...others].every(isLost);
      if (!spare && (allLost || lost.length >= 3)) judge.unmet("204", cancel.failure ?? "no answer", cancel);
      judge.status(cancel, 204);
    },
  }),
  requirement({
    id: "cancel-order/no-body",
    title: "Nothing follows the head of a 204 on the wire",
    clause: "cancel-no-body",
    scenes: { cancelled: cancelledPending },
    check({ cancelled: { cancel } }, judge) {
      requireFirstCancel(cancel, judge);
      const { body, stray } = judge.answer(cancel);
      const bytes = body.length + (stray?.length ?? 0);
      if (bytes > 0) judge.unmet("no bytes after the head of the 204", `${bytes} bytes`, cancel);
    },
  }),
  requirement({
    id: "cancel-order/no-content-length",
    title: "A 204 carries no Content-Length",
    clause: "rfc9110-no-content-length",
    scenes: { cancelled: cancelledPending },
    check({ cancelled: { cancel } }, judge) {
      requireFirstCancel(cancel, judge);
      const length = headerOf(judge.answer(cancel), "content-length");
      if (length !== undefined) judge.unmet("no Content-Length", length, cancel);
    },
  }),
  requirement({
    id: "cancel-order/second-cancel",
    title: "A cancelled order cannot be cancelled again",
    clause: "cancel-only-pending",
    scenes: { cancelled: cancelledPending },
    check({ cancelled: { cancel, again } }, judge) {
      requireFirstCancel(cancel, judge);
      for (const exchange of again) expectNotDone(exchange, "another cancel", judge);
    },
  }),
  requirement({
    id: "cancel-order/second-cancel-status",
    title: "A refused second cancel answers 404 or 409",
    clause: "cancel-statuses",
    scenes: { cancelled: cancelledPending },
    check({ cancelled: { cancel, again } }, judge) {
      requireFirstCancel(cancel, judge);
      for (const exchange of again) expectRefusalStatus(exchange, judge);
    },
  }),
  requirement({
    id: "cancel-order/one-winner",
    title: "Of several cancels at once exactly one answers 204",
    clause: "cancel-only-pending",
    scenes: later,
    check({ cancelled, proofs, race }, judge) {
      const answered = race.calls.filter((exchange) => !isLost(exchange));
      for (const exchange of answered) judge.answer(exchange);
      const winners = answered.filter((exchange) => exchange.answer!.status < 300);
      if (winners.length > 1) {
        judge.unmet("one 204", `${winners.length} of ${race.calls.length} cancels answered 2xx`, winners[1]);
      }
      if (winners.length === 1) return;
      if (answered.length < race.calls.length)
        judge.untestable("The winner's answer may be one that got lost.");
      const mayBeSpoiled = proofs.size === 0 || race.id === cancelled.bystander;
      if (mayBeSpoiled || !isDone(cancelled.cancel)) {
        judge.untestable("No cancel of this order is answered 204; it may not have been pending any more.");
      }
      judge.unmet("one 204", "none", race.calls[0]);
    },
  }),
  requirement({
    id: "cancel-order/race-statuses",
    title: "The losers of a race answer 404 or 409",
    clause: "cancel-statuses",
    scenes: { race: racedPending },
    check({ race: { calls } }, judge) {
      const answered = calls.filter((exchange) => !isLost(exchange));
      if (answered.length === 0) judge.untestable("None of the cancels got an answer.");
      for (const exchange of answered) expectRefusalStatus(exchange, judge);
    },
  }),
  requirement({
    id: "cancel-order/only-that-order",
    title: "Cancelling one order leaves the others as they were",
    clause: "cancel-pending",
    scenes: later,
    check({ cancelled, ...rest }, judge) {
      requireFirstCancel(cancelled.cancel, judge);
      const { bystander, others, before, after, atLast } = cancelled;
      const listed = listOf(before[1]) ?? [];
      for (const id of [bystander, ...others.filter((other) => findOrder(listed, other))])
        expectSame(id, before[1], after, passingFields(id, before, atLast), judge);
      expectStillPending({ id: bystander, before: before[1], after }, { cancelled, ...rest }, judge);
    },
  }),
  requirement({
    id: "cancel-order/list-stays-valid",
    title: "After a cancel the list is still an array of valid Orders, each id once",
    clause: "list-orders",
    scenes: { cancelled: cancelledPending },
    check({ cancelled: { cancel, before, after, atLast } }, judge) {
      requireFirstCancel(cancel, judge);
      const readable = listOf(before[1]);
      if (!readable || readable.some((element) => orderTypeFault(element)) || repeatedId(readable)) {
        judge.untestable("The list was not one of valid Orders before the cancel either.");
      }
      for (const exchange of [after, ...atLast]) {
        judge.status(exchange, 200);
        const list = listOf(exchange) ?? judge.unmet("a JSON array", "something else", exchange);
        for (const element of list) {
          const fault = orderTypeFault(element);
          if (fault) judge.unmet(fault.expected, fault.received, exchange);
        }
        const repeated = repeatedId(list);
        if (repeated !== undefined) judge.unmet("each id once", `order ${repeated} twice`, exchange);
      }
    },
  }),
  requirement({
    id: "cancel-order/shipped",
    title: "Cancelling a shipped order answers 409",
    clause: "cancel-shipped",
    scenes: { shipped: shippedOrder },
    check: ({ shipped: { first } }, judge) => void judge.status(first, 409),
  }),
  requirement({
    id: "cancel-order/shipped-again",
    title: "A shipped order is refused at every further try",
    clause: "shipped-never-cancelled",
    scenes: { shipped: shippedOrder },
    check({ shipped: { first, again } }, judge) {
      if (first.answer?.status !== 409) judge.untestable("The first try is not answered 409.");
      judge.answer(first);
      for (const exchange of again) judge.status(exchange, 409);
    },
  }),
  requirement({
    id: "cancel-order/shipped-unchanged",
    title: "A shipped order stays listed as it was",
    clause: "shipped-unchanged",
    scenes: { shipped: shippedOrder },
    check({ shipped: { id, before, first, after, atLast } }, judge) {
      if (first.answer?.status !== 409) judge.untestable("The cancel is not answered 409.");
      judge.answer(first);
      const passing = passingFields(id, before, atLast);
      expectSame(id, before[1], after, passing, judge);
      expectSame(id, before[1], atLast[0], passing, judge);
    },
  }),
  requirement({
    id: "cancel-order/unknown",
    title: "Cancelling an unknown order answers 404",
    clause: "cancel-unknown",
    scenes: { unknown: unknownOrders },
    check: ({ unknown: { plain } }, judge) => void judge.status(plain, 404),
  }),
];

/** The order is listed in both answers, its documented fields the same. */
function expectSame(
  id: bigint,
  before: Exchange,
  after: Exchange,
  passing: ReadonlySet<string>,
  judge: Judge,
): void {
  judge.answer(before);
  judge.answer(after);
  const listBefore = listOf(before);
  const listAfter = listOf(after);
  const orderBefore = listBefore && findOrder(listBefore, id);
  if (!orderBefore || !listAfter)
    judge.untestable(`Order ${id} is not listed beforehand, or the list cannot be read.`);
  const orderAfter = findOrder(listAfter, id);
  if (!orderAfter) {
    if (!allHaveIds(listAfter)) judge.untestable("Some listed orders carry no id.");
    judge.unmet(`order ${id} still listed`, "a list without it", after);
  }
  // An expected date or a fulfilment that moved in other orders, too, is the shop's life and not this call's doing.
  const elsewhere = fieldsChangedElsewhere(id, before, after);
  const changed = changedFields(orderBefore, orderAfter, new Set([...passing, ...elsewhere]));
  if (changed.length > 0) judge.unmet(`order ${id} as it was`, `another ${changed.join(" and ")}`, after);
}
