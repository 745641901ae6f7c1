/**
 * The kinds of symptoms, by weight: the first one of a group gives its title and the calls that are compared. Each row is
 * one kind; `group-symptoms.ts` has the kinds that one mistake causes together.
 */

import { type Contradiction, isSuccess } from "../diagnosis/contradiction.ts";
import type { Call } from "../evidence/read-call.ts";
import type { CallFacts } from "./call-facts.ts";
import { type Domain, domains } from "./domains.ts";
import type { LikelyMistake } from "./likely-mistake.ts";
import { emptyList, errorBodies, listBodies, orderFields } from "./likely-mistakes/answer-forms.ts";
import { pendingCancels, repeats, shippedCancels } from "./likely-mistakes/call-mistakes.ts";
import { idClasses, idReaders } from "./likely-mistakes/id-mistakes.ts";
import { freeSpellings, keysLetIn, statesBeforeKey } from "./likely-mistakes/key-mistakes.ts";
import type { RunFacts } from "./run-facts.ts";
import * as words from "./title-words.ts";

type IsLike = (facts: CallFacts, detail: string, run: RunFacts) => boolean;

export interface SymptomKind {
  /** The mistake in a sentence. @param symptoms those of the kind */
  readonly title: words.Words;
  readonly domain: Domain;
  /** The part of an answer that distinguishes mistakes of this kind: a status, a field with a type. Default: none. */
  readonly detailOf?: (call: Call, found: Contradiction) => string;
  /** Mistakes that may explain it. */
  readonly mistakes?: readonly LikelyMistake[];
  /** Whether two mistakes may have the same symptoms: keys and ids are misread in several ways. */
  readonly mayBeTwo?: boolean;
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
/** Each status is a mistake of its own, and any answer of the domain with that status shows it. */
const perStatus = {
  detailOf: statusOf,
  isLike: ({ call }, detail) => statusOf(call) === detail,
} satisfies Partial<SymptomKind>;
const isLikeSuccess: IsLike = ({ call }) => isSuccess(call.status);
const byKeyless =
  (name: ReturnType<RunFacts["kindOfKeyless"]>): IsLike =>
  ({ call }, _, run) =>
    call.status !== 401 && run.kindOfKeyless(call) === name;
const ofState = { isOfState: true };
const ofOrders = { mistakes: orderFields };
/** A server that treats an id as an order's answers 2xx. */
const ofIds = { ...perStatus, mistakes: [...idReaders, ...idClasses] };
/** The type in a received value, such as string in `the string "7"`: the server's own text is not part of a kind. */
const typeOf = (received: string) => /^(?:the |an? )?(\w+)/.exec(received)?.[1] ?? "";

const kinds = {
  sporadic: kind("Some calls of several kinds are answered $status", domains.all, perStatus),
  "key:open": kind((symptoms) => `${words.callsLetIn(symptoms)} are let in`, domains.letIn, {
    mistakes: keysLetIn,
    mayBeTwo: true,
    isLike: byKeyless("key:open"),
    isOfState: true,
  }),
  "key:acts": kind(
    "A cancel without a valid key is refused, but takes effect",
    domains.keylessEffects,
    ofState,
  ),
  "key:late": kind("$status is answered before the key is checked", domains.keylessStates, {
    mistakes: statesBeforeKey,
    isLike: byKeyless("key:late"),
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
    mistakes: errorBodies,
    mayBeTwo: true,
  }),
  redirect: kind("A call by the documented path is answered $received", domains.redirects),
  "list:shape": kind("The list is $received, not a JSON array", domains.plainLists, { mistakes: listBodies }),
  "list:status": kind("The list is answered $status, not 200", domains.lists, perStatus),
  "unknown:made": kind("The cancel of an unknown order makes one", domains.idsOfNoOrder, {
    mistakes: idClasses,
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
    mistakes: emptyList,
    isLike: ({ missing }) => missing.length > 0,
  }),
  "query:cut": kind(
    (symptoms) => `What is listed changes with ${words.extras(symptoms)}`,
    domains.specialLists,
    { mistakes: listBodies },
  ),
  "query:status": kind(
    (symptoms) => `Lists with ${words.extras(symptoms)} are answered ${words.statuses(symptoms)}`,
    domains.specialLists,
  ),
  "id:acts": kind(
    (symptoms) => `A cancel by an id that only resembles an order's ${words.acts(symptoms)}`,
    domains.idsOfNoOrder,
    { mistakes: idReaders, mayBeTwo: true, isLike: isLikeSuccess, isOfState: true },
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
    isLike: isLikeSuccess,
  }),
  "race:none": kind("Of several simultaneous cancels of a pending order none succeeds", domains.races),
  "race:done": kind(
    "Of several simultaneous cancels of a pending order more than one succeeds",
    domains.races,
  ),
  "again:status": kind("A further cancel of an order is answered $status", domains.repeats, {
    ...perStatus,
    mistakes: repeats,
  }),
  "shipped:status": kind(words.shippedTitle, domains.shippedCancels, {
    ...perStatus,
    mistakes: shippedCancels,
  }),
  "shipped:lost": kind("A shipped order does not stay in the list", domains.shippedCancels, ofState),
  "shipped:data": kind("A shipped order does not stay as it was", domains.shippedCancels, ofState),
  unknown: kind("The cancel of an unknown order is answered $status, not 404", domains.idsOfNoOrder, ofIds),
  malformed: kind("A cancel by an id that is no int64 is answered $status", domains.idsOfNoOrder, ofIds),
  "cancel:unexplained": kind(
    "An order is changed by another call, or its own cancel is refused",
    domains.cancels,
    ofState,
  ),
  silent: kind(words.silentTitle, domains.all),
  other: kind(([symptom]) => `Not met: ${symptom!.requirement}`, domains.cancels),
} as const satisfies Record<string, SymptomKind>;

export type KindName = keyof typeof kinds;
export const symptomKinds: Readonly<Record<KindName, SymptomKind>> = kinds;

const names = Object.keys(kinds) as KindName[];

/** The first of some kinds, by weight. */
export const mainKindOf = (kinds: readonly KindName[]): KindName =>
  names.find((name) => kinds.includes(name))!;
