/** Sections 3 and 4.2: a pending order is cancelled, everything else is refused. */

import {
  type Contradiction,
  expectNoRedirect,
  expectStatus,
  inconclusiveReason,
  isSuccess,
} from "../diagnosis/contradiction.ts";
import {
  callsNaming,
  isOwnCancel,
  mayCancel,
  orderCancels,
  ownCancels,
  repeatsOf,
  suspectsOf,
} from "../diagnosis/order-calls.ts";
import { headerOf, isLost } from "../evidence/exchange.ts";
import { givenState } from "../evidence/given-orders.ts";
import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { createStrayWatch } from "../evidence/stray-effects.ts";
import {
  effectsOf,
  hasNoEffect,
  stateFaults,
  unexplainedEffects,
  withDoubtOfPending,
  withDoubtOfShipped,
} from "./effects.ts";
import { listFaultsByCancel } from "./list-faults.ts";
import { unknownCancels, unknownFaults } from "./order-id.ts";
import { findLostOrders } from "./other-orders.ts";
import { ofEach, type Requirement, rulesOf, without } from "./requirement.ts";

const rule = rulesOf("cancel-order");

const confirmations = (history: History): readonly Call[] =>
  orderCancels(history).filter(({ status }) => status === 204);
const onPending = { parts: ["cancels"], needs: "pending", scope: "order" } as const;
const onShipped = { parts: ["shipped"], needs: "shipped", scope: "order" } as const;
/** A fault of an answer to the cancel of a pending order, or of the lists after it. */
const afterPending = { ...onPending, scope: "answer" } as const;

const isOwnCancelOfPending = (call: Call, given: History["given"]): boolean =>
  givenState(given, call.id?.value) === "pending" && isOwnCancel(call, call.id!.value!);
const pendingCancels = ({ calls, given }: History) =>
  calls.filter((call) => isOwnCancelOfPending(call, given));

/** Minimum number of lost answers to cancels that is not an accident. */
const minLost = 5;

/** A network or a gateway loses an answer occasionally, but not the answers to all calls that count. */
function answersLost(history: History): readonly Contradiction[] {
  const own = pendingCancels(history).filter(({ exchange }) => !exchange.notSent);
  const lost = own.filter(({ exchange }) => isLost(exchange));
  if (lost.length === 0 || own.some(({ status }) => isSuccess(status))) return [];
  const { exchange, status } = lost[0]!;
  const firsts = [...Map.groupBy(own, ({ id }) => id!.value).values()].map(([first]) => first!);
  const isOfEach = firsts.length > 1 && firsts.every(({ exchange }) => exchange.answer && isLost(exchange));
  if (!isOfEach && lost.length < minLost) return [];
  return [{ expected: "204", received: exchange.failure ?? String(status), exchange }];
}

/**
 * A race without a winner gives no verdict where the order may have been changed before, or the winner's answer was lost.
 */
function whyNoWinner(history: History): string | undefined {
  const { atOnce } = repeatsOf(history);
  if (atOnce.length === 0 || atOnce.some(({ status }) => isSuccess(status))) return undefined;
  if (unexplainedEffects(history).length > 0 || atOnce.every(({ status }) => status !== undefined))
    return "None of the simultaneous cancels was answered 204; the order may have been cancelled before.";
  return "None of the simultaneous cancels was answered 204, but some of their answers were lost.";
}

/** The contradiction of a refused cancel of a cancelled order without one of the document's statuses, such as 401. */
const expectRefusal = (call: Call) => (isSuccess(call.status) ? undefined : expectStatus(call, [404, 409]));

/** The contradiction of a cancel that changed another client's order in place of its own. */
function effectsOnOthers(history: History): readonly Contradiction[] {
  const stray = createStrayWatch(history).find();
  if (!stray?.isCertain || stray.suspect.status !== 204) return [];
  const { order, suspect, shownBy } = stray;
  // A 204 to the cancel of an unknown order is a separate fault.
  if (!isOwnCancelOfPending(suspect, history.given)) return [];
  return [
    {
      expected: `order ${order} unchanged, since no call named it`,
      received: `order ${order} missing or changed, and order ${suspect.id?.text} unchanged`,
      exchange: suspect.exchange,
      witnesses: [shownBy.exchange],
    },
  ];
}

/**
 * Other clients' orders that disappeared because of calls.
 * @param byOwnCancels whether because of cancels of given orders that were carried out, or of refused calls
 */
function lossesOfOthers(history: History, byOwnCancels: boolean): readonly Contradiction[] {
  return findLostOrders(history)
    .filter(({ suspect }) => (suspect.status === 204) === byOwnCancels)
    .map(({ order, suspect: { exchange, status }, shownBy }) => ({
      expected: `order ${order} still listed, since no call named it`,
      received: `a list without it after ${status === undefined ? "a call without an answer" : `the answer ${status}`}, and no loss while no call was made`,
      exchange,
      witnesses: [shownBy.exchange],
    }));
}

const laterCancels = (history: History) => repeatsOf(history).later;
const cancelsAtOnce = (history: History) => repeatsOf(history).atOnce;
const shippedCancels = (history: History) => history.given.shipped.flatMap((id) => ownCancels(history, id));
const furtherShippedCancels = (history: History) =>
  history.given.shipped.flatMap((id) => ownCancels(history, id).slice(1));
const refused = without(stateFaults, ["refused"], confirmations);
const cancelled = without(stateFaults, ["shipped"], shippedCancels);

const otherOrder = hasNoEffect("otherOrder");

export const cancelOrderRequirements: readonly Requirement[] = [
  rule("pending", "Cancelling a pending order answers 204", "cancel-pending", {
    ...onPending,
    covers: (history) => {
      const silent = pendingCancels(history).filter((call) => inconclusiveReason(call) !== undefined);
      return [...confirmations(history), ...silent];
    },
    breaks: (history) => [
      ...answersLost(history),
      ...refused.breaks(history).map((found) => withDoubtOfPending(history, found)),
      ...pendingCancels(history).flatMap((call) => expectNoRedirect(call, "status 204") ?? []),
    ],
  }),
  rule("no-body", "No bytes follow the head of a 204 on the connection", "cancel-no-body", {
    ...afterPending,
    ...ofEach(confirmations, ({ exchange }) => {
      const bytes = exchange.answer!.body.length + (exchange.answer!.stray?.length ?? 0);
      const expected = "no bytes after the head of the 204";
      return bytes > 0 ? { expected, received: `${bytes} bytes`, exchange } : undefined;
    }),
  }),
  rule("no-content-length", "A 204 carries no Content-Length", "rfc9110-no-content-length", {
    ...afterPending,
    ...ofEach(confirmations, ({ exchange }) => {
      const length = headerOf(exchange.answer!, "content-length");
      return length === undefined ? undefined : { expected: "no Content-Length", received: length, exchange };
    }),
  }),
  rule("second-cancel", "A cancelled order cannot be cancelled again", "cancel-only-pending", {
    ...onPending,
    ...without(stateFaults, ["again"], laterCancels),
  }),
  rule("second-cancel-status", "A refused second cancel answers 404 or 409", "cancel-statuses", {
    ...onPending,
    covers: laterCancels,
    breaks: (history) => {
      const { later, special } = repeatsOf(history);
      return [...later, ...special].flatMap((call) => expectRefusal(call) ?? []);
    },
  }),
  rule("one-winner", "Of several cancels at once exactly one answers 204", "cancel-only-pending", {
    ...onPending,
    ...without(stateFaults, ["twoWinners", "noWinner"], cancelsAtOnce),
    spoils: whyNoWinner,
  }),
  rule("race-statuses", "Of several cancels at once, the refused ones answer 404 or 409", "cancel-statuses", {
    ...onPending,
    ...ofEach(cancelsAtOnce, expectRefusal),
  }),
  rule("only-that-order", "Cancelling one order leaves the others as they were", "cancel-pending", {
    ...onPending,
    ...otherOrder,
    breaks: (history) => [
      ...otherOrder.breaks(history),
      ...effectsOnOthers(history),
      ...lossesOfOthers(history, true),
    ],
  }),
  rule("no-other-effect", "Only its own cancel changes an order", "cancel-only-pending", {
    ...onPending,
    covers: (history) => (confirmations(history).length > 0 ? history.calls : []),
    breaks: (history) => [
      ...effectsOf(history, "other"),
      ...effectsOfUnlisted(history),
      ...lossesOfOthers(history, false),
      // A suspect that changed another order, or claims an effect on an unknown one, explains this change.
      ...unexplainedEffects(history)
        .filter(({ effectKinds }) =>
          effectKinds.every(
            (effectKind) => effectKind !== "unnamed" && effectsOf(history, effectKind).length === 0,
          ),
        )
        .map(({ found }) => found),
    ],
  }),
  rule(
    "list-stays-valid",
    "After a cancel the list is still an array of valid Orders, each id once",
    "list-orders",
    {
      ...afterPending,
      covers: (history) => {
        const since = confirmations(history)[0]?.endedAt ?? Number.POSITIVE_INFINITY;
        return history.lists.map(({ call }) => call).filter(({ sentAt }) => sentAt >= since);
      },
      breaks: (history) => listFaultsByCancel(history).map(({ found }) => found),
    },
  ),
  rule("shipped", "Cancelling a shipped order answers 409", "cancel-shipped", {
    ...onShipped,
    covers: shippedCancels,
    breaks: (history) => cancelled.breaks(history).map((found) => withDoubtOfShipped(history, found)),
  }),
  rule("shipped-again", "Every further cancel of a shipped order is refused", "shipped-never-cancelled", {
    ...onShipped,
    ...without(stateFaults, ["shippedAgain"], furtherShippedCancels),
  }),
  rule("shipped-unchanged", "A shipped order stays listed as it was", "shipped-unchanged", {
    ...onShipped,
    ...without(stateFaults, ["lost"], (history) =>
      history.given.shipped.flatMap((id) => [
        ...callsNaming(history, id).filter((call) => mayCancel(call, id)),
        ...suspectsOf(history, id).flatMap(({ call, isNamed }) => (isNamed ? [call] : [])),
      ]),
    ),
  }),
  rule("unknown", "Cancelling an unknown order answers 404", "cancel-unknown", {
    parts: ["unknown"],
    ...without(unknownFaults, ["unknown"], unknownCancels),
  }),
];

/** Faults of cancels by unlisted ids of orders that may exist: their 204 is right, any other effect is not. */
function effectsOfUnlisted(history: History): readonly Contradiction[] {
  const faulty = new Set(unknownFaults(history).map(({ found }) => found.exchange));
  const unlisted = new Set(unknownCancels(history).map(({ exchange }) => exchange));
  return effectsOf(history, "unnamed").filter(
    ({ exchange }) => unlisted.has(exchange) && !faulty.has(exchange),
  );
}
