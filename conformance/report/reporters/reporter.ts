/** The type of a reporter, which turns a report into text. */

import type { Report } from "../report.ts";

/**
 * Styles text for a terminal, or returns it unchanged, as the writer of the report decides. A `command` is for the program
 * that runs a build: it begins with `::` at a line's start. All other such text is escaped.
 */
export type Style = (
  format: "bold" | "dim" | "red" | "green" | "yellow" | "cyan" | "command",
  text: string,
) => string;

/** The style of reports without styles. */
export const unstyled: Style = (_format, text) => text;

export interface ReporterOptions {
  /** Whether each requirement is shown, not only the number of passed ones of a group. */
  readonly verbose?: boolean;
  /** Number of columns of the screen, if it is known. */
  readonly columns?: number | undefined;
  /** The results whose exchanges a JSON report has. Default: all. */
  readonly evidence?: "failed" | "all";
  /** Whether another report on the same screen ends with the verdict. */
  readonly withoutVerdict?: boolean;
}

/** Returns complete lines: the text ends with a newline. */
export type Reporter = (report: Report, style: Style, options?: ReporterOptions) => string;
