/** The reporters by name, each loaded when it is asked for. */

import { formatJson } from "../../../base/json.ts";
import type { Reporter } from "./reporter.ts";

export type ReporterName = "terminal" | "json" | "junit" | "html" | "markdown" | "github";

export const reporters: Readonly<Record<ReporterName, () => Promise<Reporter>>> = {
  terminal: async () => (await import("./terminal.ts")).formatTerminal,
  // The report itself, for programs: report.schema.json describes it.
  json: async () => (report) => `${formatJson(report, 2)}\n`,
  junit: async () => (await import("./junit.ts")).formatJunit,
  html: async () => (await import("./html.ts")).formatHtml,
  markdown: async () => (await import("./markdown.ts")).formatMarkdown,
  github: async () => (await import("./github.ts")).formatGithub,
};

export const reporterNames = Object.keys(reporters) as readonly ReporterName[];
