/** Puts the symptoms of one mistake together, and gives each failed requirement to one group. */

import { isOtherRefusal } from "../evidence/read-call.ts";
import { isSuccess } from "../model/contradiction.ts";
import { shareForm } from "./rules/answer-forms.ts";
import type { Symptom } from "./symptoms.ts";

export interface Group {
  readonly kinds: readonly string[];
  readonly requirements: readonly string[];
  readonly symptoms: readonly Symptom[];
}

const hasCancel = (open: readonly Symptom[]) => open.some(({ call }) => call.operation === "cancel");

/** Two kinds of symptoms that one mistake shows, where the second has no other reason to be there. */
type Join = readonly [
  one: RegExp,
  other: RegExp,
  when?: (one: readonly Symptom[], other: readonly Symptom[]) => boolean,
];

/** The difference from the expectation, without the call: `status 404, got nothing`. */
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

/** The status of an answer to a cancel; all statuses of success are one. */
const isSameStatus = ([one]: readonly Symptom[], [other]: readonly Symptom[]) =>
  statusOf(one!) !== undefined && statusOf(one!) === statusOf(other!);
const statusOf = ({ kind, call }: Symptom) =>
  /:(?:status|done)/.test(kind) ? (isSuccess(call.status) ? 200 : call.status) : undefined;

const isSameOddRefusal = ([one]: readonly Symptom[], [other]: readonly Symptom[]) =>
  isOtherRefusal(one!.call.status ?? 0) && one!.call.status === other!.call.status;

/** Whether the bodies of these answers share a fault. */
const isOfOneForm = (one: readonly Symptom[], other: readonly Symptom[]) =>
  shareForm([...one, ...other].map(({ call }) => call.exchange.answer));

const joins: readonly Join[] = [
  // Without the key everything is open, also what is written otherwise.
  [/^key:open$/, /^(?:head|pet|spelling):open$/],
  [/^key:open$/, /^key:(?:acts|status 2)/],
  // Cancels that are let in without the key are answered as with it, and may have caused any unexplained change.
  [/^key:open$/, /^(?:key:late|cancel:unexplained)$/, hasCancel],
  // Calls without any answer are of one kind, with and without the key.
  [/:silent$/, /:silent$/],
  [/^redirect:/, /^redirect:/],
  [/^errors:401$/, /^errors:404$/, isAlike],
  // Code that wraps or writes a body does so for each body.
  [/^list:shape$/, /^errors:/, isOfOneForm],
  [/^list:(?:status|shape)/, /^query:/],
  // An element that cannot be read as an order counts as missing.
  [/^order:(?:id|object)/, /^(?:order:(?:id|object|again)|list:missing|shipped:lost)$/],
  [/^list:missing$/, /^(?:order:again|list:pages|shipped:lost|cancel:(?:others|unexplained))$/],
  // A server that cancels an order again later does so at once, too.
  [/^again:done$/, /^race:done$/],
  [/^(?:cancel|again|race|unknown|malformed):/, /^(?:cancel|again|race|unknown|malformed):/, isSameStatus],
  // So it is with a refusal that the document gives no cancel: whatever the order's state, it has one reason.
  [/^(?:cancel|again|unknown):status/, /^shipped:status/, isSameOddRefusal],
  [/^id:acts$/, /^(?:malformed:status [25]|unknown:status 2)/],
  // An unexplained change may come from a cancel of an unknown id that was answered 2xx.
  [/^(?:id:acts$|(?:unknown|malformed):status 2)/, /^cancel:unexplained$/],
  // It cancels another one, too or instead.
  [
    /^cancel:(?:others|unexplained)$/,
    /^(?:cancel:(?:others|unexplained|list|status 4)|shipped:|(?:again|race):done)/,
  ],
];

export function groupSymptoms(symptoms: readonly Symptom[]): readonly Group[] {
  const byKind = Map.groupBy(symptoms, ({ kind }) => kind);
  const kinds = [...byKind.keys()];
  const parent = new Map(kinds.map((kind) => [kind, kind]));
  const rootOf = (kind: string): string => (parent.get(kind) === kind ? kind : rootOf(parent.get(kind)!));
  for (const [one, other, when] of joins)
    for (const first of kinds.filter((kind) => one.test(kind)))
      for (const second of kinds.filter((kind) => kind !== first && other.test(kind)))
        if (!when || when(byKind.get(first)!, byKind.get(second)!)) parent.set(rootOf(second), rootOf(first));
  const groups = Map.groupBy(kinds, rootOf);
  const owners = ownersOf(symptoms, rootOf);
  return [...groups].flatMap(([root, members]) => {
    const requirements = [...owners].flatMap(([requirement, owner]) => (owner === root ? [requirement] : []));
    if (requirements.length === 0) return [];
    return [{ kinds: members, requirements, symptoms: members.flatMap((kind) => byKind.get(kind)!) }];
  });
}

/** The group of each requirement: of its worst contradiction, unless another group would be left without any. */
function ownersOf(
  symptoms: readonly Symptom[],
  rootOf: (kind: string) => string,
): ReadonlyMap<string, string> {
  const roots = new Map<string, Set<string>>();
  for (const { requirement, kind } of symptoms)
    roots.set(requirement, (roots.get(requirement) ?? new Set()).add(rootOf(kind)));
  const owners = new Map<string, string>();
  // Symptoms that fit the fewest groups come first.
  for (const [requirement, candidates] of [...roots].toSorted(
    ([, one], [, other]) => one.size - other.size,
  )) {
    const taken = new Set(owners.values());
    owners.set(requirement, [...candidates].find((root) => !taken.has(root)) ?? [...candidates][0]!);
  }
  return owners;
}
