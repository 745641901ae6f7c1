/** The parts of a report that compare it with a baseline, a profile and an earlier report. */

import type { QuestionId } from "../../spec/open-questions.ts";

export interface KnownReason {
  readonly reason: string;
  /** The last day it is known, YYYY-MM-DD, UTC. */
  readonly expires: string;
  /** A ticket's name or address. */
  readonly ticket?: string | undefined;
  /** Days of the first and the last run that saw it. */
  readonly firstSeen?: string | undefined;
  readonly lastSeen?: string | undefined;
}

/** An answer to an open question that differs from a profile's. */
export interface ReportedDrift {
  readonly question: QuestionId;
  /** The profile's answer. */
  readonly before: string;
  readonly now: string;
}

export interface KnownFailure extends KnownReason {
  readonly id: string;
}

/** The entries of a baseline whose requirements this run judged. */
export interface ReportedBaseline {
  /** Entries that fail or warn as expected, which do not fail the run. */
  readonly known: readonly KnownFailure[];
  /** Entries whose requirement now passes, each of which fails the run. */
  readonly stale: readonly KnownFailure[];
  /** Entries whose last day has passed: their failures count again. */
  readonly expired: readonly KnownFailure[];
  /** Stale entries that were removed from the file. */
  readonly pruned?: readonly KnownFailure[] | undefined;
}

/** Changes since an earlier report, as ids of requirements that failed or warned then or now. */
export interface ReportedSince {
  /** Time at which the earlier run started, RFC 3339, UTC. */
  readonly startedAt: string;
  readonly baseUrl: string;
  readonly new: readonly string[];
  /** Requirements that pass now. */
  readonly gone: readonly string[];
  readonly still: readonly string[];
  /** Requirements that have no verdict now. */
  readonly unknown: readonly string[];
}
