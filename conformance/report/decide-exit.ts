/** The documented exit code of a run, with each reason: one list, which every report shows. */

import { plural } from "../../base/bad-input.ts";
import { type ExitKind, exitKinds, type Report, type ReportedExit, type Result } from "./report.ts";

export interface ExitRules {
  /** Whether warnings and drift fail the run. */
  readonly strict?: boolean;
  /** Whether drift fails the run, and warnings do not. */
  readonly failOn?: "drift" | undefined;
  /** Whether musts without a verdict fail the run. */
  readonly complete?: boolean;
  /** The signal that ended the run early, and its exit code. */
  readonly stopped?: { readonly signal: string; readonly code: number } | undefined;
}

type Judged = Pick<Report, "results" | "drift" | "baseline">;

/** A possible reason of the exit code; it has no facts where it does not apply. */
interface Decision extends Omit<ReportedExit["decidedBy"][number], "kind"> {
  readonly code: number;
}

const decided = (code: number, facts: readonly string[], one: string, many?: string): Decision => ({
  code,
  text: plural(facts.length, one, many),
  facts,
});
const idsOf = (results: readonly Result[], isOf: (result: Result) => boolean) =>
  results.filter(isOf).map(({ id }) => id);

/** Decisions by weight: the first one that has facts gives the code. */
const decisions: Readonly<Record<ExitKind, (judged: Judged, rules: ExitRules) => Decision>> = {
  stopped: (_, { stopped }) => ({
    code: stopped?.code ?? 0,
    text: `stopped by ${stopped?.signal}`,
    facts: stopped ? ["The run did not end."] : [],
  }),
  failed({ results, baseline }) {
    const failed = idsOf(results, ({ outcome, known }) => outcome === "failed" && !known);
    const isExpired = failed.every((id) => baseline?.expired.some((entry) => entry.id === id));
    if (isExpired) return decided(1, failed, "expired baseline entry", "expired baseline entries");
    return decided(1, failed, `${baseline ? "new " : ""}failed requirement`);
  },
  warned({ results }, { strict }) {
    const warned = idsOf(results, ({ outcome, known }) => outcome === "warned" && !known);
    return decided(1, strict ? warned : [], "warning, with --strict", "warnings, with --strict");
  },
  drift({ drift = [] }, { strict, failOn }) {
    const facts = drift.map(({ question, before, now }) => `${question}: ${before} -> ${now}`);
    const text = `drift in ${plural(facts.length, "answer")}`;
    return { code: 1, text, facts: strict || failOn === "drift" ? facts : [] };
  },
  stale({ baseline }) {
    const stale =
      baseline?.stale.map(
        ({ id }) => `${id} passes now. Remove it from the baseline, as --prune-baseline does.`,
      ) ?? [];
    return decided(1, stale, "stale baseline entry", "stale baseline entries");
  },
  errored({ results }) {
    const errored = idsOf(results, ({ outcome }) => outcome === "errored");
    return decided(70, errored, "fault of the kit", "faults of the kit");
  },
  nothingTested({ results }) {
    const isTested = results.some(({ outcome }) => outcome !== "untested" && outcome !== "errored");
    return { code: 3, text: "nothing was tested", facts: isTested ? [] : ["No requirement has a verdict."] };
  },
  untested({ results }, { complete }) {
    const untested = idsOf(results, ({ level, outcome }) => level === "must" && outcome === "untested");
    return decided(3, complete ? untested : [], "must without a verdict", "musts without a verdict");
  },
};

export function decideExit(judged: Judged, rules: ExitRules = {}): ReportedExit {
  const all = exitKinds
    .map((kind) => ({ kind, ...decisions[kind](judged, rules) }))
    .filter(({ facts }) => facts.length > 0);
  const [first] = all;
  if (!first) {
    const hasFailed = judged.results.some(({ outcome }) => outcome === "failed");
    const untested = decisions.untested(judged, { complete: rules.complete === false });
    const hint = untested.facts.length > 0 ? "; --complete makes untested musts fail" : "";
    const reason = (hasFailed ? "only known failures" : "nothing failed") + hint;
    return { code: 0, reason, decidedBy: [] };
  }
  const decidedBy = all.filter(({ code }) => code === first.code);
  return {
    code: first.code,
    reason: new Intl.ListFormat("en-GB").format(decidedBy.map(({ text }) => text)),
    decidedBy: decidedBy.map(({ kind, text, facts }) => ({ kind, text, facts })),
  };
}
