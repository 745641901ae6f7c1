/**
 * The kinds of symptoms, by weight: the first one of a group gives its title and the calls that are compared. Each row is
 * one kind; `group-symptoms.ts` has the kinds that one mistake causes together.
 */

import { type Contradiction, isSuccess } from "../diagnosis/contradiction.ts";
import { type Call, isBad } from "../evidence/read-call.ts";
import { type CallFacts, isDone } from "./call-facts.ts";
import { type Domain, domains } from "./domains.ts";
import { pendingCancels, repeats, shippedCancels } from "./likely-mistakes/call-mistakes.ts";
import { misreadIds, refusedIds } from "./likely-mistakes/id-mistakes.ts";
import { freeSpellings, keysLetIn, statesBeforeKey } from "./likely-mistakes/key-mistakes.ts";
import type { LikelyMistake } from "./match-mistakes.ts";
import * as words from "./title-words.ts";

/** @param statuses the statuses of calls that break a requirement */
type IsLike = (facts: CallFacts, statuses: ReadonlySet<number | undefined>) => boolean;

interface SymptomKind {
  /**
   * Beginnings of the ids of requirements that show it, of which the longest in the table counts. None where any call shows it.
   */
  readonly requirements: readonly string[];
  /** The mistake in a sentence: `$status` and `$received` are replaced by those of the symptoms. */
  readonly title: string | words.Words;
  readonly domain: Domain;
  /** The contradictions that show it, of requirements that another row has, too. Default: those left by other rows. */
  readonly isShownBy?: (facts: CallFacts, found: Contradiction) => boolean;
  /** The part of an answer that distinguishes mistakes of this kind: a status, a field with a type. Default: none. */
  readonly detailOf?: (call: Call, found: Contradiction) => string;
  /** Mistakes that may explain it. */
  readonly mistakes?: readonly LikelyMistake[];
  /** Ids of forms of answers that may explain it. */
  readonly forms?: RegExp;
  /** Whether a call of the domain shows it, also where no requirement judges the call. */
  readonly isLike?: IsLike;
}

const kind = (
  requirements: string,
  title: SymptomKind["title"],
  domain: keyof typeof domains,
  rest: Omit<SymptomKind, "requirements" | "title" | "domain"> = {},
): SymptomKind => ({
  requirements: requirements === "" ? [] : requirements.split(" "),
  title,
  domain: domains[domain],
  ...rest,
});

const statusOf = ({ status }: Call) => String(status);
/** Whether a call has one of the statuses: each status is a separate mistake. */
const isOfStatus: IsLike = ({ call }, statuses) => statuses.has(call.status);
const perStatus = { detailOf: statusOf, isLike: isOfStatus };
/** Forms of values in a list. */
const ofOrders = { forms: /^(?!list-|error-)/ };
/** Forms of lists that are not arrays; plain text may be a table. */
const ofBodies = { forms: /^list-(?!nothing|in-array|text)/ };
/** The type in a received value, such as string in `the string "7"`: the server's own text is not part of a kind. */
const typeOf = (received: string) => /^(?:the |an? )?(\w+)/.exec(received)?.[1] ?? "";

const ofRepeats: Pick<SymptomKind, "mistakes" | "isLike"> = {
  mistakes: repeats,
  isLike: (facts, statuses) => facts.sinceDone !== undefined && isOfStatus(facts, statuses),
};
/** A server that treats an id as an order's answers 2xx. */
const ofIds = { ...perStatus, mistakes: [...misreadIds, ...refusedIds] };

const kinds = {
  sporadic: kind("", "Some calls of several kinds are answered $status", "all", perStatus),
  "key:open": kind(
    "authentication/ authentication/refused-cancel- exposed-key/",
    (symptoms) => `${words.callsLetIn(symptoms)} are let in`,
    "letIn",
    {
      isShownBy: ({ keyless }) => keyless === "open",
      mistakes: keysLetIn,
      isLike: (facts, statuses) =>
        facts.keyless === "open" || (facts.keyless === "late" && isOfStatus(facts, statuses)),
    },
  ),
  "spelling:open": kind(
    "authentication/other-spelling-",
    "Another spelling of a path or method needs no valid key",
    "spellings",
    { isShownBy: ({ call }) => isDone(call), mistakes: freeSpellings },
  ),
  "key:acts": kind(
    // An effect of a call without a valid key is a symptom of authentication, whichever requirement reports it.
    "authentication/refused-cancel- authentication/other-spelling- cancel-order/shipped-unchanged",
    "A cancel without a valid key is refused, but takes effect",
    "keylessEffects",
    { isShownBy: ({ call }) => isBad(call.credential) },
  ),
  "key:late": kind(
    "authentication/ exposed-key/",
    "$status is answered before the key is checked",
    "keylessStates",
    {
      isShownBy: ({ keyless }) => keyless === "late",
      mistakes: statesBeforeKey,
      isLike: ({ keyless }) => keyless === "late",
    },
  ),
  "key:status": kind(
    "authentication/ exposed-key/",
    "Calls without a valid key are answered $status, not 401",
    "keylessStatuses",
    perStatus,
  ),
  "operation:open": kind(
    "authentication/head-without-key authentication/every-operation",
    words.openOperation,
    "headAndPet",
    { detailOf: ({ operation }) => operation },
  ),
  errors: kind("errors/", words.errorTitle, "errors", { detailOf: statusOf, forms: /^error-/ }),
  redirect: kind("", "A call by the documented path is answered $received", "redirects"),
  "list:shape": kind("list-orders/json-", "The list is $received, not a JSON array", "plainLists", ofBodies),
  "list:status": kind("list-orders/status", "The list is answered $status, not 200", "lists", perStatus),
  "unknown:made": kind("cancel-order/unknown", "Cancelling an unknown id creates an order", "idsOfNoOrder", {
    isShownBy: ({ call }) => call.status === 404,
    mistakes: refusedIds,
  }),
  "order:id": kind("order/id", "The id of a listed order is $received", "plainLists", ofOrders),
  "order:object": kind(
    "order/is-object",
    "A listed order is $received, not an object",
    "plainLists",
    ofOrders,
  ),
  "order:again": kind("order/id-unique", "Listed orders share an id", "plainLists", ofOrders),
  "order:field": kind("order/", words.fieldTitle, "plainLists", {
    ...ofOrders,
    detailOf: (_, { expected, received }) => `${expected.split(" ", 1)[0]} ${typeOf(received)}`,
  }),
  "list:pages": kind("list-orders/one-response", "The list is cut into pages", "plainLists"),
  "list:missing": kind("list-orders/all-orders", "Orders are missing from the list", "plainLists", {
    forms: /^list-nothing$/,
  }),
  "query:cut": kind(
    "list-orders/no-filter",
    (symptoms) => `The list changes with ${words.extras(symptoms)}`,
    "specialLists",
    { ...ofBodies, isShownBy: ({ call }) => call.status === 200 },
  ),
  "query:status": kind(
    "list-orders/no-filter",
    (symptoms) => `Lists with ${words.extras(symptoms)} are answered ${words.statuses(symptoms)}`,
    "specialLists",
  ),
  "id:acts": kind(
    "order-id/resembling order-id/resembling-has-no-effect",
    (symptoms) => `A cancel by an id that only resembles an order's ${words.acts(symptoms)}`,
    "idsOfNoOrder",
    {
      // 409: it was treated as a shipped order.
      isShownBy: ({ call }) => isSuccess(call.status) || call.status === 409,
      mistakes: misreadIds,
      isLike: (facts, statuses) => facts.call.status !== 404 && isOfStatus(facts, statuses),
    },
  ),
  "cancel:list": kind("cancel-order/list-stays-valid", words.listAfterCancel, "plainLists", {
    ...ofOrders,
    detailOf: ({ status }) => (status === 200 ? "" : String(status)),
  }),
  "cancel:others": kind(
    "cancel-order/only-that-order",
    "A cancel changes other orders than its own",
    "cancels",
  ),
  "cancel:body": kind("cancel-order/no-body", "A 204 is followed by a body", "pendingCancels", {
    mistakes: pendingCancels,
  }),
  "cancel:status": kind(
    "cancel-order/pending",
    "The cancel of a pending order is answered $status, not 204",
    "pendingCancels",
    { ...perStatus, mistakes: pendingCancels },
  ),
  "again:done": kind(
    "cancel-order/second-cancel",
    "A cancelled order can be cancelled again",
    "repeats",
    ofRepeats,
  ),
  "race:none": kind(
    "cancel-order/one-winner",
    "Of several simultaneous cancels of a pending order none succeeds",
    "races",
  ),
  "race:done": kind(
    "cancel-order/one-winner",
    "Of several simultaneous cancels of a pending order more than one succeeds",
    "races",
    { isShownBy: ({ call }) => isSuccess(call.status) },
  ),
  "again:status": kind(
    "cancel-order/second-cancel-status cancel-order/race-statuses",
    "A further cancel of an order is answered $status",
    "repeats",
    { ...ofRepeats, detailOf: statusOf },
  ),
  "shipped:status": kind("cancel-order/shipped", words.shippedTitle, "shippedCancels", {
    ...perStatus,
    mistakes: shippedCancels,
  }),
  "shipped:lost": kind(
    "cancel-order/shipped-unchanged",
    "A shipped order leaves the list",
    "shippedEffects",
    {
      isShownBy: ({ call }, { expected }) => !isBad(call.credential) && /listed|list$/.test(expected),
    },
  ),
  "shipped:data": kind("cancel-order/shipped-unchanged", "A shipped order was changed", "shippedEffects"),
  unknown: kind(
    "cancel-order/unknown order-id/unknown-large",
    "The cancel of an unknown order is answered $status, not 404",
    "idsOfNoOrder",
    ofIds,
  ),
  malformed: kind(
    "order-id/malformed order-id/resembling",
    "A cancel by an id that is not an int64 is answered $status",
    "idsOfNoOrder",
    ofIds,
  ),
  "cancel:unexplained": kind("cancel-order/no-other-effect", words.unexplainedTitle, "cancels"),
  silent: kind("", words.silentTitle, "all"),
  other: kind("", ([symptom]) => `Not met: ${symptom!.requirement}`, "cancels"),
} as const satisfies Record<string, SymptomKind>;

export type KindName = keyof typeof kinds;
export const symptomKinds: Readonly<Record<KindName, SymptomKind>> = kinds;

export const kindNames = Object.keys(kinds) as KindName[];

/** The first of some kinds, by weight. */
export const mainKindOf = (kinds: readonly KindName[]): KindName =>
  kindNames.find((name) => kinds.includes(name))!;
