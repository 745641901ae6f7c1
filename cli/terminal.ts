/** What a command may write to. Passed in, so that tests can read along. */

import { styleText } from "node:util";
import { BadInput } from "../base/bad-input.ts";

export interface Terminal {
  /**
   * The result: what a pipe should get. Resolves when it is written; to false
   * when the reader has gone, as `head` does.
   * @throws {BadInput} when it cannot be written, as on a full disk
   */
  out(text: string): Promise<boolean>;
  /** News for the person watching: progress, errors. */
  err(text: string): void;
  /** Styles text for `out`, or leaves it as it is where colour is not wanted. */
  style(format: "bold" | "dim" | "red" | "green" | "yellow" | "cyan", text: string): string;
  /** Whether `err` can be drawn over, for a progress line. */
  readonly interactive: boolean;
}

/** What a write meets once nobody reads any more. */
const readerGone = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/** Colour only on a terminal, and never where NO_COLOR says no (no-color.org). */
export function createTerminal(): Terminal {
  const { stdout, stderr } = process;
  // Each write hears of its own failure; what stderr cannot take, nobody could be told.
  for (const stream of [stdout, stderr]) stream.on("error", () => undefined);
  return {
    async out(text) {
      const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
        stdout.write(text, resolve);
      });
      if (!error) return true;
      if (readerGone.has(error.code ?? "")) return false;
      throw new BadInput(
        `Cannot write to standard output: ${error.message}. Check what it is redirected to.`,
      );
    },
    err: (text) => void stderr.write(text),
    style: (format, text) => styleText(format, text, { stream: stdout }),
    interactive: stderr.isTTY === true && process.env.TERM !== "dumb",
  };
}
