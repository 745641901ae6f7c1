/** A command that shows a cause: one call, or the necessary number of simultaneous calls. */

import { formatCurl } from "../../../base/curl.ts";
import type { ReportedCause, ReportedExchange } from "../report.ts";

/** @param width where lines are wrapped. Default: nowhere */
export function exampleCommand(
  example: ReportedExchange,
  atOnce: ReportedCause["atOnce"],
  width = Number.POSITIVE_INFINITY,
): string {
  if (atOnce === undefined) return formatCurl(example.request, width);
  const call = formatCurl(example.request, width - raceIndent)
    .replace(/^curl -i/, "curl -s -o /dev/null -w '%{http_code}\\n'")
    .replaceAll("\n", `\n${" ".repeat(raceIndent)}`);
  const turns = Array.from({ length: atOnce }, (_, index) => index + 1).join(" ");
  return `# With an order that is pending:\nfor call in ${turns}; do\n  ${call} &\ndone; wait`;
}

const raceIndent = 2;
