/** The error of a user's command, module or server: in the message's line if it fits, otherwise below it. */

const maxInlineLength = 200;
const maxLines = 20;
const maxLineLength = 500;

export interface FailureReason {
  /** ` (no database)`, or an empty text. */
  readonly inline: string;
  /** The last lines, where there are several or a long one. */
  readonly details: readonly string[];
}

/** @param text standard error, an error's message, or a body */
export function readFailureReason(text: string): FailureReason {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  const filled = lines.filter((line) => line !== "");
  const [only = ""] = filled;
  if (filled.length < 2 && only.length <= maxInlineLength)
    return { inline: only === "" ? "" : ` (${only.trim()})`, details: [] };
  return { inline: "", details: filled.slice(-maxLines).map((line) => line.slice(0, maxLineLength)) };
}
