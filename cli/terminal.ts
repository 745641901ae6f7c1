/** What a command may write to. Passed in, so that tests can read along. */

import { once } from "node:events";
import { styleText } from "node:util";

export interface Terminal {
  /**
   * The result: what a pipe should get. Resolves when more may be written; to
   * false when the reader has gone, as `head` does.
   */
  out(text: string): Promise<boolean>;
  /** News for the person watching: progress, errors. */
  err(text: string): void;
  /** Styles text for `out`, or leaves it as it is where colour is not wanted. */
  style(format: "bold" | "dim" | "red" | "green" | "yellow" | "cyan", text: string): string;
  /** Whether `err` can be drawn over, for a progress line. */
  readonly interactive: boolean;
}

/** Colour only on a terminal, and never where NO_COLOR says no (no-color.org). */
export function createTerminal(): Terminal {
  const { stdout, stderr } = process;
  let isGone = false;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    isGone = true;
  });
  return {
    async out(text) {
      if (isGone) return false;
      if (!stdout.write(text))
        await Promise.race([once(stdout, "drain"), once(stdout, "close")]).catch(() => undefined);
      return !isGone;
    },
    err: (text) => void stderr.write(text),
    style: (format, text) => styleText(format, text, { stream: stdout }),
    interactive: stderr.isTTY === true && process.env.TERM !== "dumb",
  };
}
