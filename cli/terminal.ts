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

/** A run shorter than this shows no progress. */
const patienceMs = 700;
/** It moves while a slow server is waited for. */
const redrawMs = 250;

/** A line that says how far a run is, drawn over itself, and gone when it ends. */
export function createProgressLine(terminal: Terminal) {
  const startedAt = performance.now();
  let line = "waiting for the first answer";
  let requests = 0;
  let shown = false;
  const draw = () => {
    const ms = performance.now() - startedAt;
    if (ms < patienceMs) return;
    const seconds = Math.floor(ms / 1000);
    terminal.err(`\r\x1b[K${line}  (${requests} requests, ${seconds} s)`);
    shown = true;
  };
  const timer = terminal.interactive ? setInterval(draw, redrawMs) : undefined;
  timer?.unref();
  return {
    show(done: number, total: number, step: string): void {
      line = `${done}/${total}  ${step}`;
    },
    count: () => void requests++,
    /** For good: nothing is drawn from here on. */
    clear(): void {
      clearInterval(timer);
      if (shown) terminal.err("\r\x1b[K");
      shown = false;
    },
  };
}
