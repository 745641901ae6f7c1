/** What a command may write to. Passed in, so that tests can read along. */

import { styleText } from "node:util";
import { BadInput } from "../base/bad-input.ts";

export type Terminal = ReturnType<typeof createTerminal>;
type Format = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** What a write meets once nobody reads any more. */
const readerGone = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/** Colour only on a terminal, and never where NO_COLOR says no (no-color.org). */
export function createTerminal() {
  const { stdout, stderr } = process;
  // Each write hears of its own failure; what stderr cannot take, nobody could be told.
  for (const stream of [stdout, stderr]) stream.on("error", () => undefined);
  return {
    /**
     * The result: what a pipe should get. Resolves when it is written; to false when the reader has gone, as `head` does.
     * @throws {BadInput} when it cannot be written, as on a full disk
     */
    async out(text: string): Promise<boolean> {
      const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
        stdout.write(text, resolve);
      });
      if (!error) return true;
      if (readerGone.has(error.code ?? "")) return false;
      throw new BadInput(
        `Cannot write to standard output: ${error.message}. Check what it is redirected to.`,
      );
    },
    /** News for the person watching: progress, errors. */
    err: (text: string): void => void stderr.write(text),
    /** Styles text for `out`, or leaves it as it is where colour is not wanted. */
    style: (format: Format, text: string): string => styleText(format, text, { stream: stdout }),
    /** Whether `err` can be drawn over, for a progress line. */
    interactive: stderr.isTTY === true && process.env.TERM !== "dumb",
  };
}
