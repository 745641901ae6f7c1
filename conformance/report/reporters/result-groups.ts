/** Results by the part of the requirements they belong to: `authentication/wrong-key` is in authentication. */

import type { Result } from "../report.ts";

export interface ResultGroup {
  readonly name: string;
  readonly results: readonly Result[];
}

/** The groups in the order in which they first appear. */
export function groupResults(results: readonly Result[]): readonly ResultGroup[] {
  const groups = Map.groupBy(results, ({ id }) => splitId(id).group);
  return Array.from(groups, ([name, members]) => ({ name, results: members }));
}

export function splitId(id: string): { readonly group: string; readonly behaviour: string } {
  const slash = id.indexOf("/");
  return { group: id.slice(0, slash), behaviour: id.slice(slash + 1) };
}
