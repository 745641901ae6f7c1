/** The symptoms of a run: each contradiction with the kind of mistake that it shows. */

import { type Contradiction, isSuccess } from "../diagnosis/contradiction.ts";
import type { History } from "../evidence/history.ts";
import { type Call, isBad } from "../evidence/read-call.ts";
import { isDone, type RunFacts, runFacts } from "./run-facts.ts";
import { type KindName, symptomKinds } from "./symptom-kinds.ts";
import type { ShownSymptom } from "./title-words.ts";

/** A failed requirement, and everything that contradicts it. */
export interface Failure {
  readonly id: string;
  readonly contradictions: readonly Contradiction[];
}

export interface Symptom extends ShownSymptom {
  readonly kind: KindName;
}

type Describe = (call: Call, run: RunFacts, found: Contradiction) => KindName;

/** Kinds by the beginning of a requirement's id; the first match counts. */
const kindsOfRequirements: readonly (readonly [requirement: string, kind: KindName | Describe])[] = [
  ["authentication/head-without-key", "operation:open"],
  ["authentication/every-operation", "operation:open"],
  ["authentication/other-spelling-has-no-effect", (call) => (isDone(call) ? "spelling:open" : "key:acts")],
  ["authentication/other-spelling-", "spelling:open"],
  ["authentication/refused-cancel-", (call, run) => (run.isLetIn(call) ? "key:open" : "key:acts")],
  ["authentication/", (call, run) => run.kindOfKeyless(call)],
  ["exposed-key/", (call, run) => run.kindOfKeyless(call)],
  ["errors/", "errors"],
  ["list-orders/status", "list:status"],
  ["list-orders/json-", "list:shape"],
  ["list-orders/no-filter", ({ status }) => (status === 200 ? "query:cut" : "query:status")],
  ["list-orders/one-response", "list:pages"],
  ["list-orders/all-orders", "list:missing"],
  ["order/id-unique", "order:again"],
  ["order/id", "order:id"],
  ["order/is-object", "order:object"],
  ["order/", "order:field"],
  ["cancel-order/pending", "cancel:status"],
  ["cancel-order/no-body", "cancel:body"],
  ["cancel-order/second-cancel-status", "again:status"],
  ["cancel-order/second-cancel", "again:done"],
  ["cancel-order/one-winner", ({ status }) => (isSuccess(status) ? "race:done" : "race:none")],
  ["cancel-order/race-statuses", "again:status"],
  ["cancel-order/only-that-order", "cancel:others"],
  ["cancel-order/no-other-effect", "cancel:unexplained"],
  ["cancel-order/list-stays-valid", ({ status }) => (status === 200 ? "cancel:list" : "cancel:list-status")],
  ["cancel-order/shipped-unchanged", shippedKind],
  ["cancel-order/shipped", "shipped:status"],
  ["order-id/unknown-large", "unknown"],
  ["cancel-order/unknown", ({ status }) => (status === 404 ? "unknown:made" : "unknown")],
  ["order-id/malformed", "malformed"],
  ["order-id/resembling-has-no-effect", "id:acts"],
  // 409: it was treated as a shipped order.
  ["order-id/resembling", ({ status }) => (isSuccess(status) || status === 409 ? "id:acts" : "malformed")],
];

/** An effect of a call without a valid key is a symptom of authentication, whichever requirement reports it. */
function shippedKind({ credential }: Call, _run: RunFacts, { expected }: Contradiction): KindName {
  if (isBad(credential)) return "key:acts";
  return /listed|list$/.test(expected) ? "shipped:lost" : "shipped:data";
}

export function symptomsOf(history: History, failures: readonly Failure[]): readonly Symptom[] {
  const run = runFacts(history);
  const callOf = new Map(
    history.calls.flatMap((call) => [
      [call.exchange, call],
      [call.exchange.redirectedFrom, call],
    ]),
  );
  return failures.flatMap(({ id, contradictions }) => {
    const known = kindsOfRequirements.find(([beginning]) => id.startsWith(beginning));
    const describe = known?.[1] ?? "other";
    return contradictions.flatMap((contradiction): readonly Symptom[] => {
      const call = callOf.get(contradiction.exchange);
      if (!call) return [];
      const kind =
        kindOfExchange(call, contradiction) ??
        (typeof describe === "string" ? describe : describe(call, run, contradiction));
      const detail = kind === "other" ? id : (symptomKinds[kind].detailOf?.(call, contradiction) ?? "");
      return [{ requirement: id, contradiction, call, kind, detail }];
    });
  });
}

/** The kind of a redirect, or of a missing answer, whatever the requirement. */
function kindOfExchange(call: Call, { exchange, received }: Contradiction): KindName | undefined {
  if (exchange === call.exchange.redirectedFrom) return "redirect";
  return call.status === undefined && received === call.exchange.failure ? "silent" : undefined;
}
