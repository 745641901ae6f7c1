/** Facts of the whole run about a server's answers to calls without a valid key. */

import { isSuccess, isUnrelatedAnswer } from "../diagnosis/contradiction.ts";
import { bodyText } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import { type Call, isBad } from "../evidence/read-call.ts";

/** Whether a call was successful: a 2xx, with orders where it asks for orders. */
export function isDone({ status, operation, isPlain, exchange }: Call): boolean {
  if (!isSuccess(status)) return false;
  return (
    operation !== "list" ||
    !isPlain ||
    /^\s*\[\s*\{/.test(bodyText({ ...exchange.answer!, body: exchange.answer!.body.subarray(0, 200) }))
  );
}

export type RunFacts = ReturnType<typeof runFacts>;

export function runFacts(history: History) {
  const calls = history.calls.filter((call) => !isUnrelatedAnswer(call));
  const bad = calls.filter(({ credential, isPlain }) => isBad(credential) && isPlain);
  /** Statuses other than 401 that refuse a list without a valid key. */
  const refusals = new Set(
    bad.flatMap(({ operation, status }) =>
      operation === "list" && status !== undefined && status !== 401 && !isSuccess(status) ? [status] : [],
    ),
  );
  const keyedStatuses = new Set(
    calls.flatMap(({ operation, credential, status }) =>
      operation === "cancel" && credential === "valid" && status !== undefined ? [status] : [],
    ),
  );
  const done = bad.filter(
    (call) => isDone(call) && (call.operation === "list" || call.operation === "cancel"),
  );
  const open = new Set(done.map(({ credential }) => credential));
  /** Whether a call without a valid key is answered as one with it, or its credential is accepted elsewhere. */
  const isLetIn = (call: Call) =>
    isDone(call) || (call.status !== 401 && !refusals.has(call.status!) && open.has(call.credential));
  /** The answer to a call without a valid key: as with the key, by the order's state, or a refusal of another kind. */
  const kindOfKeyless = (call: Call): "key:open" | "key:late" | "key:status" => {
    if (isLetIn(call)) return "key:open";
    const isLate =
      call.operation === "cancel" && !refusals.has(call.status!) && keyedStatuses.has(call.status!);
    return isLate ? "key:late" : "key:status";
  };
  return { isLetIn, kindOfKeyless };
}
