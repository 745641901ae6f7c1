/** The report itself, for programs: report.schema.json describes it. */

import { formatJson } from "../../spec/json.ts";
import type { Report } from "../report.ts";

export function formatJsonReport(report: Report): string {
  return `${formatJson(report, 2)}\n`;
}
