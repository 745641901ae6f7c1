/**
 * The kinds of symptoms, by weight: the first one of a group gives its title and the calls that are compared. Each row is
 * one kind; `group-symptoms.ts` has the kinds that one mistake causes together.
 */

import type { Contradiction } from "../diagnosis/contradiction.ts";
import type { Call } from "../evidence/read-call.ts";
import type { CallFacts } from "./call-facts.ts";
import { type Domain, domains } from "./domains.ts";
import { pendingCancels, repeats, shippedCancels } from "./likely-mistakes/call-mistakes.ts";
import { misreadIds, refusedIds } from "./likely-mistakes/id-mistakes.ts";
import { freeSpellings, keysLetIn, statesBeforeKey } from "./likely-mistakes/key-mistakes.ts";
import type { LikelyMistake } from "./match-mistakes.ts";
import * as words from "./title-words.ts";

/** @param statuses the statuses of calls that break a requirement */
type IsLike = (facts: CallFacts, statuses: ReadonlySet<number | undefined>) => boolean;

export interface SymptomKind {
  /** The mistake in a sentence. @param symptoms those of the kind */
  readonly title: words.Words;
  readonly domain: Domain;
  /** The part of an answer that distinguishes mistakes of this kind: a status, a field with a type. Default: none. */
  readonly detailOf?: (call: Call, found: Contradiction) => string;
  /** Mistakes that may explain it. */
  readonly mistakes?: readonly LikelyMistake[];
  /** Ids of forms of answers that may explain it. */
  readonly forms?: RegExp;
  /** Whether a call of the domain shows it, also where no requirement judges the call. */
  readonly isLike?: IsLike;
  /** Whether it is about a change of an order. */
  readonly isOfState?: boolean;
}

/** @param title `$status` and `$received` are replaced by those of the symptoms */
const kind = (
  title: string | SymptomKind["title"],
  domain: Domain,
  rest: Omit<SymptomKind, "title" | "domain"> = {},
): SymptomKind => ({ title: typeof title === "string" ? words.template(title) : title, domain, ...rest });
const statusOf = ({ status }: Call) => String(status);
/** Whether a call has one of the statuses: each status is a separate mistake. */
const isOfStatus: IsLike = ({ call }, statuses) => statuses.has(call.status);
const perStatus = { detailOf: statusOf, isLike: isOfStatus };
const isRepeatOfStatus: IsLike = (facts, statuses) =>
  facts.sinceDone !== undefined && isOfStatus(facts, statuses);
const ofState = { isOfState: true };
/** Forms of values in a list. */
const ofOrders = { forms: /^(?!list-|error-)/ };
/** Forms of lists that are not arrays; plain text may be a table. */
const ofBodies = { forms: /^list-(?!nothing|in-array|text)/ };
/** A server that treats an id as an order's answers 2xx. */
const ofIds = { ...perStatus, mistakes: [...misreadIds, ...refusedIds] };
/** The type in a received value, such as string in `the string "7"`: the server's own text is not part of a kind. */
const typeOf = (received: string) => /^(?:the |an? )?(\w+)/.exec(received)?.[1] ?? "";

const kinds = {
  sporadic: kind("Some calls of several kinds are answered $status", domains.all, perStatus),
  "key:open": kind((symptoms) => `${words.callsLetIn(symptoms)} are let in`, domains.letIn, {
    mistakes: keysLetIn,
    isLike: (facts, statuses) =>
      facts.keyless === "key:open" || (facts.keyless === "key:late" && isOfStatus(facts, statuses)),
    isOfState: true,
  }),
  "key:acts": kind(
    "A cancel without a valid key is refused, but takes effect",
    domains.keylessEffects,
    ofState,
  ),
  "key:late": kind("$status is answered before the key is checked", domains.keylessStates, {
    mistakes: statesBeforeKey,
    isLike: ({ keyless }) => keyless === "key:late",
  }),
  "key:status": kind(
    "Calls without a valid key are answered $status, not 401",
    domains.keylessStatuses,
    perStatus,
  ),
  "operation:open": kind(words.openOperation, domains.headAndPet, { detailOf: ({ operation }) => operation }),
  "spelling:open": kind("Another spelling of a path or method needs no valid key", domains.spellings, {
    mistakes: freeSpellings,
  }),
  errors: kind(words.errorTitle, domains.errors, {
    detailOf: statusOf,
    forms: /^error-/,
  }),
  redirect: kind("A call by the documented path is answered $received", domains.redirects),
  "list:shape": kind("The list is $received, not a JSON array", domains.plainLists, ofBodies),
  "list:status": kind("The list is answered $status, not 200", domains.lists, perStatus),
  "unknown:made": kind("Cancelling an unknown id creates an order", domains.idsOfNoOrder, {
    mistakes: refusedIds,
  }),
  "order:id": kind("The id of a listed order is $received", domains.plainLists, ofOrders),
  "order:object": kind("A listed order is $received, not an object", domains.plainLists, ofOrders),
  "order:again": kind("Listed orders share an id", domains.plainLists, ofOrders),
  "order:field": kind(
    (symptoms) => `${symptoms[0]!.detail.split(" ", 1)[0]} of a listed order is ${words.received(symptoms)}`,
    domains.plainLists,
    {
      ...ofOrders,
      detailOf: (_, { expected, received }) => `${expected.split(" ", 1)[0]} ${typeOf(received)}`,
    },
  ),
  "list:pages": kind("The list is cut into pages", domains.plainLists),
  "list:missing": kind("Orders are missing from the list", domains.plainLists, {
    forms: /^list-nothing$/,
  }),
  "query:cut": kind(
    (symptoms) => `The list changes with ${words.extras(symptoms)}`,
    domains.specialLists,
    ofBodies,
  ),
  "query:status": kind(
    (symptoms) => `Lists with ${words.extras(symptoms)} are answered ${words.statuses(symptoms)}`,
    domains.specialLists,
  ),
  "id:acts": kind(
    (symptoms) => `A cancel by an id that only resembles an order's ${words.acts(symptoms)}`,
    domains.idsOfNoOrder,
    {
      mistakes: misreadIds,
      isLike: (facts, statuses) => facts.call.status !== 404 && isOfStatus(facts, statuses),
      isOfState: true,
    },
  ),
  "cancel:list-status": kind("After a cancel a list is answered $status, not 200", domains.plainLists, {
    ...ofOrders,
    ...perStatus,
  }),
  "cancel:list": kind("After a cancel the list is not valid: $received", domains.plainLists, ofOrders),
  "cancel:others": kind("A cancel changes other orders than its own", domains.cancels, ofState),
  "cancel:body": kind("A 204 is followed by a body", domains.pendingCancels, { mistakes: pendingCancels }),
  "cancel:status": kind(
    "The cancel of a pending order is answered $status, not 204",
    domains.pendingCancels,
    { ...perStatus, mistakes: pendingCancels },
  ),
  "again:done": kind("A cancelled order can be cancelled again", domains.repeats, {
    mistakes: repeats,
    isLike: isRepeatOfStatus,
  }),
  "race:none": kind("Of several simultaneous cancels of a pending order none succeeds", domains.races),
  "race:done": kind(
    "Of several simultaneous cancels of a pending order more than one succeeds",
    domains.races,
  ),
  "again:status": kind("A further cancel of an order is answered $status", domains.repeats, {
    detailOf: statusOf,
    mistakes: repeats,
    isLike: isRepeatOfStatus,
  }),
  "shipped:status": kind(words.shippedTitle, domains.shippedCancels, {
    ...perStatus,
    mistakes: shippedCancels,
  }),
  "shipped:lost": kind("A shipped order leaves the list", domains.shippedEffects, ofState),
  "shipped:data": kind("A shipped order was changed", domains.shippedEffects, ofState),
  unknown: kind("The cancel of an unknown order is answered $status, not 404", domains.idsOfNoOrder, ofIds),
  malformed: kind("A cancel by an id that is not an int64 is answered $status", domains.idsOfNoOrder, ofIds),
  "cancel:unexplained": kind(words.unexplainedTitle, domains.cancels, ofState),
  silent: kind(words.silentTitle, domains.all),
  other: kind(([symptom]) => `Not met: ${symptom!.requirement}`, domains.cancels),
} as const satisfies Record<string, SymptomKind>;

export type KindName = keyof typeof kinds;
export const symptomKinds: Readonly<Record<KindName, SymptomKind>> = kinds;

export const kindNames = Object.keys(kinds) as KindName[];

/** The first of some kinds, by weight. */
export const mainKindOf = (kinds: readonly KindName[]): KindName =>
  kindNames.find((name) => kinds.includes(name))!;
