/** Texts about faults: their effects, and rules as sentences. */

import type { FaultRule } from "../model/page-control.ts";
import { formatMs, plural } from "../parts/format.ts";
import type { IconName } from "../parts/icon.tsx";

export type FaultName = FaultRule["fault"];

/** The effect of each fault. Its name is that of the API, also in the page and the panel. */
export const faultWords: Readonly<Record<FaultName, string>> = {
  delay: "Each answer comes later.",
  status: "No order changes, and a status of your choice is answered.",
  sequence: "The next answers have the statuses of a list, in turn; 2xx is the usual answer.",
  "ship-first": "A cancel finds that its pending order has just shipped: 409.",
  "stale-list": "After a cancel, the next lists still show the orders of before it.",
  "reset-after": "The request takes effect, and the connection is reset instead of the answer.",
  "reset-before": "The request has no effect, and the connection is reset.",
  "cut-body": "The request takes effect, and the connection ends in the middle of the body.",
  "broken-json": "The whole answer comes, and its body is not JSON.",
  hang: "The request has no effect, and no answer comes.",
};

export const faultNames = Object.keys(faultWords) as readonly FaultName[];

/** Further members of a new rule, for faults that need them. */
const firstMembers: Readonly<Partial<Record<FaultName, object>>> = {
  delay: { ms: [300, 800] },
  status: { status: 503 },
  sequence: { steps: [200, 200, 503] },
  "stale-list": { reads: 3 },
};
export const newRule = (fault: FaultName) => ({ fault, ...firstMembers[fault] }) as FaultRule;

export const presetWords: readonly (readonly [name: string, icon: IconName, description: string])[] = [
  ["outage", "faults", "every request is answered 503"],
  ["slow", "clock", "answers take one to three seconds"],
  ["flaky", "dice", "some fail, some get lost, all vary"],
  ["stale", "again", "lists lag behind the cancels"],
  ["shipping-race", "ship", "orders ship while they are cancelled"],
];

/** A sentence such as `A cancel of order 7 is answered 503, 20 % of the time, after 2 more, 3 more times`. */
export function ruleSentence(rule: FaultRule): string {
  const { probability = 1, after = 0, times, secondsLeft } = rule;
  return [
    `${subject(rule)} ${happens(rule)}`,
    ...(probability === 1 ? [] : [`${Math.round(probability * 100)} % of the time`]),
    ...(after === 0 ? [] : [`after ${after} more`]),
    ...(times === undefined ? [] : [times === 1 ? "once" : plural(times, "more time")]),
    ...(secondsLeft === undefined ? [] : [`for ${plural(Math.ceil(secondsLeft), "more second")}`]),
  ].join(", ");
}

function subject({ operation, order, times }: FaultRule): string {
  const each = times === 1 ? "The next" : "Every";
  if (order !== undefined) return `${each} cancel of order ${order}`;
  if (operation === "cancelOrder") return `${each} cancel`;
  return operation === "listOrders" ? `${each} list` : `${each} request`;
}

const happenings: Readonly<
  Record<Exclude<FaultName, "delay" | "status" | "sequence" | "stale-list">, string>
> = {
  "ship-first": "finds its order shipped",
  "reset-after": "takes effect, and its answer is dropped",
  "reset-before": "is dropped before it takes effect",
  "cut-body": "has its body cut",
  "broken-json": "is answered with invalid JSON",
  hang: "gets no answer",
};

function happens(rule: FaultRule): string {
  if (rule.fault === "status") return `is answered ${rule.status}`;
  if (rule.fault === "sequence") return `is answered ${rule.steps.join(", ")} in turn`;
  if (rule.fault === "stale-list") return `leaves the next ${plural(rule.reads, "list")} as they were`;
  if (rule.fault !== "delay") return happenings[rule.fault];
  const [min, max = min] = typeof rule.ms === "number" ? [rule.ms] : rule.ms;
  return `is answered ${min === max ? "" : `${formatMs(min)} to `}${formatMs(max)} late`;
}
