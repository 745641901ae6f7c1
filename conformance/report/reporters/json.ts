/** The report itself, for programs: report.schema.json describes it. */

import { formatJson } from "../../../base/json.ts";
import type { Report } from "../report.ts";

export function formatJsonReport(report: Report): string {
  return `${formatJson(report, 2)}\n`;
}
