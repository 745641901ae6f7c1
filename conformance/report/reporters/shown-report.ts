/** The texts of a report that several reporters show. */

import { plural } from "../../../base/bad-input.ts";
import { nameKey } from "../../../base/curl.ts";
import { formatClause } from "../../../spec/clauses.ts";
import type { KnownReason, ReportedSince } from "../comparison.ts";
import type { Outcome, Report, ReportedCause, Result } from "../report.ts";
import { shorten } from "./text.ts";

export const outcomeMarks = {
  passed: "✓",
  failed: "✗",
  warned: "!",
  untested: "–",
  errored: "?",
} as const satisfies Record<Outcome, string>;

export const verdictMarks = { conformant: "✓", partial: "–", nonconformant: "✗" } as const;

/** Outcomes in the order of a report, the worst first. */
export const outcomesByWeight = ["failed", "errored", "warned", "untested", "passed"] as const;

export type ShownReport = ReturnType<typeof showReport>;
export type ShownResult = ReturnType<typeof showResult>;
export type ShownCause = ReturnType<typeof showCause>;

export function showReport(report: Report) {
  const { durationMs, leftOut = 0, exit, baseline, since } = report;
  const results = report.results.map((result) => showResult(result, report.causes));
  const summary = summarizeCounts(results);
  const causes = report.causes.map((cause) => showCause(cause, results, baseline !== undefined));
  const knownLast = results.toSorted((one, other) => Number(!!one.known) - Number(!!other.known));
  const took = durationMs < 100 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
  return {
    ...report,
    results,
    /** Results of an outcome, with those of a baseline last. */
    having: (outcome: Outcome) => knownLast.filter((result) => result.outcome === outcome),
    openCauses: causes.filter(({ knownText }) => knownText === undefined),
    knownCauses: causes.filter(({ knownText }) => knownText !== undefined),
    warnings: report.warnings ?? [],
    since: since && showSince(since, report.target.baseUrl),
    /** `38 of 41 musts passed (3 untested), 4 of 5 shoulds` */
    summary,
    took,
    /** The parts of the last line of a report. */
    facts: [
      summary,
      ...(leftOut > 0 ? [`${leftOut} requirements left out`] : []),
      took,
      ...(exit ? [`exit ${exit.code}: ${exit.reason}`] : []),
    ],
    /** Reasons of the exit code that no result shows as its own. */
    reasons: (exit?.decidedBy ?? [])
      .filter(({ kind }) => kind !== "failed" && kind !== "errored")
      .map((reason) => ({ ...reason, title: `Exit code ${exit?.code}: ${reason.text}` })),
  };
}

function showResult(result: Result, causes: Report["causes"]) {
  const { id, clause, expected, received, reason, outcome, known } = result;
  const fact =
    expected === null ? (reason ?? outcome) : `Expected ${expected}, received ${received ?? "nothing"}.`;
  const knownText = known === null ? undefined : `Known ${untilText(known)}`;
  const cause = result.cause === id ? undefined : causes.find((each) => each.id === result.cause);
  const likely = cause && likelyText(cause);
  return {
    ...result,
    /** The group of a requirement: `authentication/wrong-key` is in authentication. */
    group: id.slice(0, id.indexOf("/")),
    clauseName: formatClause(clause),
    /** The reason why it did not pass, in one or two sentences. */
    message: knownText === undefined ? fact : `${fact} ${knownText}`,
    knownText,
    /** The cause of a failed result, if it has more information than the result. */
    explainedBy: cause && {
      title: cause.title,
      sentence: likely === undefined ? `${cause.title}.` : `${cause.title}. Likely: ${likely}.`,
    },
  };
}

/** `until 2027-01-31, SHOP-12: the gateway is replaced` */
export const untilText = ({ expires, ticket, reason }: KnownReason): string =>
  `until ${expires}${ticket === undefined ? "" : `, ${ticket}`}: ${reason}`;

function showCause(cause: ReportedCause, all: readonly ShownResult[], hasBaseline: boolean) {
  const { id, title, requirements, calls, differs } = cause;
  const results = all.filter((result) => result.cause === id);
  const isKnown = results.every(({ known }) => known !== null);
  const listed = (inputs: readonly string[]) => inputs.map((input) => shorten(nameKey(input), 60)).join(", ");
  return {
    ...cause,
    /** Marked as new where a baseline does not have all of its failures. */
    title: hasBaseline && !isKnown ? `New: ${title}` : title,
    isNew: hasBaseline && !isKnown,
    /** The failed results that it explains. */
    results,
    /** `4 requirements, 7 calls` */
    counts: `${plural(requirements.length, "requirement")}, ${plural(calls.failing, "call")}`,
    likely: likelyText(cause),
    /** The difference between the requests, as two short lists, with a name for the key. */
    differs: differs
      ? ([
          [differs.words[0], listed(differs.failing)],
          [differs.words[1], listed(differs.passing)],
        ] as const)
      : [],
    /** The text of the baseline, if it has all results of the cause. */
    knownText: isKnown ? results[0]?.knownText : undefined,
  };
}

/** `token.endsWith(key) (fits 191 answers)` */
function likelyText({ likely }: ReportedCause): string | undefined {
  if (likely.length === 0) return undefined;
  const answers = Math.min(...likely.map((each) => each.answers));
  return `${likely.map(({ text }) => text).join(", or ")} (fits ${answers} answers)`;
}

/** `Since 2026-11-25 22:00 UTC: 2 new, 0 gone, 3 still there`, and the ids behind each number. */
function showSince(since: ReportedSince, now: string) {
  const { startedAt, baseUrl, new: added, gone, still, unknown } = since;
  const when = startedAt.slice(0, 16).replace("T", " ");
  const where = baseUrl === now ? "" : ` at ${shorten(baseUrl, 60)}`;
  const rest = unknown.length === 0 ? "" : `, ${unknown.length} without a verdict now`;
  return {
    ...since,
    rows: Object.entries({ new: added, gone, still, unknown }).filter(([, ids]) => ids.length > 0),
    title: `Since ${when} UTC${where}: ${added.length} new, ${gone.length} gone, ${still.length} still there${rest}`,
  };
}

function summarizeCounts(results: readonly Result[]): string {
  const count = (level: Result["level"], outcome?: Outcome) =>
    results.filter((result) => result.level === level && (outcome ?? result.outcome) === result.outcome)
      .length;
  const others = (["failed", "errored", "untested"] as const)
    .filter((outcome) => count("must", outcome) > 0)
    .map((outcome) => `${count("must", outcome)} ${outcome}`);
  const musts = `${count("must", "passed")} of ${count("must")} musts passed`;
  return [
    others.length > 0 ? `${musts} (${others.join(", ")})` : musts,
    ...(count("should") > 0 ? [`${count("should", "passed")} of ${count("should")} shoulds`] : []),
  ].join(", ");
}
