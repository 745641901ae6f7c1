/** The reporters by name, each loaded when it is asked for. */

import type { Reporter } from "./reporter.ts";

export type ReporterName = "terminal" | "json" | "junit" | "html" | "markdown" | "github";

export const reporters: Readonly<Record<ReporterName, () => Promise<Reporter>>> = {
  terminal: async () => (await import("./terminal.ts")).formatTerminal,
  json: async () => (await import("./json.ts")).formatJsonReport,
  junit: async () => (await import("./junit.ts")).formatJunit,
  html: async () => (await import("./html.ts")).formatHtml,
  markdown: async () => (await import("./markdown.ts")).formatMarkdown,
  github: async () => (await import("./github.ts")).formatGithub,
};

export const reporterNames = Object.keys(reporters) as readonly ReporterName[];
