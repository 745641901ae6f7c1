/** Failures that have one cause: the same difference, wherever it shows. */

import type { Result } from "../report.ts";

export interface FailureCause {
  /** The one to look at. */
  readonly first: Result;
  /** Those that fail for the same reason. */
  readonly others: readonly Result[];
}

/** So many failures with one difference are one cause; two may be chance. */
const leastShared = 3;

/** In the order in which they first appear. A 403 in place of each 401 is one cause. */
export function groupByCause(failed: readonly Result[]): readonly FailureCause[] {
  const bySymptom = Map.groupBy(failed, ({ expected, received, id }) =>
    expected === null ? id : `${expected}\n${received}`,
  );
  return [...bySymptom.values()].flatMap((results) =>
    results.length >= leastShared
      ? [{ first: results[0]!, others: results.slice(1) }]
      : results.map((first) => ({ first, others: [] })),
  );
}
