/** The report of a run as data, which all reporters print. report.schema.json describes it. */

import type { TestableClauseId } from "../../spec/clauses.ts";
import type { QuestionId } from "../../spec/open-questions.ts";
import type { OperationId } from "../../spec/wire.ts";
import type { Cause } from "../causes/cause.ts";
import type { KnownReason, ReportedBaseline, ReportedDrift, ReportedSince } from "./comparison.ts";

/**
 * passed, failed (a must), warned (a should), untested (with what was missing),
 * errored (a fault of the kit, no verdict about the server).
 */
export const outcomes = ["passed", "failed", "warned", "untested", "errored"] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * conformant: every must was tested and met. partial: none failed, some have no
 * verdict. nonconformant: a must failed.
 */
export type Verdict = "conformant" | "partial" | "nonconformant";

/** An exchange as a report shows it: the key taken out, long bodies cut. */
export interface ReportedExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** The request target, where it is another than the URL's path and query (RFC 9112, 3.2). */
    readonly target?: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
  };
  readonly answer: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: string;
    /** Bytes of the whole body. */
    readonly bodyBytes: number;
    /** Number of bytes behind the answer; null if the target does not see them. */
    readonly strayBytes: number | null;
  } | null;
  /** Why there is no answer. */
  readonly failure: string | null;
  readonly ms: number;
}

export interface Evidence {
  /** How many exchanges were looked at. */
  readonly count: number;
  /** The one that decided, and a few more: not all of them. */
  readonly exchanges: readonly ReportedExchange[];
}

export interface Result {
  readonly id: string;
  readonly title: string;
  readonly clause: TestableClauseId;
  readonly level: "must" | "should";
  readonly outcome: Outcome;
  /** Why it did not pass; null when it did. */
  readonly reason: string | null;
  /** The expected and the received value of a failed or warned result. */
  readonly expected: string | null;
  readonly received: string | null;
  /** Set where a baseline knows the failure: it still counts, but no longer fails the run. */
  readonly known: KnownReason | null;
  /** Of a failed one, the id of its cause. */
  readonly cause: string | null;
  readonly evidence: Evidence;
}

export interface ObservedAnswer {
  readonly question: QuestionId;
  /** One of the question's answers; null when none could be seen. */
  readonly answer: string | null;
  /** Why there is no answer; null when there is. */
  readonly reason: string | null;
  readonly evidence: Evidence;
}

/** How often an operation was answered with a status. */
export interface ReportedStatus {
  readonly operation: OperationId;
  readonly status: number;
  /** Whether the document gives the operation this status. */
  readonly isDocumented: boolean;
  /** Of the run's own calls, or of the traffic; 0 where a status of the document was not seen. */
  readonly count: number;
}

/** The ways in which an exit code other than 0 comes about, in the order of their weight. */
export const exitKinds = [
  "stopped",
  "failed",
  "warned",
  "drift",
  "stale",
  "errored",
  "nothingTested",
  "untested",
] as const;
export type ExitKind = (typeof exitKinds)[number];

export interface ReportedExit {
  readonly code: number;
  /** `drift in 2 answers` */
  readonly reason: string;
  /** Each kind of fact that makes the code; none for 0. */
  readonly decidedBy: readonly {
    readonly kind: ExitKind;
    readonly text: string;
    /** Ids of requirements, or a sentence each. */
    readonly facts: readonly string[];
  }[];
}

export interface Report {
  readonly schemaVersion: 1;
  readonly kit: { readonly name: string; readonly version: string };
  /** `proxy` is the address of a forward proxy on the way to the server, without user and password. */
  readonly target: { readonly baseUrl: string; readonly proxy?: string | undefined };
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Requests sent, repeats included. */
  readonly requests: number;
  readonly verdict: Verdict;
  readonly counts: Readonly<Record<Outcome, number>>;
  /** The mistakes of the server that explain the failed results, as far as the run distinguishes them. */
  readonly causes: readonly ReportedCause[];
  readonly results: readonly Result[];
  readonly observations: readonly ObservedAnswer[];
  /** The statuses of each operation: all of the document, and others that were seen. */
  readonly statuses?: readonly ReportedStatus[] | undefined;
  /** The covered part of the input model. */
  readonly coverage?: ReportedCoverage | undefined;
  /** Requirements that were not judged, as they were not asked for. */
  readonly leftOut?: number | undefined;
  /** Orders that were given, and how many of them some call was about. */
  readonly orders?: { readonly given: number; readonly used: number } | undefined;
  /** The findings of random histories, if some were played. */
  readonly exploration?: ReportedExploration | undefined;
  /** Where a green result may mislead. */
  readonly warnings?: readonly string[] | undefined;
  /** Where a profile was compared: the answers that differ from it. */
  readonly drift?: readonly ReportedDrift[] | undefined;
  /** Where an earlier report was given. */
  readonly since?: ReportedSince | undefined;
  /** Where a baseline was given. */
  readonly baseline?: ReportedBaseline | undefined;
  /** The exit code of the command that made the report, and why it is that. */
  readonly exit?: ReportedExit | undefined;
}

export interface ReportedCoverage {
  /** Calls drawn from the input model. */
  readonly rows: number;
  /** Pairs of values, and triples of the dangerous ones, that can meet. */
  readonly pairs: number;
  readonly triples: number;
  /** How many of them did not, because calls were left out. */
  readonly missing: number;
  /** The same seed draws the same rows. */
  readonly seed: number;
}

/** Its id is unique in a report; results name it. */
export interface ReportedCause extends Omit<Cause, "failing" | "passing" | "example" | "atOnce"> {
  /** How many calls show it, and how many of the same kind were answered as they should be. */
  readonly calls: { readonly failing: number; readonly passing: number };
  /** The call that shows it; null where the report has none. */
  readonly example: ReportedExchange | null;
  /** How many such calls at once it takes, where one does not show it. */
  readonly atOnce?: number | undefined;
}

/** A random history that broke something, without secrets. */
export interface ReportedFinding {
  readonly history: number;
  readonly broken: readonly {
    readonly id: string;
    readonly title: string;
    readonly expected: string;
    readonly received: string;
  }[];
  readonly orders: { readonly pending: readonly string[]; readonly shipped: readonly string[] };
  readonly calls: number;
  readonly callsAtFirst: number;
  /** How often it was played once more as it is, and how often it failed then. */
  readonly again: { readonly tries: number; readonly failed: number };
  /** Exchanges that were sent at once are side by side. */
  readonly steps: readonly (readonly ReportedExchange[])[];
  /** A shell script of curl lines. */
  readonly curl: string;
}

export interface ReportedExploration {
  readonly seed: number;
  /** Histories that were asked for, and those that were played. */
  readonly asked: number;
  readonly histories: number;
  /** How many of them made calls at once. */
  readonly concurrent: number;
  /** Calls of these histories, and calls to make those that failed smaller. */
  readonly calls: number;
  readonly callsToShrink: number;
  /** How many broke a must. */
  readonly failing: number;
  /** Why it reached less far than it was asked to. */
  readonly shortfall: string | null;
  readonly findings: readonly ReportedFinding[];
}
