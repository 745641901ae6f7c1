/** Faults of lists: their status, their shape, their orders. */

import { type Contradiction, expectNoRedirect, expectStatus, isSuccess } from "../diagnosis/contradiction.ts";
import { headerOf, isJsonType } from "../evidence/exchange.ts";
import { type History, oncePerHistory } from "../evidence/history.ts";
import type { ListFaultKind } from "../evidence/order-faults.ts";
import { type Call, isKeyed } from "../evidence/read-call.ts";
import { mayHaveEffect } from "../evidence/special-headers.ts";
import type { Fault } from "./requirement.ts";

type FoundListFault = Fault<ListFaultKind | "status" | "json-media-type">;

/** The lists that the document promises: with the key, by its path, without a query. */
export const isPlainList = (call: Call): boolean => isKeyed(call, "list") && !call.isSpecial;

/** Whether a call asks for a part of the orders, or for another form of them, as other services allow. */
export const asksForPart = ({ query, isSpecial, exchange }: Call): boolean =>
  isSpecial &&
  (query !== undefined ||
    exchange.request.headers.some(
      ([name, value]) => mayHaveEffect(name, value) && !/^(?:accept|origin)$/i.test(name),
    ));

const listFaults = oncePerHistory((history) => {
  const cancelled = history.calls.find(
    (call) => call.operation === "cancel" && call.credential === "valid" && isSuccess(call.status),
  );
  const first = cancelled?.endedAt ?? Number.POSITIVE_INFINITY;
  const since = history.earlier?.hasCancelled ? Number.NEGATIVE_INFINITY : first;
  const faults: FoundListFault[] = [];
  const early = new Set<string>(history.earlier?.listFaults);
  const add = ({ sentAt }: Call, kind: FoundListFault["kind"], found: Contradiction) => {
    faults.push({ kind, found });
    if (sentAt < since) early.add(kind);
  };

  for (const call of history.calls.filter(isPlainList)) {
    const found = expectNoRedirect(call, "status 200") ?? expectStatus(call, [200]);
    if (found) add(call, "status", found);
  }
  for (const { call, list } of history.lists) {
    const { exchange } = call;
    // A change of the list by a query is a fault of queries.
    if (list.fault && asksForPart(call)) continue;
    if (list.fault) add(call, "json-array", { ...list.fault, exchange });
    for (const fault of list.faults) add(call, fault.kind, { ...fault, exchange });
    if (list.repeated !== undefined)
      add(call, "id-unique", {
        expected: "each id once",
        received: `order ${list.repeated} twice`,
        exchange,
      });
    const type = headerOf(exchange.answer!, "content-type");
    if (type !== undefined && !isJsonType(type))
      add(call, "json-media-type", { expected: "a JSON media type", received: type, exchange });
  }
  const own = faults.filter(({ kind }) => early.has(kind));
  const byCancel = faults.filter(({ kind }) => !early.has(kind) && kind !== "ship-date-rfc3339");
  return { own, byCancel };
});

/** Faults that were in lists before any cancel, so that no cancel caused them. */
export const ownListFaults = (history: History): readonly FoundListFault[] => listFaults(history).own;

/** Faults that appeared after a cancel, which may have caused them. */
export const listFaultsByCancel = (history: History): readonly FoundListFault[] =>
  listFaults(history).byCancel;
