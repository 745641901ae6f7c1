/**
 * The faults of the given orders of a history. Each order is explained by the calls that changed it. A deviation of the
 * cheapest set that explains all orders is reported if every equally cheap explanation needs it, too.
 */

import { type History, oncePerHistory } from "../evidence/history.ts";
import { cheapestDeviations } from "./cheapest-deviations.ts";
import { isLegal, type Use } from "./deviations.ts";
import { type ExplainedOrder, type Explanation, explainOrder } from "./explain-order.ts";
import {
  callsNaming,
  type EffectKind,
  isMissing,
  orderCancels,
  ownCancels,
  plainLists,
  repeatsOf,
  shown,
} from "./order-calls.ts";
import { type ChangedData, changesOfData } from "./order-data.ts";
import { brokenBy, type StateFault, stateFault } from "./state-faults.ts";
import { deviationsOfSuspects } from "./timeline.ts";

export interface ExplainedHistory {
  readonly faults: readonly StateFault[];
  /** The time until which each order that some call names was certainly unchanged. */
  readonly intactUntil: ReadonlyMap<bigint, number>;
}

/** Maximum number of wrong orders of each state, and of changes of their data, that are explained: more add no evidence. */
const maxOrders = 48;

/** Every fault of the given orders. */
export const explainHistory = oncePerHistory((history): ExplainedHistory => {
  const { pending, shipped } = history.given;
  const readings = plainLists(history).filter(({ list }, index, lists) => list !== lists[index - 1]?.list);
  const intactUntil = new Map<bigint, number>();
  const wrong = [pending, shipped].flatMap((orders) => {
    const found: ExplainedOrder[] = [];
    for (const order of orders) {
      if (found.length === maxOrders) break;
      const isNamed = callsNaming(history, order).length > 0;
      if (!isNamed && !readings.some((each) => isMissing(each, order))) continue;
      const explained = explainOrder(history, order, orders === shipped);
      if (isNamed) intactUntil.set(order, explained.intactUntil);
      if (explained.explanations.length > 0) found.push(explained);
    }
    return found;
  });
  const changed = changesOfData(history, maxOrders);
  const rows = [...wrong, ...changed].map(({ explanations }) => explanations);
  if (rows.length === 0) return { faults: [], intactUntil };
  const diagnoses = cheapestDeviations(rows, survivors(history, intactUntil));
  const choicesOf = (row: number) => diagnoses.map(({ chosen }) => chosen[row]!);
  for (const [row, { timeline, intactUntil: before }] of wrong.entries()) {
    const changedAt = choicesOf(row).map(({ agent }) => agent?.sentAt ?? before);
    if (intactUntil.has(timeline.order))
      intactUntil.set(timeline.order, Math.max(before, Math.min(...changedAt)));
  }
  return {
    faults: [
      ...wrong.flatMap((each, row) => faultsOf(history, each, choicesOf(row))),
      ...changed.flatMap((each, row) => dataFaultOf(each, choicesOf(wrong.length + row)) ?? []),
    ],
    intactUntil,
  };
});

/** Number of calls of each class that certainly did not change an order. */
function survivors(history: History, intactUntil: ReadonlyMap<bigint, number>): (chances: string) => number {
  const { later } = repeatsOf(history);
  const confirmed = orderCancels(history).filter(({ status }) => status === 204).length;
  const counts = new Map([
    ["refused", confirmed],
    ["own", confirmed],
    ["ownShipped", shippedAfterCancels(history)],
    ["again", later.filter(({ status }) => status === 404 || status === 409).length],
  ]);
  // A shipped order stays where a pending one would not.
  const pending = new Set(history.given.pending);
  const intact = [...intactUntil].filter(
    ([order, until]) => pending.has(order) && until > Number.NEGATIVE_INFINITY,
  );
  for (const [order, until] of intact.slice(0, maxOrders)) {
    for (const { call, deviations } of deviationsOfSuspects(history, order)) {
      const { chances } = deviations[0]!;
      if (call.endedAt <= until) counts.set(chances!, (counts.get(chances!) ?? 0) + 1);
    }
  }
  return (chances) => counts.get(chances) ?? 0;
}

/** Number of refused cancels of shipped orders after which the order was still listed. */
function shippedAfterCancels(history: History): number {
  const left = history.given.shipped.flatMap((order) => {
    const last = plainLists(history).findLast((each) => shown(each, order));
    return ownCancels(history, order).filter(
      ({ status, endedAt }) => status === 409 && last && endedAt <= last.call.sentAt,
    );
  });
  return left.length;
}

/** @param choices the equally good explanations of an order, the cheapest first */
function faultsOf(
  history: History,
  { timeline: { order, isShipped } }: ExplainedOrder,
  choices: readonly Explanation[],
): readonly StateFault[] {
  const best = choices[0]!;
  const broken = choices.map(
    ({ uses }) => new Set(uses.map(({ deviation }) => brokenBy(deviation, isShipped))),
  );
  const isCertain = ({ deviation }: Use) => broken.every((each) => each.has(brokenBy(deviation, isShipped)));
  const blamed = best.uses.filter(({ deviation }) => !isLegal(deviation));
  const faultOf = (use: Use) => stateFault(history, order, isShipped, best, use);
  const rivals = blamed.filter((use) => !isCertain(use));
  const effectKinds = effectKindsOf(choices);
  const isUnexplained = rivals.length > 0 && effectKinds.length > 0;
  return [
    ...blamed.filter((use) => !isUnexplained || isCertain(use)).map(faultOf),
    ...(isUnexplained ? [{ ...faultOf(rivals[0]!), kind: "unexplained" as const, effectKinds }] : []),
  ];
}

function dataFaultOf(
  { order, isShipped, found }: ChangedData,
  choices: readonly Explanation[],
): StateFault | undefined {
  const [best, ...others] = choices.map(({ uses }) => uses[0]!);
  if ([best!, ...others].some(({ deviation }) => isLegal(deviation))) return undefined;
  const effectKinds = effectKindsOf(choices);
  const kindOfEffect = effectKinds.length === 1 ? "effect" : "unexplained";
  const kindOfPending = best!.deviation.kind === "effect" ? kindOfEffect : "refused";
  return {
    kind: isShipped ? "lost" : kindOfPending,
    order,
    effectKinds,
    found: { ...found, exchange: best!.call.exchange },
  };
}

const effectKindsOf = (choices: readonly Explanation[]): readonly EffectKind[] => [
  ...new Set(choices.flatMap(({ uses }) => uses.flatMap(({ deviation }) => deviation.effectKind ?? []))),
];
