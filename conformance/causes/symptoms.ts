/** The kind of symptom of each contradiction: the calls of one mistake show one kind or a few. */

import { bodyText } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";
import { type Contradiction, isSuccess, isUnrelatedAnswer } from "../model/contradiction.ts";

/** A failed requirement, and everything that contradicts it. */
export interface Failure {
  readonly id: string;
  readonly contradictions: readonly Contradiction[];
}

export interface Symptom {
  readonly requirement: string;
  readonly contradiction: Contradiction;
  readonly call: Call;
  /** `domain:detail`. */
  readonly kind: string;
}

type Describe = (call: Call, found: Contradiction, run: RunFacts) => string;
const ofKeyless: Describe = (call, _, run) => kindOfKeyless(call, run);

/** The kind of symptom of each requirement, with `$status` for the answer's. A requirement without an entry is a domain of its own. */
const kinds: readonly (readonly [requirements: RegExp, kind: string | Describe])[] = [
  [/^authentication\/head-without-key$/, "head:open"],
  [/^authentication\/every-operation$/, "pet:open"],
  [/^authentication\/other-spelling-has-no-effect$/, (call) => (isDone(call) ? "spelling:open" : "key:acts")],
  [/^authentication\/other-spelling-/, "spelling:open"],
  [/^authentication\/refused-cancel-/, (call, _, run) => (run.isLetIn(call) ? "key:open" : "key:acts")],
  [/^(?:exposed-key|authentication)\//, ofKeyless],
  [/^errors\/(401|404)-/, "errors:$status"],
  [/^list-orders\/status$/, "list:status $status"],
  [/^list-orders\/json-/, "list:shape"],
  [/^list-orders\/no-filter$/, ({ status }) => (status === 200 ? "query:cut" : "query:status")],
  [/^list-orders\/one-response$/, "list:pages"],
  [/^list-orders\/all-orders$/, "list:missing"],
  [/^order\/id$/, "order:id"],
  [/^order\/is-object$/, "order:object"],
  [/^order\/id-unique$/, "order:again"],
  [/^order\//, (_, { expected, received }) => `order:${fieldOf(expected)} ${typeOf(received)}`],
  [/^cancel-order\/pending$/, "cancel:status $status"],
  [/^cancel-order\/no-body$/, "cancel:body"],
  [/^cancel-order\/second-cancel$/, "again:done"],
  [/^cancel-order\/one-winner$/, ({ status }) => (isSuccess(status) ? "race:done" : "race:none")],
  [/^cancel-order\/(?:second-cancel|race)-/, "again:status $status"],
  [/^cancel-order\/only-that-order$/, "cancel:others"],
  [/^cancel-order\/no-other-effect$/, "cancel:unexplained"],
  [
    /^cancel-order\/list-stays-valid$/,
    ({ status }) => (status === 200 ? "cancel:list" : "cancel:list status $status"),
  ],
  [/^cancel-order\/shipped(?:-again)?$/, "shipped:status $status"],
  [/^cancel-order\/shipped-unchanged$/, shippedKind],
  [/^(?:cancel-order\/unknown|order-id\/unknown-large)$/, "unknown:status $status"],
  [/^order-id\/malformed$/, "malformed:status $status"],
  [/^order-id\/resembling-has-no-effect$/, "id:acts"],
  // 409: it was taken for a shipped order.
  [
    /^order-id\/resembling$/,
    ({ status }) => (isSuccess(status) || status === 409 ? "id:acts" : "malformed:status $status"),
  ],
];

/** Whether a call got what it asked for: a 2xx, and where it asks for orders, orders. */
export function isDone({ status, operation, isPlain, exchange }: Call): boolean {
  if (!isSuccess(status)) return false;
  return (
    operation !== "list" ||
    !isPlain ||
    /^\s*\[\s*\{/.test(bodyText({ ...exchange.answer!, body: exchange.answer!.body.subarray(0, 200) }))
  );
}
/** An effect of a call without a valid key is a symptom of authentication, whichever requirement reports it. */
function shippedKind({ credential }: Call, { expected }: Contradiction): string {
  if (isBad(credential)) return "key:acts";
  return /listed|list$/.test(expected) ? "shipped:lost" : "shipped:data";
}

/** `the string "7"` is a string: what it says is the server's, and in no kind. */
const typeOf = (received: string) => /^(?:the |an? )?(\w+)/.exec(received)?.[1] ?? "";
const fieldOf = (expected: string) => expected.split(" ", 1)[0]!;

/** How a call without a valid key was answered: as with the key, as the order would be, or by a refusal of another kind. */
export function kindOfKeyless(call: Call, run: RunFacts): string {
  if (run.isLetIn(call)) return "key:open";
  if (call.operation === "cancel" && run.refusals.has(call.status)) return `key:status ${call.status}`;
  const isLate = call.operation === "cancel" && run.keyedStatuses.has(call.status);
  return isLate ? "key:late" : `key:status ${call.status}`;
}

export interface RunFacts {
  /** Statuses other than 401 that refuse a list without a valid key. */
  readonly refusals: ReadonlySet<number | undefined>;
  /** Statuses that cancels with the key got. */
  readonly keyedStatuses: ReadonlySet<number | undefined>;
  /** Whether a call without a valid key is answered as one with it, or its credential is let in elsewhere. */
  isLetIn(call: Call): boolean;
}

/** The headers of a request that identify its sender, as text. */
export const credentialText = ({ exchange }: Call): string =>
  exchange.request.headers
    .filter(([name]) => name.toLowerCase() === "authorization")
    .map(([, value]) => value)
    .join("\n");

export function runFacts(history: History): RunFacts {
  const calls = history.calls.filter((call) => !isUnrelatedAnswer(call));
  const bad = calls.filter(({ credential, isPlain }) => isBad(credential) && isPlain);
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
  return {
    refusals,
    keyedStatuses,
    isLetIn: (call) =>
      isDone(call) || (call.status !== 401 && !refusals.has(call.status!) && open.has(call.credential)),
  };
}

export function symptomsOf(history: History, failures: readonly Failure[]): readonly Symptom[] {
  const run = runFacts(history);
  const callOf = new Map(
    history.calls.flatMap((call) => [
      [call.exchange, call],
      [call.exchange.redirectedFrom, call],
    ]),
  );
  return failures.flatMap(({ id, contradictions }) =>
    contradictions.flatMap((contradiction) => {
      const call = callOf.get(contradiction.exchange);
      if (!call) return [];
      const [, found = `${id}:`] = kinds.find(([requirements]) => requirements.test(id)) ?? [];
      const isRedirect = contradiction.exchange === call.exchange.redirectedFrom;
      const text = isRedirect
        ? `redirect:${call.operation}`
        : typeof found === "string"
          ? found
          : found(call, contradiction, run);
      const kind = text.replace("$status", String(call.status));
      const isSilent = call.status === undefined && contradiction.received === call.exchange.failure;
      return [
        { requirement: id, contradiction, call, kind: isSilent ? kind.replace(/:.*/, ":silent") : kind },
      ];
    }),
  );
}
