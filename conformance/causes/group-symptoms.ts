/** Groups the symptoms of each mistake, and assigns each failed requirement to one group. */

import { type KindName, symptomKinds } from "./symptom-kinds.ts";
import type { Symptom } from "./symptoms.ts";

export interface Group {
  /** The kind and the detail of its first symptom. */
  readonly key: string;
  readonly kinds: readonly KindName[];
  readonly requirements: readonly string[];
  readonly symptoms: readonly Symptom[];
}

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

type Symptoms = readonly Symptom[];

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

const areJoined = (one: Symptoms, other: Symptoms) => joins(one, other) || joins(other, one);
const joins = (one: Symptoms, other: Symptoms) =>
  (symptomKinds[one[0]!.kind].joins ?? []).some(
    ([kinds, when]) => kinds.includes(other[0]!.kind) && (!when || when(one, other)),
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
