/** The texts of a report, computed once for all reporters. */

import { nameKey } from "../../../base/curl.ts";
import { plural } from "../../../base/plural.ts";
import { clauses, formatClause } from "../../../spec/clauses.ts";
import { openQuestions } from "../../../spec/open-questions.ts";
import { operations } from "../../../spec/wire.ts";
import type { KnownReason, ReportedSince } from "../comparison.ts";
import type {
  ObservedAnswer,
  Outcome,
  Report,
  ReportedCause,
  ReportedExploration,
  ReportedFinding,
  ReportedStatus,
  Result,
} from "../report.ts";
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
export type ShownAnswer = ReturnType<typeof showAnswer>;
export type ShownStatus = ReturnType<typeof showStatus>;
export type ShownFinding = ReturnType<typeof showFinding>;

export function showReport(report: Report) {
  const { durationMs, leftOut = 0, exploration, exit, baseline, since, statuses = [] } = report;
  const results = report.results.map((result) => showResult(result, report.causes));
  const summary = summarizeCounts(results);
  const causes = report.causes.map((cause) => showCause(cause, results, baseline !== undefined));
  const openCauses = causes.filter(({ knownText }) => knownText === undefined);
  const knownCauses = causes.filter(({ knownText }) => knownText !== undefined);
  const knownLast = results.toSorted((one, other) => Number(!!one.known) - Number(!!other.known));
  const having = (...outcomes: readonly Outcome[]) =>
    outcomes.flatMap((outcome) => knownLast.filter((result) => result.outcome === outcome));
  const took = durationMs < 100 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
  return {
    ...report,
    results,
    /** Results of each outcome, with those of a baseline last. */
    having,
    /** The untested results under each reason. */
    untested: [...Map.groupBy(having("untested"), ({ message }) => message)],
    /** Those that a baseline knows come last. */
    causes: [...openCauses, ...knownCauses],
    openCauses,
    knownCauses,
    answers: report.observations.map(showAnswer),
    statuses: statuses.map(showStatus),
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
    exploration: exploration && {
      summary: explorationSummary(exploration),
      findings: exploration.findings.map(showFinding),
    },
  };
}

function showResult(result: Result, causes: Report["causes"]) {
  const { id, clause, expected, received, reason, outcome, known, evidence } = result;
  const slash = id.indexOf("/");
  const fact =
    expected === null ? (reason ?? outcome) : `Expected ${expected}, received ${received ?? "nothing"}.`;
  const knownText = known === null ? undefined : `Known ${untilText(known)}`;
  const cause = result.cause === id ? undefined : causes.find((each) => each.id === result.cause);
  const likely = cause && likelyText(cause);
  return {
    ...result,
    /** The group of a requirement: `authentication/wrong-key` is in authentication. */
    group: id.slice(0, slash),
    behaviour: id.slice(slash + 1),
    clauseName: formatClause(clause),
    clauseText: clauses[clause].text,
    /** The reason why it did not pass, in one or two sentences. */
    message: knownText === undefined ? fact : `${fact} ${knownText}`,
    knownText,
    /** The exchange that decided, and a note where others were examined. */
    deciding: evidence.exchanges[0],
    decidingNote: evidence.count > 1 ? `the deciding one of ${evidence.count} exchanges` : "",
    /** The expected and the received value, for a result that has either. */
    difference:
      expected === null && received === null
        ? []
        : [["expected", expected ?? "nothing"] as const, ["received", received ?? "nothing"] as const],
    /** The reason of a result without these values. */
    reasonText: reason ?? "No reason was given.",
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
  const { id, requirements, calls } = cause;
  const likely = likelyText(cause);
  const results = all.filter((result) => result.cause === id);
  const listed = (inputs: readonly string[]) => inputs.map((input) => shorten(nameKey(input), 60)).join(", ");
  const differs = (["failing", "passing"] as const).flatMap((kind, index) =>
    cause.differs ? [[cause.differs.words[index]!, listed(cause.differs[kind])] as const] : [],
  );
  const isKnown = results.every(({ known }) => known !== null);
  return {
    ...cause,
    /** The failed results that it explains. */
    results,
    /** Whether it is marked as new: a baseline does not have all of its failures. */
    isNew: hasBaseline && !isKnown,
    /** `4 requirements, 7 calls` */
    counts: `${plural(requirements.length, "requirement")}, ${plural(calls.failing, "call")}`,
    likely,
    /** The difference between the requests, as two short lists, with a name for the key. */
    differs,
    facts: [...(likely === undefined ? [] : [["likely", likely] as const]), ...differs],
    /** The text of the baseline, if it has all results of the cause. */
    knownText: isKnown ? results[0]?.knownText : undefined,
  };
}

/** `token.endsWith(key) (191 of 191 answers)` */
function likelyText({ likely }: ReportedCause): string | undefined {
  if (likely.length === 0) return undefined;
  const answers = Math.min(...likely.map((each) => each.answers));
  return `${likely.map(({ text }) => text).join(", or ")} (${answers} of ${answers} answers)`;
}

function showAnswer(seen: ObservedAnswer) {
  const { question, answers } = openQuestions[seen.question];
  const meanings: Readonly<Record<string, string>> = answers;
  const meaning =
    seen.answer === null
      ? (seen.reason ?? "No reason was given.")
      : (meanings[seen.answer] ?? "an answer this kit does not know");
  /** The text of the question with its observed answer, or with the reason why there is none. */
  return { ...seen, text: question, meaning };
}

/** `Since 2026-11-25 22:00 UTC: 2 new, 0 gone, 3 still there`, and the ids behind each number. */
function showSince(since: ReportedSince, now: string) {
  const { startedAt, baseUrl, new: added, gone, still, unknown } = since;
  const when = startedAt.slice(0, 16).replace("T", " ");
  const where = baseUrl === now ? "" : ` at ${shorten(baseUrl, 60)}`;
  const rest = unknown.length === 0 ? "" : `, ${unknown.length} without a verdict now`;
  const rows = Object.entries({ new: added, gone, still, unknown }).filter(([, ids]) => ids.length > 0);
  return {
    ...since,
    rows,
    lines: rows.map(([word, ids]) => `${word}: ${ids.join(", ")}`),
    title: `Since ${when} UTC${where}: ${added.length} new, ${gone.length} gone, ${still.length} still there${rest}`,
  };
}

function showStatus(row: ReportedStatus) {
  const note = row.isDocumented ? (row.count === 0 ? "not seen" : "") : "not in the document";
  return { ...row, request: `${operations[row.operation].method} ${operations[row.operation].path}`, note };
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

/** `100 histories of seed 7, 47 of them with calls at once, 1267 calls: none broke a must.` */
function explorationSummary(exploration: ReportedExploration): string {
  const { seed, asked, histories, concurrent, calls, callsToShrink, failing, shortfall } = exploration;
  const count = histories === asked ? `${histories}` : `${histories} of ${asked}`;
  const broke = failing === 0 ? "none broke a must" : `${failing} broke a must`;
  const shrunk = callsToShrink > 0 ? `, ${callsToShrink} more to shrink what broke` : "";
  const facts = `${count} random histories of seed ${seed}, ${concurrent} of them with calls at once, ${calls} calls${shrunk}: ${broke}.`;
  return shortfall === null ? facts : `${facts} ${shortfall}`;
}

/** `history 58, shrunk from 20 calls to 4; played again 3 times, it failed 3 times` */
function showFinding({ history, broken, calls, callsAtFirst, again, curl }: ReportedFinding) {
  const size = calls < callsAtFirst ? `shrunk from ${callsAtFirst} calls to ${calls}` : `${calls} calls`;
  const proof =
    again.tries === 0
      ? "not played again, for want of orders or because the run ended"
      : `played again ${again.tries} times, it failed ${again.failed} times`;
  return { ids: broken.map(({ id }) => id), summary: `history ${history}, ${size}; ${proof}`, curl };
}
