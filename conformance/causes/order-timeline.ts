/** The calls about one order around the moment of its change, for a picture of the cause. */

import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import type { Symptom } from "./symptoms.ts";

interface TimelineCall {
  /** `DELETE /store/orders/101`; for a list also whether it showed the order. */
  readonly what: string;
  /** Null where there was no answer. */
  readonly status: number | null;
  /** Milliseconds since the first of these calls. */
  readonly from: number;
  readonly to: number;
  readonly isBlamed: boolean;
}

export interface OrderTimeline {
  readonly order: string;
  readonly calls: readonly TimelineCall[];
}

/** Number of calls before and after the one to blame. */
const maxAround = 5;

/** @returns null where no order changed */
export function orderTimeline(history: History, symptoms: readonly Symptom[]): OrderTimeline | null {
  for (const { contradiction, call } of symptoms) {
    // A mistake that one answer shows needs no timeline.
    const [, id] = /order (-?\d+) (?:still|as before)/.exec(contradiction.expected) ?? [];
    if (id !== undefined && history.isOrder(BigInt(id))) return timelineOf(history, BigInt(id), call);
  }
  return null;
}

function timelineOf({ calls, lists }: History, order: bigint, blamed: Call): OrderTimeline {
  const readings = new Map(lists.map(({ call, list }) => [call, list]));
  const about = calls.filter(
    (call) =>
      call === blamed || readings.has(call) || (call.operation === "cancel" && call.id?.value === order),
  );
  const place = about.indexOf(blamed);
  const near = about.slice(Math.max(0, place - maxAround), place + maxAround + 1);
  const msSinceStart = (at: number) => Math.round((at - near[0]!.sentAt) * 10) / 10;
  return {
    order: String(order),
    calls: near.map((call) => {
      const { method, path } = call.exchange.request;
      const list = readings.get(call);
      const seen = list ? (list.watched.has(order) ? ": there" : ": not there") : "";
      return {
        what: `${method} ${path}${seen}`,
        status: call.status ?? null,
        from: msSinceStart(call.sentAt),
        to: msSinceStart(call.endedAt),
        isBlamed: call === blamed,
      };
    }),
  };
}
