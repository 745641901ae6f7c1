/** Sections 3 and 4.2: a pending order is cancelled, everything else is refused. */

import type { Exchange } from "../exchange.ts";
import { headerOf } from "../exchange.ts";
import type { Judge } from "../judge.ts";
import { allHaveIds, changedFields, findOrder, listOf } from "../listed-orders.ts";
import { orderTypeFault } from "../order-type-fault.ts";
import { type Requirement, requirement } from "../requirement.ts";
import {
  cancelledPending,
  lastingProofs,
  mangledPending,
  racedPending,
  shippedOrder,
} from "../scenes/given-orders.ts";
import { malformedCancels, malformedIds, unknownIdFloors, unknownOrders } from "../scenes/look.ts";
import { expectStillPending } from "./still-pending.ts";

const later = { cancelled: cancelledPending, proofs: lastingProofs, race: racedPending };
const isDone = (exchange: Exchange) => exchange.answer?.status === 204;

function expectNotDone(exchange: Exchange, what: string, judge: Judge): void {
  const { status } = judge.answer(exchange);
  if (status >= 200 && status < 300) judge.unmet(`${what} to be refused`, String(status), exchange);
}

/** Only the statuses the document gives the operation. A 401 with a valid key is none of them. */
function expectRefusalStatus(exchange: Exchange, judge: Judge): void {
  const { status } = judge.answer(exchange);
  if (status >= 200 && status < 300) return;
  judge.status(exchange, 404, 409);
}

function requireFirstCancel(cancel: Exchange, judge: Judge): void {
  judge.answer(cancel);
  if (!isDone(cancel)) judge.untestable("The first cancel is not answered 204.");
}

export const cancelOrderRequirements: readonly Requirement[] = [
  requirement({
    id: "cancel-order/pending",
    title: "Cancelling a pending order answers 204",
    clause: "cancel-pending",
    scenes: later,
    check({ cancelled: { id, cancel }, proofs, race }, judge) {
      // Where one order also stood the attacks, an attack may have spoiled it; an untouched one decides then.
      const spare = race.calls.find(isDone);
      const shared = proofs.size === 0;
      if (shared && id !== race.id && !isDone(cancel) && spare) {
        judge.answer(spare);
        return;
      }
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
      for (const exchange of race.calls) judge.answer(exchange);
      const winners = race.calls.filter((exchange) => exchange.answer!.status < 300);
      if (winners.length > 1) {
        judge.unmet("one 204", `${winners.length} of ${race.calls.length} cancels answered 2xx`, winners[1]);
      }
      if (winners.length === 1) return;
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
      for (const exchange of calls) expectRefusalStatus(exchange, judge);
    },
  }),
  requirement({
    id: "cancel-order/only-that-order",
    title: "Cancelling one order leaves another as it was",
    clause: "cancel-pending",
    scenes: later,
    check({ cancelled, ...rest }, judge) {
      requireFirstCancel(cancelled.cancel, judge);
      const { bystander, before, after } = cancelled;
      expectSame(bystander, before, after, judge);
      expectStillPending({ id: bystander, before, after }, { cancelled, ...rest }, judge);
    },
  }),
  requirement({
    id: "cancel-order/list-stays-valid",
    title: "After a cancel the list is still an array of valid Orders",
    clause: "list-orders",
    scenes: { cancelled: cancelledPending },
    check({ cancelled: { cancel, before, after, atLast } }, judge) {
      requireFirstCancel(cancel, judge);
      const readable = listOf(before);
      if (!readable || readable.some((element) => orderTypeFault(element))) {
        judge.untestable("The list was not one of valid Orders before the cancel either.");
      }
      for (const exchange of [after, atLast]) {
        judge.status(exchange, 200);
        const list = listOf(exchange) ?? judge.unmet("a JSON array", "something else", exchange);
        for (const element of list) {
          const fault = orderTypeFault(element);
          if (fault) judge.unmet(fault.expected, fault.received, exchange);
        }
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
      judge.answer(first);
      if (first.answer?.status !== 409) judge.untestable("The first try is not answered 409.");
      for (const exchange of again) judge.status(exchange, 409);
    },
  }),
  requirement({
    id: "cancel-order/shipped-unchanged",
    title: "A shipped order stays listed as it was",
    clause: "shipped-unchanged",
    scenes: { shipped: shippedOrder },
    check({ shipped: { id, before, first, after, atLast } }, judge) {
      judge.answer(first);
      if (first.answer?.status !== 409) judge.untestable("The cancel is not answered 409.");
      expectSame(id, before, after, judge);
      expectSame(id, before, atLast, judge);
    },
  }),
  requirement({
    id: "cancel-order/unknown",
    title: "Cancelling an unknown order answers 404",
    clause: "cancel-unknown",
    scenes: { unknown: unknownOrders },
    check: ({ unknown: { plain } }, judge) => void judge.status(plain, 404),
  }),
  requirement({
    id: "cancel-order/unknown-large-ids",
    title: "Every int64 is understood as an id: unknown ones beyond 2^31, 2^32 and 2^53 answer 404",
    clause: "cancel-order-id",
    scenes: { unknown: unknownOrders },
    check({ unknown: { plain, large } }, judge) {
      judge.answer(plain);
      if (plain.answer?.status !== 404) judge.untestable("An unknown order is not answered 404 at all.");
      Object.keys(unknownIdFloors).forEach((range, index) => {
        const exchange = large[index]!;
        const { status } = judge.answer(exchange);
        if (status !== 404) judge.unmet(`404 for an unknown id ${range}`, String(status), exchange);
      });
    },
  }),
  requirement({
    id: "cancel-order/malformed-id",
    title: "An id that is no int64 is refused with a 4xx",
    clause: "cancel-order-id",
    scenes: { malformed: malformedCancels },
    check({ malformed: { withKey } }, judge) {
      withKey.forEach((exchange, index) => {
        const { status } = judge.answer(exchange);
        if (status < 400 || status >= 500)
          judge.unmet(`a 4xx for the id ${malformedIds[index]}`, String(status), exchange);
      });
    },
  }),
  requirement({
    id: "cancel-order/resembling-id",
    title: "An id that only resembles a pending order's is refused",
    clause: "cancel-order-id",
    scenes: { mangled: mangledPending },
    check({ mangled: { calls } }, judge) {
      for (const exchange of calls) {
        expectNotDone(exchange, `the id ${exchange.request.path.split("/").at(-1)}`, judge);
        const { status } = judge.answer(exchange);
        if (status >= 500) judge.unmet("an answer below 500", String(status), exchange);
      }
    },
  }),
  requirement({
    id: "cancel-order/resembling-id-has-no-effect",
    title: "An id that only resembles a pending order's leaves that order pending",
    clause: "cancel-order-id",
    scenes: { mangled: mangledPending, ...later },
    check({ mangled, ...rest }, judge) {
      // A 2xx is another requirement's to report; this one finds the effect behind a refusal.
      if (mangled.calls.some((exchange) => (exchange.answer?.status ?? 0) < 300)) {
        judge.untestable("Such an id is not refused in the first place.");
      }
      expectStillPending(mangled, rest, judge);
    },
  }),
];

/** The order is listed in both answers, its documented fields the same. */
function expectSame(id: bigint, before: Exchange, after: Exchange, judge: Judge): void {
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
  const changed = changedFields(orderBefore, orderAfter);
  if (changed.length > 0) judge.unmet(`order ${id} as it was`, `another ${changed.join(" and ")}`, after);
}
