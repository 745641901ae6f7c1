/** A history that broke a requirement, as a shell script of curl lines. The key comes from an environment variable. */

import { formatCurl, oneLine, quoteWord } from "../../base/curl.ts";
import type { SetupRequest } from "../targets/target.ts";
import type { ReportedExchange, ReportedFinding } from "./report.ts";

export function formatFindingScript(
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

/** Each answer is printed after the recorded answer: bodies need not end with a line feed. */
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
