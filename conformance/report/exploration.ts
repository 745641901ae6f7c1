/** A finding of exploration, as a report shows it. */

import { formatCurl, oneLine, quoteWord } from "../../base/curl.ts";
import { hideInData } from "../../base/secrets.ts";
import type { Exchange } from "../evidence/exchange.ts";
import type { Arrangement, SetupRequest } from "../targets/target.ts";
import type { ReportedExchange, ReportedFinding, Result } from "./report.ts";
import type { Reporting } from "./report-exchange.ts";

/** A shrunk history that broke a requirement. */
export interface ShrunkHistory extends Pick<ReportedFinding, "callsAtFirst" | "again"> {
  /** The number of the history among those of the seed, from 1. */
  readonly number: number;
  /** Requirements that it breaks, also after shrinking. */
  readonly broken: readonly Result[];
  readonly orders: Arrangement;
  /** The exchanges, in groups that were sent at once. */
  readonly steps: readonly (readonly Exchange[])[];
}

export function reportFinding(
  finding: ShrunkHistory,
  seed: number,
  { exchange: report, secrets }: Reporting,
): ReportedFinding {
  const { number, callsAtFirst, orders, again } = finding;
  const steps = finding.steps.map((step) => step.map(report));
  const facts = {
    history: number,
    broken: finding.broken.map(({ id, title, expected, received }) => ({
      id,
      title,
      expected: expected ?? "",
      received: received ?? "",
    })),
    orders: { pending: orders.pending.map(String), shipped: orders.shipped.map(String) },
    calls: steps.flat().length,
    callsAtFirst,
    again,
    steps,
  };
  const setup = hideInData(orders.setup ?? [], secrets);
  return { ...facts, curl: formatFindingScript(facts, seed, setup) };
}

/** A history as a shell script of curl lines. The key comes from an environment variable. */
function formatFindingScript(
  { history, broken, orders, steps }: Omit<ReportedFinding, "curl">,
  seed: number,
  setup: readonly SetupRequest[],
): string {
  const needs = [
    ...orders.pending.map((id) => `order ${id}, pending`),
    ...orders.shipped.map((id) => `order ${id}, shipped`),
  ];
  const lines = [
    "#!/bin/sh",
    ...broken.flatMap(({ id, title, expected, received }) => [
      `# ${id}: ${title}.`,
      `# Expected ${oneLine(expected)}, got ${oneLine(received)}.`,
    ]),
    `# Found by store-orders verify --explore, seed ${seed}, history ${history}.`,
    `: "\${STORE_ORDERS_API_KEY:?must hold the key}"`,
    ...(needs.length > 0 ? ["", `# It needs ${needs.join("; ")}.`] : []),
    ...setup.map(
      ({ url, body }) =>
        `curl -s -X POST -H 'content-type: application/json' -d ${quoteWord(body)} ${quoteWord(url)}`,
    ),
    ...steps.flatMap((step, index) => ["", ...stepLines(step, index)]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Lines that print a recorded answer and repeat its calls. A line feed comes first: bodies need not end with one. */
function stepLines(step: readonly ReportedExchange[], index: number): readonly string[] {
  const answers = step.map(({ answer, failure }) =>
    answer ? String(answer.status) : (failure ?? "no answer"),
  );
  const isConcurrent = step.length > 1;
  const label = `# ${index + 1}${isConcurrent ? ", at once" : ""}: ${oneLine(answers.join(", "))}`;
  const commands = step.map(({ request }) => formatCurl(request).replace(/^curl -i/, "curl -s -i"));
  return [
    `echo; echo ${quoteWord(label)}`,
    ...(isConcurrent ? [...commands.map((command) => `${command} &`), "wait"] : commands),
  ];
}
