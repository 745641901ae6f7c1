/** What exploration found, as a report shows it. */

import type { Exchange } from "../history/exchange.ts";
import type { Arrangement } from "../targets/target.ts";
import { formatFindingScript } from "./finding-script.ts";
import { formatFindingTest } from "./finding-test.ts";
import { hideInData, type ReportSecrets } from "./hide-secrets.ts";
import type { ReportedExchange, Result } from "./report.ts";
import { cutBodies, reportEvidence } from "./report-exchange.ts";

/** A history that broke something, as small as it got. */
export interface Finding {
  /** Which history of the seed, from 1 on. */
  readonly number: number;
  /** Calls before it was made smaller. */
  readonly callsAtFirst: number;
  /** What it breaks of that for which it was looked into. */
  readonly broken: readonly Result[];
  readonly orders: Arrangement;
  /** Those that were sent at once side by side. */
  readonly steps: readonly (readonly Exchange[])[];
  /** How often it was played once more as it is, and how often it failed then. */
  readonly again: { readonly tries: number; readonly failed: number };
}

export interface Explored {
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
  readonly findings: readonly Finding[];
}

export interface ReportedCall extends ReportedExchange {
  /** Calls of one name shared a connection, "" had one of its own; null where it was left to chance. */
  readonly connection: string | null;
}

/** What scripts are made from: nothing of it is secret any more. */
export interface ShownFinding {
  readonly baseUrl: string;
  readonly seed: number;
  readonly history: number;
  readonly broken: readonly {
    readonly id: string;
    readonly title: string;
    readonly expected: string;
    readonly received: string;
  }[];
  readonly orders: { readonly pending: readonly string[]; readonly shipped: readonly string[] };
  readonly setup: readonly { readonly url: string; readonly body: string }[];
  readonly steps: readonly (readonly ReportedCall[])[];
}

export interface ReportedFinding extends Pick<ShownFinding, "history" | "broken" | "orders"> {
  /** Those that were sent at once side by side. */
  readonly steps: readonly (readonly ReportedExchange[])[];
  readonly calls: number;
  readonly callsAtFirst: number;
  readonly again: Finding["again"];
  /** A shell script of curl lines. */
  readonly curl: string;
  /** A vitest test, which fails for as long as the server does this. */
  readonly vitest: string;
}

export interface ReportedExploration extends Omit<Explored, "findings"> {
  readonly findings: readonly ReportedFinding[];
}

export function reportExploration(
  explored: Explored,
  baseUrl: string,
  secrets: ReportSecrets,
): ReportedExploration {
  const { seed, asked, histories, concurrent, calls, callsToShrink, failing, shortfall } = explored;
  const counts = { seed, asked, histories, concurrent, calls, callsToShrink, failing };
  const findings = explored.findings.map((finding) => reportFinding(finding, seed, baseUrl, secrets));
  return { ...counts, shortfall: shortfall && secrets.hide(shortfall), findings };
}

function reportFinding(
  finding: Finding,
  seed: number,
  baseUrl: string,
  { hide, cleanerOf }: ReportSecrets,
): ReportedFinding {
  const { number, callsAtFirst, orders, again } = finding;
  const steps = finding.steps.map((step) => {
    const exchanges = step.flatMap(
      (exchange) => reportEvidence([exchange], exchange, baseUrl, cleanerOf).exchanges,
    );
    const { evidence } = cutBodies({ evidence: hideInData({ count: step.length, exchanges }, hide) });
    return evidence.exchanges.map((each, index) => ({
      ...each,
      connection: step[index]!.connection ?? null,
    }));
  });
  const shown: ShownFinding = {
    baseUrl: hide(baseUrl),
    seed,
    history: number,
    broken: finding.broken.map(({ id, title, expected, received }) => ({
      id,
      title,
      expected: hide(expected ?? ""),
      received: hide(received ?? ""),
    })),
    orders: { pending: orders.pending.map(String), shipped: orders.shipped.map(String) },
    setup: hideInData(orders.setup ?? [], hide),
    steps,
  };
  return {
    history: number,
    broken: shown.broken,
    orders: shown.orders,
    calls: steps.flat().length,
    callsAtFirst,
    again,
    steps: steps.map((step) => step.map(({ connection: _, ...exchange }) => exchange)),
    curl: formatFindingScript(shown),
    vitest: formatFindingTest(shown),
  };
}
