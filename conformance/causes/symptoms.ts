/** The symptoms of a run: each contradiction with the kind of mistake that it shows. */

import { type Contradiction, isSuccess } from "../diagnosis/contradiction.ts";
import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";
import { isDone, kindOfKeyless, type RunFacts, runFacts } from "./run-facts.ts";
import type { KindName } from "./symptom-kinds.ts";
import type { ShownSymptom } from "./title-words.ts";

/** A failed requirement, and everything that contradicts it. */
export interface Failure {
  readonly id: string;
  readonly contradictions: readonly Contradiction[];
}

export interface Symptom extends ShownSymptom {
  readonly kind: KindName;
}

type Kind = readonly [name: KindName, detail: string];
type Describe = (call: Call, found: Contradiction, run: RunFacts) => Kind;

const plain =
  (name: KindName): Describe =>
  () => [name, ""];
const withStatus =
  (name: KindName): Describe =>
  ({ status }) => [name, String(status)];
/** The kind for an answer with the status of a success, and for another answer. */
const doneOrStatus =
  (area: "unknown" | "malformed"): Describe =>
  ({ status }) => [`${area}:${isSuccess(status) ? "done" : "status"}`, String(status)];
const effectOrOpen: Describe = (call, _, run) => [run.isLetIn(call) ? "key:open" : "key:acts", ""];
const ofKeyless: Describe = (call, _, run) => {
  const name = kindOfKeyless(call, run);
  return [name, name === "key:status" ? String(call.status) : ""];
};

/** Kinds by the beginning of a requirement's id; the first match counts. */
const kindsOfRequirements: readonly (readonly [requirement: string, describe: Describe])[] = [
  ["authentication/head-without-key", plain("head:open")],
  ["authentication/every-operation", plain("pet:open")],
  [
    "authentication/other-spelling-has-no-effect",
    (call) => [isDone(call) ? "spelling:open" : "key:acts", ""],
  ],
  ["authentication/other-spelling-", plain("spelling:open")],
  ["authentication/refused-cancel-", effectOrOpen],
  ["authentication/", ofKeyless],
  ["exposed-key/", ofKeyless],
  ["errors/", withStatus("errors")],
  ["list-orders/status", withStatus("list:status")],
  ["list-orders/json-", plain("list:shape")],
  ["list-orders/no-filter", ({ status }) => [status === 200 ? "query:cut" : "query:status", ""]],
  ["list-orders/one-response", plain("list:pages")],
  ["list-orders/all-orders", plain("list:missing")],
  ["order/id-unique", plain("order:again")],
  ["order/id", plain("order:id")],
  ["order/is-object", plain("order:object")],
  ["order/", (_, { expected, received }) => ["order:field", `${fieldOf(expected)} ${typeOf(received)}`]],
  ["cancel-order/pending", withStatus("cancel:status")],
  ["cancel-order/no-body", plain("cancel:body")],
  ["cancel-order/second-cancel-status", withStatus("again:status")],
  ["cancel-order/second-cancel", plain("again:done")],
  ["cancel-order/one-winner", ({ status }) => [isSuccess(status) ? "race:done" : "race:none", ""]],
  ["cancel-order/race-statuses", withStatus("again:status")],
  ["cancel-order/only-that-order", plain("cancel:others")],
  ["cancel-order/no-other-effect", plain("cancel:unexplained")],
  [
    "cancel-order/list-stays-valid",
    ({ status }) => (status === 200 ? ["cancel:list", ""] : ["cancel:list-status", String(status)]),
  ],
  ["cancel-order/shipped-unchanged", shippedKind],
  ["cancel-order/shipped", withStatus("shipped:status")],
  ["order-id/unknown-large", doneOrStatus("unknown")],
  [
    "cancel-order/unknown",
    (call, found, run) =>
      call.status === 404 ? ["unknown:made", ""] : doneOrStatus("unknown")(call, found, run),
  ],
  ["order-id/malformed", doneOrStatus("malformed")],
  ["order-id/resembling-has-no-effect", plain("id:acts")],
  // 409: it was treated as a shipped order.
  [
    "order-id/resembling",
    (call, found, run) =>
      isSuccess(call.status) || call.status === 409
        ? ["id:acts", ""]
        : doneOrStatus("malformed")(call, found, run),
  ],
];

/** An effect of a call without a valid key is a symptom of authentication, whichever requirement reports it. */
function shippedKind({ credential }: Call, { expected }: Contradiction): Kind {
  if (isBad(credential)) return ["key:acts", ""];
  return [/listed|list$/.test(expected) ? "shipped:lost" : "shipped:data", ""];
}

/** The type in a received value, such as string in `the string "7"`: the server's own text is not part of a kind. */
const typeOf = (received: string) => /^(?:the |an? )?(\w+)/.exec(received)?.[1] ?? "";
const fieldOf = (expected: string) => expected.split(" ", 1)[0]!;

/** Kinds for calls without an answer, by the part before the colon of the kind that they would have otherwise. */
const silentKinds: Readonly<Record<string, KindName>> = {
  key: "key:silent",
  head: "key:silent",
  pet: "key:silent",
  spelling: "key:silent",
  list: "list:silent",
  query: "query:silent",
  id: "ids:silent",
  unknown: "ids:silent",
  malformed: "ids:silent",
  again: "again:silent",
  race: "race:silent",
  shipped: "shipped:silent",
};

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
    const describe: Describe = known?.[1] ?? (() => ["other", id]);
    return contradictions.flatMap((contradiction): readonly Symptom[] => {
      const call = callOf.get(contradiction.exchange);
      if (!call) return [];
      const [kind, detail] = kindOf(call, contradiction, () => describe(call, contradiction, run));
      return [{ requirement: id, contradiction, call, kind, detail }];
    });
  });
}

function kindOf(call: Call, { exchange, received }: Contradiction, describe: () => Kind): Kind {
  if (exchange === call.exchange.redirectedFrom) return ["redirect", call.operation];
  const kind = describe();
  if (call.status !== undefined || received !== call.exchange.failure) return kind;
  return [silentKinds[kind[0].split(":", 1)[0]!] ?? "cancel:silent", ""];
}
