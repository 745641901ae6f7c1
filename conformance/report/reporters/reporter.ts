/** What a reporter is: a report turned into text. */

import type { Report } from "../report.ts";

/** Dresses text up for a terminal, or gives it back as it is. Whoever writes decides which. */
export type Style = (format: "bold" | "dim" | "red" | "green" | "yellow" | "cyan", text: string) => string;

/** Gives whole lines: the text ends with a newline. Verbose shows each requirement, not only how many of a group passed. */
export type Reporter = (report: Report, style: Style, options?: { readonly verbose?: boolean }) => string;
