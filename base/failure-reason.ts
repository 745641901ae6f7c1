/** The error of a user's command, module or server: in the message's line if it fits, otherwise below it. */

const maxInlineLength = 200;
const maxLines = 20;
const maxLineLength = 500;

/**
 * @param text standard error, an error's message, or a body
 * @returns ` (no database)` or an empty text, and the last lines where there are several or a long one
 */
export function readFailureReason(text: string) {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  const filled = lines.filter((line) => line !== "");
  const [only = ""] = filled;
  if (filled.length < 2 && only.length <= maxInlineLength)
    return { inline: only === "" ? "" : ` (${only.trim()})`, details: [] };
  return { inline: "", details: filled.slice(-maxLines).map((line) => line.slice(0, maxLineLength)) };
}
