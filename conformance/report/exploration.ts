/** The findings of exploration, as a report shows them. */

import { hideInData } from "../../base/secrets.ts";
import type { Exchange } from "../evidence/exchange.ts";
import type { Arrangement } from "../targets/target.ts";
import { formatFindingScript } from "./finding-script.ts";
import type { ReportedExploration, ReportedFinding, Result } from "./report.ts";
import type { Reporting } from "./report-exchange.ts";

/** A shrunk history that broke a requirement. */
export interface Finding {
  /** The number of the history of the seed, from 1. */
  readonly number: number;
  /** Number of calls before it was shrunk. */
  readonly callsAtFirst: number;
  /** Requirements that it breaks, also after shrinking. */
  readonly broken: readonly Result[];
  readonly orders: Arrangement;
  /** The exchanges, in groups that were sent at once. */
  readonly steps: readonly (readonly Exchange[])[];
  /** Numbers of its repetitions, and of those that failed. */
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
