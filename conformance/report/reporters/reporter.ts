/** The type of a reporter, which turns a report into text. */

import type { Report } from "../report.ts";

/**
 * Styles text for a terminal, or returns it unchanged, as the writer of the report decides. A `command` is one to the
 * program that runs a build: it begins with `::`, at a line's start, and any other is disarmed.
 */
export type Style = (
  format: "bold" | "dim" | "red" | "green" | "yellow" | "cyan" | "command",
  text: string,
) => string;

interface ReporterOptions {
  /** Shows each requirement, not only how many of a group passed. */
  readonly verbose?: boolean;
  /** In JSON, the results whose exchanges are written. Default: all. */
  readonly evidence?: "failed" | "all";
  /** Another report on the same screen ends with the verdict. */
  readonly withoutVerdict?: boolean;
}

/** Gives whole lines: the text ends with a newline. */
export type Reporter = (report: Report, style: Style, options?: ReporterOptions) => string;
