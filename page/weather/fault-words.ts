/** Every fault in words: its switch, and a rule of it as a sentence. */

import type { FaultRule } from "../model/page-control.ts";
import { formatMs, plural } from "../parts/format.ts";
import type { IconName } from "../parts/icon.tsx";

export type FaultName = FaultRule["fault"];

export const faultWords: Readonly<Record<FaultName, { readonly title: string; readonly story: string }>> = {
  delay: { title: "Answers come late", story: "Each answer is held back for a while." },
  status: {
    title: "Errors are answered",
    story: "Nothing happens to any order, and a status of your choice comes back.",
  },
  "ship-first": {
    title: "Orders ship first",
    story: "A cancel finds that its pending order has just shipped: 409.",
  },
  "stale-list": {
    title: "Lists lag behind",
    story: "After a cancel, the next lists still show the orders of before it.",
  },
  "reset-after": {
    title: "Answers are lost",
    story: "It has happened, and the connection is reset instead of the answer.",
  },
  "reset-before": { title: "Requests are lost", story: "Nothing has happened, and the connection is reset." },
  "cut-body": { title: "Bodies are cut", story: "The connection ends in the middle of the body." },
  "broken-json": { title: "JSON is broken", story: "The whole answer comes, and its body is no JSON." },
  hang: { title: "Nothing comes back", story: "The request is taken, and no answer ever comes." },
};

export const faultNames = Object.keys(faultWords) as readonly FaultName[];

/** What a new rule of the fault says besides its name. */
export const firstSettings: { readonly [Name in FaultName]: FaultRule & { readonly fault: Name } } = {
  delay: { fault: "delay", ms: [300, 800] },
  status: { fault: "status", status: 503 },
  "ship-first": { fault: "ship-first" },
  "stale-list": { fault: "stale-list", reads: 3 },
  "reset-after": { fault: "reset-after" },
  "reset-before": { fault: "reset-before" },
  "cut-body": { fault: "cut-body" },
  "broken-json": { fault: "broken-json" },
  hang: { fault: "hang" },
};

export const presetWords: readonly (readonly [name: string, icon: IconName, story: string])[] = [
  ["outage", "storm", "every request is answered 503"],
  ["slow", "snail", "answers take one to three seconds"],
  ["flaky", "dice", "some fail, some get lost, all vary"],
  ["stale", "again", "lists lag behind the cancels"],
  ["shipping-race", "ship", "orders ship while they are cancelled"],
];

/** As in `A cancel of order 7 is answered 503, one time in five`. */
export function ruleSentence(rule: FaultRule): string {
  const chance =
    rule.probability === undefined || rule.probability === 1
      ? ""
      : `, ${percent(rule.probability)} of the time`;
  return `${subject(rule)} ${happens(rule)}${chance}`;
}

export const percent = (chance: number): string => `${Math.round(chance * 100)} %`;

function subject({ operation, order }: FaultRule): string {
  if (order !== undefined) return `A cancel of order ${order}`;
  if (operation === "cancelOrder") return "A cancel";
  return operation === "listOrders" ? "A list" : "Every request";
}

function happens(rule: FaultRule): string {
  switch (rule.fault) {
    case "delay": {
      const [least, most] = delaySpan(rule.ms);
      return least === most ? `waits ${formatMs(least)}` : `waits ${formatMs(least)} to ${formatMs(most)}`;
    }
    case "status":
      return `is answered ${rule.status}`;
    case "stale-list":
      return `leaves the next ${plural(rule.reads, "list")} as they were`;
    case "ship-first":
      return "finds its order shipped";
    case "reset-after":
      return "happens, and its answer is lost";
    case "reset-before":
      return "is lost before it happens";
    case "cut-body":
      return "has its body cut";
    case "broken-json":
      return "has its JSON broken";
    case "hang":
      return "gets no answer";
  }
}

export function delaySpan(ms: number | readonly [number, number]): readonly [number, number] {
  return typeof ms === "number" ? [ms, ms] : ms;
}
