/** The report of a run as data, which all reporters print. report.schema.json describes it. */

import type { TestableClauseId } from "../../spec/clauses.ts";
import type { QuestionId } from "../../spec/open-questions.ts";
import type { OperationId } from "../../spec/wire.ts";
import type { Cause } from "../causes/find-causes.ts";
import type { KnownReason, ReportedBaseline, ReportedDrift, ReportedSince } from "./comparison.ts";

/**
 * passed, failed (a must), warned (a should), untested (with the reason), errored (a fault of the kit, no verdict about the
 * server).
 */
export const outcomes = ["passed", "failed", "warned", "untested", "errored"] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * conformant: every must was tested and met. partial: none failed, some have no
 * verdict. nonconformant: a must failed.
 */
export type Verdict = "conformant" | "partial" | "nonconformant";

/** An exchange in a report: without the key, with long bodies cut. */
export interface ReportedExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** The request target, where it differs from the URL's path and query (RFC 9112, 3.2). */
    readonly target?: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
  };
  readonly answer: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: string;
    /** Number of bytes of the whole body. */
    readonly bodyBytes: number;
    /** Number of bytes that followed the answer; null if the target does not see them. */
    readonly strayBytes: number | null;
  } | null;
  /** The reason why there is no answer. */
  readonly failure: string | null;
  readonly ms: number;
}

export interface Evidence {
  /** Number of examined exchanges. */
  readonly count: number;
  /** The deciding exchange, and a few others. */
  readonly exchanges: readonly ReportedExchange[];
}

export interface Result {
  readonly id: string;
  readonly title: string;
  readonly clause: TestableClauseId;
  readonly level: "must" | "should";
  readonly outcome: Outcome;
  /** The reason why it did not pass; null when it did. */
  readonly reason: string | null;
  /** The expected and the received value of a failed or warned result. */
  readonly expected: string | null;
  readonly received: string | null;
  /** Set where a baseline has the failure: it still counts, but does not fail the run. */
  readonly known: KnownReason | null;
  /** The id of the cause; null unless it failed. */
  readonly cause: string | null;
  readonly evidence: Evidence;
}

export interface ObservedAnswer {
  readonly question: QuestionId;
  /** One of the question's answers; null when none was observed. */
  readonly answer: string | null;
  /** The reason why there is no answer; null when there is one. */
  readonly reason: string | null;
  readonly evidence: Evidence;
}

/** The number of times that an operation was answered with a status. */
export interface ReportedStatus {
  readonly operation: OperationId;
  readonly status: number;
  /** Whether the document gives the operation this status. */
  readonly isDocumented: boolean;
  /** Number of such answers in the run's own calls, or in the traffic; 0 for an unused status of the document. */
  readonly count: number;
}

/** The kinds of reasons for an exit code other than 0, in the order of their weight. */
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
  /** The reasons of the code; empty for 0. */
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
  /** Requirements that were not selected. */
  readonly leftOut?: number | undefined;
  /** Numbers of given orders, and of those that some call named. */
  readonly orders?: { readonly given: number; readonly used: number } | undefined;
  /** The findings of random histories, if some were played. */
  readonly exploration?: ReportedExploration | undefined;
  /** Notes on facts by which a passed result may mislead. */
  readonly warnings?: readonly string[] | undefined;
  /** The answers that differ from a compared profile. */
  readonly drift?: readonly ReportedDrift[] | undefined;
  /** The comparison with an earlier report. */
  readonly since?: ReportedSince | undefined;
  /** The comparison with a baseline. */
  readonly baseline?: ReportedBaseline | undefined;
  /** The exit code of the command that made the report, with its reasons. */
  readonly exit?: ReportedExit | undefined;
}

export interface ReportedCoverage {
  /** Calls drawn from the input model. */
  readonly rows: number;
  /** Number of possible pairs of values, and of triples of the dangerous ones. */
  readonly pairs: number;
  readonly triples: number;
  /** Number of them that no call covers, because calls were left out. */
  readonly missing: number;
  /** The seed of the rows. */
  readonly seed: number;
}

/** A cause; its id is unique in a report, and results name it. */
export interface ReportedCause extends Omit<Cause, "failing" | "passing" | "example" | "atOnce"> {
  /** Numbers of calls that show it, and of calls of the same kind that were answered rightly. */
  readonly calls: { readonly failing: number; readonly passing: number };
  /** The example call; null where the report has none. */
  readonly example: ReportedExchange | null;
  /** Number of simultaneous calls that show it, where one call does not. */
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
  /** Number of calls before it was shrunk. */
  readonly callsAtFirst: number;
  /** Numbers of its repetitions, and of those that failed. */
  readonly again: { readonly tries: number; readonly failed: number };
  /** The exchanges, in groups that were sent at once. */
  readonly steps: readonly (readonly ReportedExchange[])[];
  /** A shell script of curl lines. */
  readonly curl: string;
}

export interface ReportedExploration {
  readonly seed: number;
  /** Numbers of requested and of played histories. */
  readonly asked: number;
  readonly histories: number;
  /** Number of them with simultaneous calls. */
  readonly concurrent: number;
  /** Numbers of calls of these histories, and of calls to shrink failed ones. */
  readonly calls: number;
  readonly callsToShrink: number;
  /** Number of histories that broke a must. */
  readonly failing: number;
  /** The reason why fewer histories were played than requested; null if none is missing. */
  readonly shortfall: string | null;
  readonly findings: readonly ReportedFinding[];
}
