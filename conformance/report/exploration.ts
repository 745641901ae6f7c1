/** The findings of exploration, as a report shows them. */

import { hideInData } from "../../base/secrets.ts";
import type { Exchange } from "../evidence/exchange.ts";
import type { Arrangement } from "../targets/target.ts";
import { formatFindingScript } from "./finding-script.ts";
import type { ReportedExploration, ReportedFinding, Result } from "./report.ts";
import type { Reporting } from "./report-exchange.ts";

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

export function reportExploration(explored: Explored, reporting: Reporting): ReportedExploration {
  const { seed, shortfall } = explored;
  const findings = explored.findings.map((finding) => reportFinding(finding, seed, reporting));
  return { ...explored, shortfall: shortfall && reporting.secrets.hide(shortfall), findings };
}

function reportFinding(
  finding: Finding,
  seed: number,
  { exchange: report, secrets }: Reporting,
): ReportedFinding {
  const { number, callsAtFirst, orders, again } = finding;
  const steps = finding.steps.map((step) => step.map(report));
  const facts = {
    history: number,
    broken: finding.broken.map(({ id, title, expected, received }) => ({
      ...{ id, title, expected: expected ?? "", received: received ?? "" },
    })),
    orders: { pending: orders.pending.map(String), shipped: orders.shipped.map(String) },
    ...{ calls: steps.flat().length, callsAtFirst, again, steps },
  };
  const setup = hideInData(orders.setup ?? [], secrets);
  return { ...facts, curl: formatFindingScript(facts, seed, setup) };
}
