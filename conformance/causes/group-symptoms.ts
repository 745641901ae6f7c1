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

const hasCancel = (open: readonly Symptom[]) => open.some(({ call }) => call.operation === "cancel");

/** Two kinds of symptoms of one mistake, where the second has no other reason. */
type Join = readonly [
  some: readonly KindName[],
  others: readonly KindName[],
  when?: (one: readonly Symptom[], other: readonly Symptom[]) => boolean,
];

/** The requirements and received values, without the parts that differ from call to call. */
const differences = (symptoms: readonly Symptom[]) =>
  new Set(
    symptoms.map(({ requirement, contradiction: { received } }) =>
      `${requirement} ${received}`.replace(/\d+/g, "#").replace(/[("].*$/s, ""),
    ),
  );

const isAlike = (one: readonly Symptom[], other: readonly Symptom[]): boolean => {
  const [first, second] = [differences(one), differences(other)];
  return first.size === second.size && [...first].every((each) => second.has(each));
};

/** Whether two answers have one status; all statuses of success count as one. */
const isSameStatus = ([one]: readonly Symptom[], [other]: readonly Symptom[]) =>
  statusOf(one!) !== undefined && statusOf(one!) === statusOf(other!);
const statusOf = ({ call }: Symptom) => (isSuccess(call.status) ? 200 : call.status);

const isSameOddRefusal = ([one]: readonly Symptom[], [other]: readonly Symptom[]) =>
  (isOtherRefusal(one!.call.status ?? 0) || one!.call.status === 404) &&
  one!.call.status === other!.call.status;

const areUnmodified = ([one]: readonly Symptom[], [other]: readonly Symptom[]) =>
  one!.call.status === 304 && other!.call.status === 304;

/** Whether the bodies of these answers share a fault. */
const isOfOneForm = (one: readonly Symptom[], other: readonly Symptom[]) =>
  shareForm([...one, ...other].map(({ call }) => call.exchange.answer));

const isDone = (_: unknown, [other]: readonly Symptom[]) => isSuccess(other!.call.status);

const unreadable = ["order:id", "order:object"] as const;
const idsOfNoOrder = ["unknown", "malformed"] as const;
const changes = ["cancel:others", "cancel:unexplained"] as const;
const refusals = ["cancel:status", "again:status", "unknown"] as const;
const wrongStatuses = ["key:status", "list:status", "query:status", "shipped:status", ...refusals] as const;
const answersToCancels = [...refusals, "again:done", "race:done", "malformed"] as const;

const joins: readonly Join[] = [
  // A server that is open without a key is also open in another notation.
  [["key:open"], ["operation:open", "spelling:open", "key:acts"]],
  [["key:open"], ["key:status"], isDone],
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
  [answersToCancels, answersToCancels, isSameStatus],
  // A server checks a condition of a header at each call, or at none.
  [wrongStatuses, wrongStatuses, areUnmodified],
  // A refusal that the document does not have for cancels has one reason in every state of the order, with a key and without.
  [refusals, ["shipped:status"], isSameOddRefusal],
  [[...refusals, "shipped:status"], ["key:status"], isSameOddRefusal],
  [["id:acts"], idsOfNoOrder, isDone],
  // The cancel also cancels another order, or only another one.
  [changes, [...changes, "cancel:list", "cancel:list-status", "again:done", "race:done"]],
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
  const byKey = Map.groupBy(symptoms, keyOf);
  const keys = [...byKey.keys()];
  const ofKinds = (kinds: readonly KindName[]) =>
    keys.filter((key) => kinds.includes(byKey.get(key)![0]!.kind));
  const parent = new Map(keys.map((key) => [key, key]));
  const rootOf = (key: string): string => (parent.get(key) === key ? key : rootOf(parent.get(key)!));
  for (const [some, others, when] of joins)
    for (const one of ofKinds(some))
      for (const other of ofKinds(others))
        if (one !== other && (!when || when(byKey.get(one)!, byKey.get(other)!)))
          parent.set(rootOf(other), rootOf(one));
  const groups = Map.groupBy(keys, rootOf);
  const owners = ownersOf(symptoms, rootOf);
  return [...groups].flatMap(([root, members]) => {
    const requirements = [...owners].flatMap(([requirement, owner]) => (owner === root ? [requirement] : []));
    const own = members.flatMap((key) => byKey.get(key)!);
    return requirements.length === 0 ? [] : [createGroup(requirements, own)];
  });
}

/** The group of each requirement: that of its worst contradiction, unless another group would have no requirement. */
function ownersOf(
  symptoms: readonly Symptom[],
  rootOf: (key: string) => string,
): ReadonlyMap<string, string> {
  const candidates = [...Map.groupBy(symptoms, ({ requirement }) => requirement)].map(
    ([requirement, own]) => ({ requirement, roots: [...new Set(own.map((each) => rootOf(keyOf(each))))] }),
  );
  const owners = new Map<string, string>();
  // Symptoms that fit the fewest groups come first.
  for (const { requirement, roots } of candidates.toSorted((a, b) => a.roots.length - b.roots.length)) {
    const taken = new Set(owners.values());
    owners.set(requirement, roots.find((root) => !taken.has(root)) ?? roots[0]!);
  }
  return owners;
}
