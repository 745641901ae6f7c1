/** The documented exit code of a run, and each fact that makes it: one list, which every report shows. */

import { type ExitKind, exitKinds, type Report, type ReportedExit, type Result } from "./report.ts";

export interface ExitRules {
  /** Warnings and drift fail the run. */
  readonly strict?: boolean;
  /** Drift fails the run, warnings do not. */
  readonly failOn?: "drift" | undefined;
  /** Musts without a verdict fail the run. */
  readonly complete?: boolean;
  /** The signal that ended the run early, and its exit code. */
  readonly stopped?: { readonly signal: string; readonly code: number } | undefined;
}

type Judged = Pick<Report, "results" | "drift" | "baseline">;

interface Decision {
  readonly code: number;
  /** In a few words; the report's last line has them. */
  readonly text: string;
  /** One for each reason. */
  readonly facts: readonly string[];
}

/** @returns undefined where the facts give no reason of this kind */
type Decide = (judged: Judged, rules: ExitRules) => Decision | undefined;

const counted = (code: number, facts: readonly string[], one: string, many = `${one}s`) =>
  facts.length === 0
    ? undefined
    : { code, text: `${facts.length} ${facts.length === 1 ? one : many}`, facts };
const idsOf = (results: readonly Result[], isOf: (result: Result) => boolean) =>
  results.filter(isOf).map(({ id }) => id);

/** Decisions by weight: the first one that applies gives the code. */
const decisions: Readonly<Record<ExitKind, Decide>> = {
  stopped: (_, { stopped }) =>
    stopped && { code: stopped.code, text: `stopped by ${stopped.signal}`, facts: ["The run did not end."] },
  failed: ({ results, baseline }) =>
    counted(
      1,
      idsOf(results, ({ outcome, known }) => outcome === "failed" && !known),
      `${baseline ? "new " : ""}failed requirement`,
    ),
  warned: ({ results }, { strict }) =>
    strict
      ? counted(
          1,
          idsOf(results, ({ outcome, known }) => outcome === "warned" && !known),
          "warning, with --strict",
          "warnings, with --strict",
        )
      : undefined,
  drift: ({ drift = [] }, { strict, failOn }) =>
    (strict || failOn === "drift") && drift.length > 0
      ? {
          code: 1,
          text: `drift in ${drift.length} ${drift.length === 1 ? "answer" : "answers"}`,
          facts: drift.map(({ question, before, now }) => `${question}: ${before} -> ${now}`),
        }
      : undefined,
  stale: ({ baseline }) =>
    counted(
      1,
      (baseline?.stale ?? []).map(({ id }) => `${id} passes now. Remove it from the baseline.`),
      "stale baseline entry",
      "stale baseline entries",
    ),
  errored: ({ results }) =>
    counted(
      70,
      idsOf(results, ({ outcome }) => outcome === "errored"),
      "fault of the kit",
      "faults of the kit",
    ),
  nothingTested: ({ results }) =>
    results.some(({ outcome }) => outcome !== "untested" && outcome !== "errored")
      ? undefined
      : { code: 3, text: "nothing was tested", facts: ["No requirement has a verdict."] },
  untested: ({ results }, { complete }) =>
    complete
      ? counted(
          3,
          idsOf(results, ({ level, outcome }) => level === "must" && outcome === "untested"),
          "must without a verdict",
          "musts without a verdict",
        )
      : undefined,
};

/** Kinds whose facts are results: a report shows each of those as it is. */
const kindsOfResults: readonly ExitKind[] = ["failed", "errored"];

/** The facts that decide and that no result of its own shows. */
export const furtherReasons = ({ decidedBy }: ReportedExit) =>
  decidedBy.filter(({ kind }) => !kindsOfResults.includes(kind));

export function decideExit(judged: Judged, rules: ExitRules = {}): ReportedExit {
  const all = exitKinds.flatMap((kind) => {
    const decision = decisions[kind](judged, rules);
    return decision ? [{ kind, ...decision }] : [];
  });
  const [first] = all;
  if (!first) {
    const hasFailed = judged.results.some(({ outcome }) => outcome === "failed");
    return { code: 0, reason: hasFailed ? "only known failures" : "nothing failed", decidedBy: [] };
  }
  const decidedBy = all.filter(({ code }) => code === first.code);
  return {
    code: first.code,
    reason: new Intl.ListFormat("en-GB").format(decidedBy.map(({ text }) => text)),
    decidedBy: decidedBy.map(({ kind, text, facts }) => ({ kind, text, facts })),
  };
}
