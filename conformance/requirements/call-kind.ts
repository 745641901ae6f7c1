/** Kinds of calls: those of one kind have the same result when judged alone, so that judging the first is enough. */

import type { History } from "../evidence/history.ts";
import type { ListReading } from "../evidence/list-reading.ts";
import { type Call, isBad } from "../evidence/read-call.ts";
import { errorFaults, isDocumentedError } from "./errors.ts";

/**
 * A key of all facts on which the judgement of a single call depends; undefined if it depends on further facts.
 * @param history of this call alone
 */
export function kindOf({ calls, lists, given, wasListed }: History): string | undefined {
  const [call] = calls;
  if (!call) return undefined;
  const { operation, isPlain, credential, query, id, status, exchange } = call;
  const { answer } = exchange;
  if (!answer || !isPlain) return undefined;
  const header = (name: string) => answer.headers.find(([key]) => key === name)?.[1] ?? "";
  const hasCondition = exchange.request.headers.some(([name]) => /^(?:if-|range$|accept$)/i.test(name));
  const facts = [operation, credential, query !== undefined, id?.kind, status, hasCondition, call.isSpecial];
  const more = [...["content-type", "www-authenticate", "link"].map(header), header("content-length") === ""];
  const known = [given.pending.length, given.shipped.length, id?.value !== undefined && wasListed(id.value)];
  return [...facts, ...more, answer.stray?.length ?? 0, ...known, bodyKind(call, lists[0]?.list)].join("|");
}

function bodyKind(call: Call, list: ListReading | undefined): string {
  if (list) {
    const faults = list.faults.map(({ kind }) => kind);
    return [
      list.fault?.received,
      faults,
      list.repeated !== undefined,
      list.hasDocumentedField,
      list.count === 0,
    ].join();
  }
  if (isDocumentedError(call)) return [...errorFaults(call).keys()].join();
  return isBad(call.credential) || call.operation === "head" ? String(call.exchange.answer!.body.length) : "";
}
