/** Groups the symptoms of each mistake, and assigns each failed requirement to one group. */

import { isSuccess } from "../diagnosis/contradiction.ts";
import { isOtherRefusal } from "../evidence/special-headers.ts";
import { shareForm } from "./likely-mistakes/answer-forms.ts";
import type { KindName } from "./symptom-kinds.ts";
import type { Symptom } from "./symptoms.ts";

export interface Group {
  /** The kind and the detail of its first symptom. */
  readonly key: string;
  readonly kinds: readonly KindName[];
  readonly requirements: readonly string[];
  readonly symptoms: readonly Symptom[];
}

type Symptoms = readonly Symptom[];

/** Whether symptoms of two kinds have one reason. */
type When = (one: Symptoms, other: Symptoms) => boolean;

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
const isAlike: When = (...both) => {
  const [one, other] = both.map((symptoms) => {
    const texts = symptoms.map(({ requirement, contradiction: { received } }) =>
      `${requirement} ${received}`.replace(/\d+/g, "#").replace(/[("].*$/s, ""),
    );
    return [...new Set(texts)].toSorted().join("\n");
  });
  return one === other;
};

const unreadable = ["order:id", "order:object"] as const;
const changes = ["cancel:others", "cancel:unexplained"] as const;
const refusals = ["cancel:status", "again:status", "unknown"] as const;
const answersToCancels = [...refusals, "malformed", "again:done", "race:done"] as const;
const wrongStatuses = [...refusals, "shipped:status", "key:status", "list:status", "query:status"] as const;
const isOddStatus = (status: number) => status === 304 || status === 404 || isOtherRefusal(status);

type Join = readonly [some: readonly KindName[], others: readonly KindName[], when?: When];
/** Kinds that one mistake causes, where the second ones have no other reason. */
const joins: readonly Join[] = [
  // A server that is open without a key is also open in another notation.
  [["key:open"], ["operation:open", "spelling:open", "key:acts"]],
  [["key:open"], ["key:status"], isAccepted],
  // Accepted cancels without a valid key are answered as with it, and may have caused any unexplained change.
  [["key:open"], ["key:late", "cancel:unexplained"], hasCancel],
  [["errors"], ["errors"], isAlike],
  // Code that wraps or writes a body does it for each body.
  [["list:shape"], ["errors"], isOfOneForm],
  [
    ["list:status", "list:shape"],
    ["query:cut", "query:status"],
  ],
  // An element that cannot be read as an order counts as missing.
  [unreadable, [...unreadable, "order:again", "list:missing", "shipped:lost"]],
  [["list:missing"], ["order:again", "list:pages", "shipped:lost", ...changes]],
  [answersToCancels, answersToCancels, haveOneStatus(() => true)],
  // A status that the document does not have has one reason in every call, such as the path or a condition of a header.
  [wrongStatuses, wrongStatuses, haveOneStatus(isOddStatus)],
  [["id:acts"], ["unknown", "malformed"], isAccepted],
  // The cancel also cancels another order, or only another one.
  [changes, [...changes, "cancel:list", "again:done", "race:done"]],
  [changes, ["shipped:status", "shipped:lost", "shipped:data"]],
];

/** The kind with its detail, as part of a cause's id. */
const keyOf = ({ kind, detail }: Symptom): string => (detail === "" ? kind : `${kind} ${detail}`);

export const createGroup = (requirements: readonly string[], symptoms: readonly Symptom[]): Group => ({
  key: keyOf(symptoms[0]!),
  kinds: [...new Set(symptoms.map(({ kind }) => kind))],
  requirements,
  symptoms,
});

export function groupSymptoms(symptoms: readonly Symptom[]): readonly Group[] {
  const groups = joinSymptoms(symptoms);
  const owners = ownersOf(symptoms, groups);
  return groups.flatMap((group) => {
    const requirements = [...owners].flatMap(([requirement, owner]) => (owner === group ? requirement : []));
    return requirements.length === 0 ? [] : [createGroup(requirements, group)];
  });
}

/** Symptoms of one kind and detail, together with those of the kinds that the same mistake causes. */
function joinSymptoms(symptoms: Symptoms): readonly Symptoms[] {
  let groups: Symptom[][][] = [];
  for (const own of Map.groupBy(symptoms, keyOf).values()) {
    const [first, ...others] = groups.filter((group) => group.some((each) => areJoined(each, own)));
    if (first) first.push(...others.flat(), own);
    else groups.push([own]);
    groups = groups.filter((group) => !others.includes(group));
  }
  return groups.map((group) => group.flat());
}

const areJoined = (one: Symptoms, other: Symptoms) => isReason(one, other) || isReason(other, one);
const isReason = (one: Symptoms, other: Symptoms) =>
  joins.some(
    ([some, others, when]) =>
      some.includes(one[0]!.kind) && others.includes(other[0]!.kind) && (!when || when(one, other)),
  );

/** The group of each requirement: that of its worst contradiction, unless another group would have no requirement. */
function ownersOf(symptoms: Symptoms, groups: readonly Symptoms[]): ReadonlyMap<string, Symptoms> {
  const groupOf = new Map(groups.flatMap((group) => group.map((symptom) => [symptom, group] as const)));
  const candidates = [...Map.groupBy(symptoms, ({ requirement }) => requirement)].map(
    ([requirement, own]) => ({ requirement, groups: [...new Set(own.map((each) => groupOf.get(each)!))] }),
  );
  const owners = new Map<string, Symptoms>();
  // Symptoms that fit the fewest groups come first.
  for (const { requirement, groups } of candidates.toSorted((a, b) => a.groups.length - b.groups.length)) {
    const taken = new Set(owners.values());
    owners.set(requirement, groups.find((group) => !taken.has(group)) ?? groups[0]!);
  }
  return owners;
}
