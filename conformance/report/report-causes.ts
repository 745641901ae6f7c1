/** The causes of a report: each failed requirement has exactly one. */

import type { Cause } from "../causes/find-causes.ts";
import type { ReportedCause, Result } from "./report.ts";
import { cutText, type Reporting } from "./report-exchange.ts";

/** The causes as a report has them, without secrets. */
export function reportCauses(
  causes: readonly Cause[],
  { hide, exchange: report }: Reporting,
): readonly ReportedCause[] {
  return causes.map(({ title, failing, passing, example, ...cause }) => ({
    id: cause.id,
    // The title may quote the example's answer.
    title: cutText(hide(title, example)),
    likely: cause.likely,
    requirements: cause.requirements,
    calls: { failing: failing.length, passing: passing.length },
    differs: cause.differs,
    example: report(example),
    ...(cause.atOnce !== undefined && { atOnce: cause.atOnce }),
    timeline: cause.timeline,
  }));
}

/** Assigns each failed result its cause; a failure without one is its own cause. */
export function joinCauses(
  causes: readonly ReportedCause[],
  results: readonly Result[],
): { readonly causes: readonly ReportedCause[]; readonly results: readonly Result[] } {
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const ids = new Set(failed.map(({ id }) => id));
  const found = causes
    .map((cause) => ({ ...cause, requirements: cause.requirements.filter((id) => ids.has(id)) }))
    .filter(({ requirements }) => requirements.length > 0);
  const explained = new Set(found.flatMap(({ requirements }) => requirements));
  const all = [...found, ...failed.filter(({ id }) => !explained.has(id)).map(causeOfItsOwn)];
  const placeOf = ({ requirements }: ReportedCause) =>
    failed.findIndex(({ id }) => requirements.includes(id));
  const causeOf = new Map(all.flatMap(({ id, requirements }) => requirements.map((each) => [each, id])));
  return {
    causes: all.toSorted((one, other) => placeOf(one) - placeOf(other)),
    results: results.map((result) => {
      const cause = result.outcome === "failed" ? causeOf.get(result.id) : undefined;
      return cause === undefined ? result : { ...result, cause };
    }),
  };
}

const causeOfItsOwn = ({ id, title, evidence }: Result): ReportedCause => ({
  id,
  title: `Not met: ${title}`,
  likely: [],
  requirements: [id],
  calls: { failing: 1, passing: Math.max(0, evidence.count - 1) },
  differs: null,
  example: evidence.exchanges[0] ?? null,
  timeline: null,
});
