/** Sections 3 and 4.2: a pending order is cancelled, everything else is refused. */

import { headerOf } from "../history/exchange.ts";
import type { History } from "../history/history.ts";
import type { Call } from "../history/read-call.ts";
import { createStrayWatch } from "../history/stray-effects.ts";
import { isOwnCancel, ownCancels } from "../rules/acts.ts";
import { type Contradiction, expectStatus, inconclusiveReason, isSuccess } from "../rules/contradiction.ts";
import { effectsOf, spoiledBy, survivedAttacks, unexplainedEffects } from "../rules/effects.ts";
import { findContradictions } from "../rules/findings.ts";
import { lastingNoWinner } from "../rules/races-without-winner.ts";
import { orderCancels, repeatsOf } from "../rules/repeated-cancels.ts";
import { callsNaming } from "../rules/shipped-orders.ts";
import { unknownCancels } from "../rules/unknown-orders.ts";
import type { Declaration } from "./requirement.ts";
import { type Requirement, requirement } from "./requirement.ts";

const pendingFaultsOf = (history: History, ...kinds: string[]): readonly Contradiction[] =>
  findContradictions(history).pending.flatMap((fault) => (kinds.includes(fault.kind) ? [fault.found] : []));
const shippedFaultsOf = (history: History, ...kinds: string[]): readonly Contradiction[] =>
  findContradictions(history).shipped.flatMap((fault) => (kinds.includes(fault.kind) ? [fault.found] : []));

const confirmations = (history: History): readonly Call[] =>
  orderCancels(history).filter(({ status }) => status === 204);
const onPending = { parts: ["cancels"], needs: "pending" } as const;
const onShipped = { parts: ["shipped"], needs: "shipped" } as const;

/** A refused cancel of a cancelled order has one of the document's statuses. A 401 with a valid key is none of them. */
function refusalStatuses(calls: readonly Call[]): readonly Contradiction[] {
  return calls
    .filter(({ status }) => !isSuccess(status))
    .flatMap((call) => expectStatus(call, [404, 409]) ?? []);
}

/** A cancel that left its own order as it was, and changed one that the run was not given. */
function effectsOnOthers(history: History): readonly Contradiction[] {
  const stray = createStrayWatch(history)();
  if (!stray?.isCertain || stray.suspect.status !== 204) return [];
  const { order, suspect, shownBy } = stray;
  // What is answered 204 and names no order is at fault by itself.
  if (!history.given.pending.some((id) => isOwnCancel(suspect, id))) return [];
  return [
    {
      expected: `order ${order} unchanged, since no call named it`,
      received: `order ${order} missing or changed, and order ${suspect.id?.text} unchanged`,
      exchange: suspect.exchange,
      witnesses: [shownBy.exchange],
    },
  ];
}

const shippedCancels = (history: History) => history.given.shipped.flatMap((id) => ownCancels(history, id));

const declarations: readonly Declaration[] = [
  {
    id: "cancel-order/pending",
    title: "Cancelling a pending order answers 204",
    clause: "cancel-pending",
    ...onPending,
    covers: (history) => {
      const silent = history.calls.filter(
        (call) =>
          history.given.pending.some((id) => isOwnCancel(call, id)) && inconclusiveReason(call) !== undefined,
      );
      return [...confirmations(history), ...silent];
    },
    breaks: (history) => pendingFaultsOf(history, "refused"),
  },
  {
    id: "cancel-order/no-body",
    title: "No bytes follow the head of a 204 on the connection",
    clause: "cancel-no-body",
    ...onPending,
    covers: confirmations,
    breaks: (history) =>
      confirmations(history).flatMap(({ exchange }): readonly Contradiction[] => {
        const bytes = exchange.answer!.body.length + (exchange.answer!.stray?.length ?? 0);
        const expected = "no bytes after the head of the 204";
        return bytes > 0 ? [{ expected, received: `${bytes} bytes`, exchange }] : [];
      }),
  },
  {
    id: "cancel-order/no-content-length",
    title: "A 204 carries no Content-Length",
    clause: "rfc9110-no-content-length",
    ...onPending,
    covers: confirmations,
    breaks: (history) =>
      confirmations(history).flatMap(({ exchange }): readonly Contradiction[] => {
        const length = headerOf(exchange.answer!, "content-length");
        return length === undefined ? [] : [{ expected: "no Content-Length", received: length, exchange }];
      }),
  },
  {
    id: "cancel-order/second-cancel",
    title: "A cancelled order cannot be cancelled again",
    clause: "cancel-only-pending",
    ...onPending,
    covers: (history) => repeatsOf(history).later,
    breaks: (history) => pendingFaultsOf(history, "again"),
  },
  {
    id: "cancel-order/second-cancel-status",
    title: "A refused second cancel answers 404 or 409",
    clause: "cancel-statuses",
    ...onPending,
    covers: (history) => repeatsOf(history).later,
    breaks: (history) => {
      const { later, special } = repeatsOf(history);
      return refusalStatuses([...later, ...special]);
    },
  },
  {
    id: "cancel-order/one-winner",
    title: "Of several cancels at once exactly one answers 204",
    clause: "cancel-only-pending",
    ...onPending,
    covers: (history) => repeatsOf(history).atOnce,
    breaks: (history) => pendingFaultsOf(history, "twoWinners", "noWinner"),
    spoils: lastingNoWinner,
  },
  {
    id: "cancel-order/race-statuses",
    title: "Of several cancels at once, the refused ones answer 404 or 409",
    clause: "cancel-statuses",
    ...onPending,
    covers: (history) => repeatsOf(history).atOnce,
    breaks: (history) => refusalStatuses(repeatsOf(history).atOnce),
  },
  {
    id: "cancel-order/only-that-order",
    title: "Cancelling one order leaves the others as they were",
    clause: "cancel-pending",
    ...onPending,
    covers: (history) => survivedAttacks(history, "otherOrder"),
    breaks: (history) => [...effectsOf(history, "otherOrder"), ...effectsOnOthers(history)],
    spoils: (history) => spoiledBy(history, "otherOrder"),
  },
  {
    id: "cancel-order/no-other-effect",
    title: "Only its own cancel changes an order",
    clause: "cancel-only-pending",
    ...onPending,
    covers: (history) => (confirmations(history).length > 0 ? history.calls : []),
    breaks: (history) => [
      ...effectsOf(history, "other"),
      ...effectsOfUnlisted(history),
      // What one of the suspects is known to do to another order explains this one.
      ...unexplainedEffects(history)
        .filter(({ grounds }) => grounds.every((ground) => effectsOf(history, ground).length === 0))
        .map(({ found }) => found),
    ],
  },
  {
    id: "cancel-order/list-stays-valid",
    title: "After a cancel the list is still an array of valid Orders, each id once",
    clause: "list-orders",
    ...onPending,
    covers: (history) => {
      const [first] = confirmations(history);
      return first
        ? history.lists.map(({ call }) => call).filter(({ sentAt }) => sentAt >= first.endedAt)
        : [];
    },
    breaks: (history) => findContradictions(history).lists.byCancel.map(({ found }) => found),
  },
  {
    id: "cancel-order/shipped",
    title: "Cancelling a shipped order answers 409",
    clause: "cancel-shipped",
    ...onShipped,
    covers: shippedCancels,
    breaks: (history) => shippedFaultsOf(history, "first"),
  },
  {
    id: "cancel-order/shipped-again",
    title: "Every further cancel of a shipped order is refused",
    clause: "shipped-never-cancelled",
    ...onShipped,
    covers: (history) => history.given.shipped.flatMap((id) => ownCancels(history, id).slice(1)),
    breaks: (history) => shippedFaultsOf(history, "again"),
  },
  {
    id: "cancel-order/shipped-unchanged",
    title: "A shipped order stays listed as it was",
    clause: "shipped-unchanged",
    ...onShipped,
    covers: (history) =>
      history.given.shipped.flatMap((id) => callsNaming(history, id, 0, Number.POSITIVE_INFINITY)),
    breaks: (history) => [
      ...shippedFaultsOf(history, "lost"),
      ...findContradictions(history).data.flatMap(({ isShipped, found }) => (isShipped ? [found] : [])),
    ],
  },
  {
    id: "cancel-order/unknown",
    title: "Cancelling an unknown order answers 404",
    clause: "cancel-unknown",
    parts: ["unknown"],
    covers: unknownCancels,
    breaks: (history) =>
      findContradictions(history).unknown.flatMap(({ kind, found }) => (kind === "unknown" ? [found] : [])),
  },
];

export const cancelOrderRequirements: readonly Requirement[] = declarations.map(requirement);

/** Of cancels by ids that no list shows and that may be somebody's: their 204 is right, and what else they do is not. */
function effectsOfUnlisted(history: History): readonly Contradiction[] {
  const faulty = new Set(findContradictions(history).unknown.map(({ found }) => found.exchange));
  const unlisted = new Set(unknownCancels(history).map(({ exchange }) => exchange));
  return effectsOf(history, "unnamed").filter(
    ({ exchange }) => unlisted.has(exchange) && !faulty.has(exchange),
  );
}
