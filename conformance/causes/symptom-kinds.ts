/**
 * The kinds of symptoms, by weight: the first one of a group gives its title and the calls that are compared. A row has the
 * requirements that show the kind, and the kinds that the same mistake causes.
 */

import { type Contradiction, isSuccess } from "../diagnosis/contradiction.ts";
import { type Call, isBad } from "../evidence/read-call.ts";
import { isOtherRefusal } from "../evidence/special-headers.ts";
import { type CallFacts, isDone } from "./call-facts.ts";
import { type Domain, domains } from "./domains.ts";
import { shareForm } from "./likely-mistakes/answer-forms.ts";
import { pendingCancels, repeats, shippedCancels } from "./likely-mistakes/call-mistakes.ts";
import { misreadIds, refusedIds } from "./likely-mistakes/id-mistakes.ts";
import { freeSpellings, keysLetIn, statesBeforeKey } from "./likely-mistakes/key-mistakes.ts";
import type { LikelyMistake } from "./match-mistakes.ts";
import type { ShownSymptom, Words } from "./title-words.ts";
import * as words from "./title-words.ts";

/** @param statuses the statuses of calls that break a requirement */
type IsLike = (facts: CallFacts, statuses: ReadonlySet<number | undefined>) => boolean;

/** Whether symptoms of two kinds have one reason. */
type When = (one: readonly ShownSymptom[], other: readonly ShownSymptom[]) => boolean;

interface SymptomKind<Name extends string = string> {
  /**
   * Beginnings of the ids of requirements that show it, of which the longest in the table counts. None where any call shows it.
   */
  readonly requirements: readonly string[];
  /** The mistake in a sentence: `$status` and `$received` are replaced by those of the symptoms. */
  readonly title: string | Words;
  readonly domain: Domain;
  /** The contradictions that show it, of requirements that another row has, too. Default: those left by other rows. */
  readonly isShownBy?: (facts: CallFacts, found: Contradiction) => boolean;
  /** Kinds that the same mistake causes. */
  readonly joins?: readonly (readonly [kinds: readonly Name[], when?: When])[];
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

type Rest<Name extends string> = Omit<SymptomKind<Name>, "requirements" | "title" | "domain">;
const kind = <const Name extends string = never>(
  requirements: string,
  title: SymptomKind["title"],
  domain: keyof typeof domains,
  rest: Rest<Name> = {},
): SymptomKind<Name> => ({
  requirements: requirements.split(" "),
  title,
  domain: domains[domain],
  ...rest,
});
/** Makes the table, in which a row joins other rows only. */
const table = <Name extends string>(rows: Readonly<Record<Name, SymptomKind<NoInfer<Name>>>>) => rows;

const hasCancel: When = (open) => open.some(({ call }) => call.operation === "cancel");
const isAccepted: When = (_, [other]) => isSuccess(other!.call.status);
/** Whether two answers have one status; all statuses of success count as one. */
const haveOneStatus =
  (isMeant: (status: number) => boolean): When =>
  (...both) => {
    const [one, other] = both.map(([first]) => first!.call.status);
    return one !== undefined && isMeant(one) && (one === other || (isSuccess(one) && isSuccess(other)));
  };
/** Whether the bodies of these answers share a fault. */
const isOfOneForm: When = (one, other) =>
  shareForm([...one, ...other].map(({ call }) => call.exchange.answer));
/** Whether requirements and received values are the same, but for the parts that differ from call to call. */
const isAlike: When = (one, other) => {
  const [first, second] = [one, other].map(
    (symptoms) =>
      new Set(
        symptoms.map(({ requirement, contradiction: { received } }) =>
          `${requirement} ${received}`.replace(/\d+/g, "#").replace(/[("].*$/s, ""),
        ),
      ),
  );
  return first!.size === second!.size && [...first!].every((each) => second!.has(each));
};

const statusOf = ({ status }: Call) => String(status);
/** Whether a call has one of the statuses: each status is a separate mistake. */
const isOfStatus: IsLike = ({ call }, statuses) => statuses.has(call.status);
const perStatus = { detailOf: statusOf, isLike: isOfStatus };
const ofState = { isOfState: true };
/** Forms of values in a list. */
const ofOrders = { forms: /^(?!list-|error-)/ };
/** Forms of lists that are not arrays; plain text may be a table. */
const ofBodies = { forms: /^list-(?!nothing|in-array|text)/ };
/** The type in a received value, such as string in `the string "7"`: the server's own text is not part of a kind. */
const typeOf = (received: string) => /^(?:the |an? )?(\w+)/.exec(received)?.[1] ?? "";

/** Answers that a server gives for one reason, in each state of the order. */
const asCancels = [
  ["cancel:status", "again:status", "again:done", "race:done", "unknown", "malformed"],
  haveOneStatus(() => true),
] as const;
/** A server checks a condition of a header at each call, or at none. */
const asConditions = [
  ["key:status", "list:status", "query:status", "shipped:status", "cancel:status", "again:status", "unknown"],
  haveOneStatus((status) => status === 304),
] as const;
/** A refusal that the document does not have for cancels has one reason in every state of the order, with a key and without. */
const isSameRefusal = haveOneStatus((status) => isOtherRefusal(status) || status === 404);
const asRefusals = [["shipped:status", "key:status"], isSameRefusal] as const;
const ofRefusals = { joins: [asCancels, asConditions, asRefusals] };
const withQueries = [["query:cut", "query:status"]] as const;
/** An element that cannot be read as an order counts as missing. */
const ofUnreadable = {
  ...ofOrders,
  joins: [[["order:id", "order:object", "order:again", "list:missing", "shipped:lost"]]],
} as const;
/** The cancel also cancels another order, or only another one. */
const ofChanges = {
  ...ofState,
  joins: [
    [["cancel:others", "cancel:unexplained", "cancel:list", "cancel:list-status"]],
    [["again:done", "race:done", "shipped:status", "shipped:lost", "shipped:data"]],
  ],
} as const;
const ofRepeats: Pick<SymptomKind, "mistakes" | "isLike"> = {
  mistakes: repeats,
  isLike: (facts, statuses) => facts.sinceDone !== undefined && isOfStatus(facts, statuses),
};
/** A server that treats an id as an order's answers 2xx. */
const ofIds = { ...perStatus, mistakes: [...misreadIds, ...refusedIds] };
const kinds = table({
  sporadic: kind("", "Some calls of several kinds are answered $status", "all", perStatus),
  "key:open": kind(
    "authentication/ authentication/refused-cancel- exposed-key/",
    (symptoms) => `${words.callsLetIn(symptoms)} are let in`,
    "letIn",
    {
      isShownBy: ({ keyless }) => keyless === "open",
      joins: [
        // A server that is open without a key is also open in another notation.
        [["operation:open", "spelling:open", "key:acts"]],
        [["key:status"], isAccepted],
        // Accepted cancels without a valid key are answered as with it, and may have caused any unexplained change.
        [["key:late", "cancel:unexplained"], hasCancel],
      ],
      mistakes: keysLetIn,
      isLike: (facts, statuses) =>
        facts.keyless === "open" || (facts.keyless === "late" && isOfStatus(facts, statuses)),
      isOfState: true,
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
    { ...ofState, isShownBy: ({ call }) => isBad(call.credential) },
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
    { ...perStatus, joins: [asConditions] },
  ),
  "operation:open": kind(
    "authentication/head-without-key authentication/every-operation",
    words.openOperation,
    "headAndPet",
    { detailOf: ({ operation }) => operation },
  ),
  errors: kind("errors/", words.errorTitle, "errors", {
    joins: [[["errors"], isAlike]],
    detailOf: statusOf,
    forms: /^error-/,
  }),
  redirect: kind("", "A call by the documented path is answered $received", "redirects"),
  "list:shape": kind("list-orders/json-", "The list is $received, not a JSON array", "plainLists", {
    ...ofBodies,
    // Code that wraps or writes a body does it for each body.
    joins: [[["errors"], isOfOneForm], withQueries],
  }),
  "list:status": kind("list-orders/status", "The list is answered $status, not 200", "lists", {
    ...perStatus,
    joins: [withQueries, asConditions],
  }),
  "unknown:made": kind("cancel-order/unknown", "Cancelling an unknown id creates an order", "idsOfNoOrder", {
    isShownBy: ({ call }) => call.status === 404,
    mistakes: refusedIds,
  }),
  "order:id": kind("order/id", "The id of a listed order is $received", "plainLists", ofUnreadable),
  "order:object": kind(
    "order/is-object",
    "A listed order is $received, not an object",
    "plainLists",
    ofUnreadable,
  ),
  "order:again": kind("order/id-unique", "Listed orders share an id", "plainLists", ofOrders),
  "order:field": kind(
    "order/",
    (symptoms) => `${symptoms[0]!.detail.split(" ", 1)[0]} of a listed order is ${words.received(symptoms)}`,
    "plainLists",
    {
      ...ofOrders,
      detailOf: (_, { expected, received }) => `${expected.split(" ", 1)[0]} ${typeOf(received)}`,
    },
  ),
  "list:pages": kind("list-orders/one-response", "The list is cut into pages", "plainLists"),
  "list:missing": kind("list-orders/all-orders", "Orders are missing from the list", "plainLists", {
    joins: [[["order:again", "list:pages", "shipped:lost", "cancel:others", "cancel:unexplained"]]],
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
    { joins: [asConditions] },
  ),
  "id:acts": kind(
    "order-id/resembling order-id/resembling-has-no-effect",
    (symptoms) => `A cancel by an id that only resembles an order's ${words.acts(symptoms)}`,
    "idsOfNoOrder",
    {
      // 409: it was treated as a shipped order.
      isShownBy: ({ call }) => isSuccess(call.status) || call.status === 409,
      joins: [[["unknown", "malformed"], isAccepted]],
      mistakes: misreadIds,
      isLike: (facts, statuses) => facts.call.status !== 404 && isOfStatus(facts, statuses),
      isOfState: true,
    },
  ),
  "cancel:list-status": kind(
    "cancel-order/list-stays-valid",
    "After a cancel a list is answered $status, not 200",
    "plainLists",
    { ...ofOrders, ...perStatus },
  ),
  "cancel:list": kind(
    "cancel-order/list-stays-valid",
    "After a cancel the list is not valid: $received",
    "plainLists",
    { ...ofOrders, isShownBy: ({ call }) => call.status === 200 },
  ),
  "cancel:others": kind(
    "cancel-order/only-that-order",
    "A cancel changes other orders than its own",
    "cancels",
    ofChanges,
  ),
  "cancel:body": kind("cancel-order/no-body", "A 204 is followed by a body", "pendingCancels", {
    mistakes: pendingCancels,
  }),
  "cancel:status": kind(
    "cancel-order/pending",
    "The cancel of a pending order is answered $status, not 204",
    "pendingCancels",
    { ...perStatus, ...ofRefusals, mistakes: pendingCancels },
  ),
  "again:done": kind("cancel-order/second-cancel", "A cancelled order can be cancelled again", "repeats", {
    ...ofRepeats,
    joins: [asCancels],
  }),
  "race:none": kind(
    "cancel-order/one-winner",
    "Of several simultaneous cancels of a pending order none succeeds",
    "races",
  ),
  "race:done": kind(
    "cancel-order/one-winner",
    "Of several simultaneous cancels of a pending order more than one succeeds",
    "races",
    { isShownBy: ({ call }) => isSuccess(call.status), joins: [asCancels] },
  ),
  "again:status": kind(
    "cancel-order/second-cancel-status cancel-order/race-statuses",
    "A further cancel of an order is answered $status",
    "repeats",
    { ...ofRepeats, ...ofRefusals, detailOf: statusOf },
  ),
  "shipped:status": kind("cancel-order/shipped", words.shippedTitle, "shippedCancels", {
    ...perStatus,
    joins: [asConditions, [["key:status"], isSameRefusal]],
    mistakes: shippedCancels,
  }),
  "shipped:lost": kind(
    "cancel-order/shipped-unchanged",
    "A shipped order leaves the list",
    "shippedEffects",
    {
      ...ofState,
      isShownBy: ({ call }, { expected }) => !isBad(call.credential) && /listed|list$/.test(expected),
    },
  ),
  "shipped:data": kind(
    "cancel-order/shipped-unchanged",
    "A shipped order was changed",
    "shippedEffects",
    ofState,
  ),
  unknown: kind(
    "cancel-order/unknown order-id/unknown-large",
    "The cancel of an unknown order is answered $status, not 404",
    "idsOfNoOrder",
    { ...ofIds, ...ofRefusals },
  ),
  malformed: kind(
    "order-id/malformed order-id/resembling",
    "A cancel by an id that is not an int64 is answered $status",
    "idsOfNoOrder",
    { ...ofIds, joins: [asCancels] },
  ),
  "cancel:unexplained": kind("cancel-order/no-other-effect", words.unexplainedTitle, "cancels", ofChanges),
  silent: kind("", words.silentTitle, "all"),
  other: kind("", ([symptom]) => `Not met: ${symptom!.requirement}`, "cancels"),
});

export type KindName = keyof typeof kinds;
export const symptomKinds: Readonly<Record<KindName, SymptomKind<KindName>>> = kinds;

export const kindNames = Object.keys(kinds) as KindName[];

/** The first of some kinds, by weight. */
export const mainKindOf = (kinds: readonly KindName[]): KindName =>
  kindNames.find((name) => kinds.includes(name))!;
