/** The findings of exploration, as a report shows them. */

import { hideInData } from "../../base/secrets.ts";
import type { Exchange } from "../evidence/exchange.ts";
import type { Arrangement } from "../targets/target.ts";
import { formatFindingScript } from "./finding-script.ts";
import type { ReportSecrets } from "./hide-secrets.ts";
import type { FindingFacts, ReportedExploration, ReportedFinding, Result } from "./report.ts";
import { reportExchange } from "./report-exchange.ts";

/** A history that broke something, as small as it got. */
export interface Finding {
  /** Which history of the seed, from 1 on. */
  readonly number: number;
  /** Calls before it was made smaller. */
  readonly callsAtFirst: number;
  /** Requirements that it was shrunk for and still breaks. */
  readonly broken: readonly Result[];
  readonly orders: Arrangement;
  /** Those that were sent at once side by side. */
  readonly steps: readonly (readonly Exchange[])[];
  /** How often it was played once more as it is, and how often it failed then. */
  readonly again: ReportedFinding["again"];
}

export interface Explored extends Omit<ReportedExploration, "findings"> {
  readonly findings: readonly Finding[];
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
  secrets: ReportSecrets,
): ReportedFinding {
  const { number, callsAtFirst, orders, again } = finding;
  const steps = finding.steps.map((step) =>
    step.map((exchange) => reportExchange(exchange, baseUrl, secrets)),
  );
  const shown: FindingFacts = {
    baseUrl: secrets.hide(baseUrl),
    seed,
    history: number,
    broken: finding.broken.map(({ id, title, expected, received }) => ({
      ...{ id, title, expected: expected ?? "", received: received ?? "" },
    })),
    orders: { pending: orders.pending.map(String), shipped: orders.shipped.map(String) },
    setup: hideInData(orders.setup ?? [], secrets),
    steps,
  };
  return {
    history: number,
    broken: shown.broken,
    orders: shown.orders,
    calls: steps.flat().length,
    callsAtFirst,
    again,
    steps,
    curl: formatFindingScript(shown),
  };
}
