/** The mistake in one sentence, by the kinds of symptoms of a group. */

import type { Group } from "./group-symptoms.ts";
import { type KindName, mainKindOf, symptomKinds } from "./symptom-kinds.ts";
import { received, statuses } from "./title-words.ts";

export function titleOf({ kinds, symptoms }: Group): string {
  const has = (...names: readonly KindName[]) => names.every((name) => kinds.includes(name));
  const ofKind = (kind: KindName) => symptoms.filter((symptom) => symptom.kind === kind);
  if (has("errors", "list:shape"))
    return `Lists and errors have the same fault: the list is ${received(ofKind("list:shape"))}`;
  if (has("again:status", "unknown") && mainKindOf(kinds) === "again:status")
    return `The cancel of a cancelled or unknown order is answered ${statuses(symptoms)}`;
  if (has("cancel:status", "shipped:status"))
    return `Cancels are answered ${statuses(symptoms)}, whatever the order's state`;
  if (has("again:status", "shipped:status"))
    return `Cancels that must be refused are answered ${statuses(symptoms)}`;
  const main = mainKindOf(kinds);
  return symptomKinds[main].title(ofKind(main));
}
