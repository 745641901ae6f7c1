/** Facts of a report in the words of several reporters. */

import { plural } from "../../../base/bad-input.ts";
import type { KnownReason } from "../comparison.ts";
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

/** Results of an outcome, with those of a baseline last. */
export const having = ({ results }: Report, outcome: Outcome): readonly Result[] =>
  results
    .filter((result) => result.outcome === outcome)
    .toSorted((one, other) => Number(!!one.known) - Number(!!other.known));

/** The group of a requirement: `authentication/wrong-key` is in authentication. */
export const groupOf = ({ id }: Result): string => id.slice(0, id.indexOf("/"));

/** `until 2027-01-31, SHOP-12: the gateway is replaced` */
export const untilText = ({ expires, ticket, reason }: KnownReason): string =>
  `until ${expires}${ticket === undefined ? "" : `, ${ticket}`}: ${reason}`;

/** The failed results that a cause explains. */
export const explainedBy = ({ requirements }: ReportedCause, { results }: Report): readonly Result[] =>
  results.filter(({ id }) => requirements.includes(id));

/** Whether a baseline has all failures of a cause. */
export const isKnown = (cause: ReportedCause, report: Report): boolean =>
  explainedBy(cause, report).every(({ known }) => known !== null);

export const knownCauses = (report: Report): readonly ReportedCause[] =>
  report.causes.filter((cause) => isKnown(cause, report));

/** The other causes. Where there is a baseline, they are marked as new. */
export const openCauses = (report: Report): readonly ReportedCause[] =>
  report.causes
    .filter((cause) => !isKnown(cause, report))
    .map((cause) => (report.baseline ? { ...cause, title: `New: ${cause.title}` } : cause));

/** `4 requirements, 7 calls` */
export const sizeOf = ({ requirements, calls }: ReportedCause): string =>
  `${plural(requirements.length, "requirement")}, ${plural(calls.failing, "call")}`;

/** `token.endsWith(key) (fits 191 answers)`; undefined where no mistake is likely. */
export function likelyText({ likely }: ReportedCause): string | undefined {
  if (likely.length === 0) return undefined;
  const answers = Math.min(...likely.map((each) => each.answers));
  return `${likely.map(({ text }) => text).join(", or ")} (fits ${answers} answers)`;
}

/** The cause of a failed result, if it has more information than the result. */
export const causeOfResult = ({ id, cause }: Result, { causes }: Report): ReportedCause | undefined =>
  cause === id ? undefined : causes.find((each) => each.id === cause);

/** `Keys are compared by their end. Likely: token.endsWith(key) (fits 191 answers).` */
export function causeSentence(cause: ReportedCause): string {
  const likely = likelyText(cause);
  return likely === undefined ? `${cause.title}.` : `${cause.title}. Likely: ${likely}.`;
}

/** `Since 2026-11-25 22:00 UTC: 2 new, 0 gone, 3 still there`; empty without an earlier report. */
export function sinceTitle({ since, target }: Report): string {
  if (!since) return "";
  const { baseUrl, new: added, gone, still, unknown } = since;
  const where = baseUrl === target.baseUrl ? "" : ` at ${shorten(baseUrl, 60)}`;
  const rest = unknown.length === 0 ? "" : `, ${unknown.length} without a verdict now`;
  return `Since ${minuteOf(since)} UTC${where}: ${added.length} new, ${gone.length} gone, ${still.length} still there${rest}`;
}

/** The ids behind each number of that title. */
export const sinceRows = ({ since }: Report): readonly (readonly [word: string, ids: readonly string[]])[] =>
  (["new", "gone", "still", "unknown"] as const)
    .map((word) => [word, since?.[word] ?? []] as const)
    .filter(([, ids]) => ids.length > 0);

/** `2026-11-25 22:00` */
export const minuteOf = ({ startedAt }: Pick<Report, "startedAt">): string =>
  startedAt.slice(0, 16).replace("T", " ");

export const tookText = ({ durationMs }: Report): string =>
  durationMs < 100 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;

/** `38 of 41 musts passed (3 untested), 4 of 5 shoulds` */
export function countsText({ results }: Report): string {
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

/** Reasons of the exit code that no result shows as its own. */
export const otherReasons = ({ exit }: Report) =>
  (exit?.decidedBy ?? [])
    .filter(({ kind }) => kind !== "failed" && kind !== "errored")
    .map((reason) => ({ ...reason, title: `Exit code ${exit?.code}: ${reason.text}` }));
