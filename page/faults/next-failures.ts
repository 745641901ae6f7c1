/** The ways in which one request may fail at a press, and the rule that each is. */

import type { OperationId } from "../../spec/wire.ts";
import type { FaultRule } from "../model/page-control.ts";

export const nextFailures = {
  "401": { fault: "status", status: 401 },
  "409": { fault: "status", status: 409 },
  "500": { fault: "status", status: 500 },
  slow: { fault: "delay", ms: 3000 },
  "lost answer": { fault: "reset-after" },
  offline: { fault: "reset-before" },
} as const satisfies Readonly<Record<string, FaultRule>>;

export type NextFailure = keyof typeof nextFailures;

/** What a press says, as in `Fail the next cancel: 409`. */
export const failureHints: Readonly<Record<NextFailure, string>> = {
  "401": "the key is refused",
  "409": "the order has shipped",
  "500": "the server has a fault",
  slow: "the answer comes 3 s late",
  "lost answer": "it happens, and the connection is reset",
  offline: "nothing happens, and the connection is reset",
};

export const nextCalls: readonly (readonly [operation: OperationId | undefined, name: string])[] = [
  [undefined, "request"],
  ["listOrders", "list"],
  ["cancelOrder", "cancel"],
];

export const ruleOfNext = (operation: OperationId | undefined, failure: NextFailure): FaultRule => ({
  ...nextFailures[failure],
  ...(operation && { operation }),
  times: 1,
});
