/** The causes of a report: each failed requirement has exactly one. */

import { type Cause, findCauses } from "../causes/find-causes.ts";
import type { History } from "../evidence/history.ts";
import type { Requirement } from "../requirements/requirement.ts";
import type { ReportedCause, Result } from "./report.ts";
import { cutText, type Reporting } from "./report-exchange.ts";

/** The causes of the failed results; empty if an error occurs, so that each failure is its own cause. */
export function reportCauses(
  requirements: readonly Requirement[],
  results: readonly Result[],
  history: History,
  apiKey: string,
  reporting: Reporting,
): readonly ReportedCause[] {
  const failed = new Set(results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id));
  const failures = requirements
    .filter(({ id }) => failed.has(id))
    .map(({ id, breaks }) => ({ id, contradictions: breaks(history) }));
  try {
    return findCauses(history, failures, apiKey).map((cause) => reportCause(cause, reporting));
  } catch {
    return [];
  }
}

const reportCause = (cause: Cause, { hide, exchange: report }: Reporting): ReportedCause => ({
  id: cause.id,
  // The title may quote the example's answer.
  title: cutText(hide(cause.title, cause.example)),
  likely: cause.likely,
  requirements: cause.requirements,
  calls: { failing: cause.failing.length, passing: cause.passing.length },
  differs: cause.differs,
  example: report(cause.example),
  ...(cause.atOnce !== undefined && { atOnce: cause.atOnce }),
  timeline: cause.timeline,
});

/** Assigns each failed result its cause; a failure without one is its own cause. */
export function joinCauses(
  causes: readonly ReportedCause[],
  results: readonly Result[],
): { readonly causes: readonly ReportedCause[]; readonly results: readonly Result[] } {
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const causeOf = new Map(
    failed.map((result) => [
      result.id,
      causes.find(({ requirements }) => requirements.includes(result.id)) ?? causeOfItsOwn(result),
    ]),
  );
  return {
    causes: [...new Set(causeOf.values())].map((cause) => ({
      ...cause,
      requirements: cause.requirements.filter((id) => causeOf.has(id)),
    })),
    results: results.map((result) => ({ ...result, cause: causeOf.get(result.id)?.id ?? null })),
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
