/** The reporters by name, each loaded when it is used. */

import { formatJson } from "../../../base/json.ts";
import type { Report, Result } from "../report.ts";
import type { Reporter } from "./reporter.ts";

export type ReporterName = "terminal" | "agent" | "json" | "junit" | "html" | "markdown" | "github";

export const reporters: Readonly<Record<ReporterName, () => Promise<Reporter>>> = {
  terminal: async () => (await import("./terminal.ts")).formatTerminal,
  agent: async () => (await import("./agent.ts")).formatAgent,
  // The report itself, for programs: report.schema.json describes it.
  json:
    async () =>
    (report, _style, { evidence = "all" } = {}) =>
      `${formatJson(evidence === "all" ? report : withEvidenceOfFailures(report), 2)}\n`,
  junit: async () => (await import("./junit.ts")).formatJunit,
  html: async () => (await import("./html.ts")).formatHtml,
  markdown: async () => (await import("./markdown.ts")).formatMarkdown,
  github: async () => (await import("./github.ts")).formatGithub,
};

/**
 * The exchanges of only those results that failed, warned or could not be judged, so that a report without failures is
 * short.
 */
function withEvidenceOfFailures(report: Report): Report {
  const withoutExchanges = <T extends Pick<Result, "evidence">>(each: T): T => ({
    ...each,
    evidence: { ...each.evidence, exchanges: [] },
  });
  const isShort = ({ outcome }: Result) => outcome === "passed" || outcome === "untested";
  return {
    ...report,
    results: report.results.map((result) => (isShort(result) ? withoutExchanges(result) : result)),
    observations: report.observations.map(withoutExchanges),
  };
}

export const reporterNames = Object.keys(reporters) as readonly ReporterName[];
