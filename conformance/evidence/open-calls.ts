/** The calls that have been sent and have not ended: each may still act at any moment. */

import type { OutgoingRequest } from "./exchange.ts";
import { type Call, mayAct } from "./read-call.ts";
import { isBad } from "./read-credential.ts";
import { isUnknownAct } from "./views.ts";

/** The request in place of an unknown one. */
const anyRequest: OutgoingRequest = { method: "POST", path: "/", headers: [] };

/** The exchange of a call that has not ended. */
export const openExchange = (sentAt: number, request: OutgoingRequest = anyRequest) => ({
  request,
  failure: "no answer yet",
  once: true,
  ms: 0,
  sentAt,
  endedAt: Number.POSITIVE_INFINITY,
});

const asCancelOf = (order: bigint, call: Call): Call => ({
  ...call,
  operation: "cancel",
  isPlain: true,
  credential: "valid",
  id: { text: String(order), kind: "exact", value: order },
});

/** Whether a call may change any order, in any way. */
const isUnknown = (call: Call): boolean => call.exchange.request === anyRequest || isUnknownAct(call);

/** The calls under way, each treated as a call whose answer is lost. */
export function createOpenCalls() {
  const acting = new Set<Call>();
  const begunBefore = (time: number) => [...acting].filter(({ sentAt }) => sentAt < time);
  return {
    add(call: Call): void {
      if (isUnknown(call) || (mayAct(call.exchange.request) && !isBad(call.credential))) acting.add(call);
    },
    remove: (call: Call) => acting.delete(call),
    /** Whether a call that began before a time may change any order. */
    mayChangeAny: (time: number) => begunBefore(time).some(isUnknown),
    /** Whether one that began before a time may change orders. */
    isActing: (time: number) => begunBefore(time).length > 0,
    /** The calls that may be cancels of an order. */
    naming: (order: bigint): readonly Call[] =>
      [...acting].flatMap((call) => {
        if (call.exchange.request === anyRequest) return asCancelOf(order, call);
        return call.id?.value === order ? call : [];
      }),
  };
}
