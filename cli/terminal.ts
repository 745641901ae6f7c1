/**
 * The only writer of a command's output, passed as an argument so that tests can read it. A test of imports keeps other code
 * from writing to a stream.
 */

import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { styleText } from "node:util";
import { BadInput } from "../base/bad-input.ts";
import { printable, safeJson, safeText } from "../base/printable.ts";
import { hideAddress } from "../base/secrets.ts";
import type { Style } from "../conformance/report/reporters/reporter.ts";

export type Terminal = ReturnType<typeof createTerminal>;

/** A text with line ends, or lines, each of which is written as one line. */
type Output = string | readonly string[];

/** Error codes of a write after the reader has closed the pipe. */
const readerGone = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/** Prefix of the kit's own colours and commands. Text from outside cannot guess it. */
const own = randomUUID();

/** For a file: no colours. */
export const plainStyle: Style = (format, text) => (format === "command" ? own + text : text);

/** Printable text, in which only the kit's own colours and commands remain. */
export function releaseText(output: Output): string {
  const text = typeof output === "string" ? output : output.map((line) => `${printable(line)}\n`).join("");
  return safeText(text).replaceAll(`${own}::`, "::").replaceAll(own, "\u001b");
}

/** Colour only on a terminal without NO_COLOR (no-color.org). */
function createStyle(stdout: Stream): Style {
  const colours = (["bold", "dim", "red", "green", "yellow", "cyan"] as const).map((format) => {
    const [open, close] = styleText(format, "|", { stream: stdout }).replaceAll("\u001b", own).split("|");
    return [format, { open, close }] as const;
  });
  const table = Object.fromEntries(colours);
  return (format, text) =>
    format === "command" ? plainStyle(format, text) : table[format]!.open + text + table[format]!.close;
}

const warningLines = (message: string, details: readonly string[] = []) => [
  `store-orders: ${message
    .split("\n")
    .flatMap((line) => line.trim() || [])
    .join(" ")}`,
  ...details.map((line) => `  ${line}`),
];

/** Writes a warning synchronously, for a listener of the process's end. */
export const warnAtExit = (message: string): void => void writeSync(2, releaseText(warningLines(message)));

/** Explains any error in one line on standard error. @returns the exit code */
export function explainError(error: unknown, { warn }: Pick<Terminal, "warn">): number {
  const message = hideAddress(error instanceof Error ? error.message : String(error));
  const name = error instanceof Error ? error.name : "";
  // By its name: a bundle may have the class twice.
  if (name === "BadInput") {
    warn(message, (error as BadInput).details.map(hideAddress));
    return 2;
  }
  warn(`A fault of the kit, please report it: ${name}: ${message}`);
  return 70;
}

type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

export function createTerminal({ stdout, stderr }: { stdout: Stream; stderr: Stream } = process) {
  // Each write has its own error handler; a failure of stderr cannot be reported.
  for (const stream of [stdout, stderr]) stream.on("error", () => undefined);
  const write = async (text: string): Promise<boolean> => {
    const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
      stdout.write(text, resolve);
    });
    if (!error) return true;
    if (readerGone.has(error.code ?? "")) return false;
    throw new BadInput(`Cannot write to standard output: ${error.message}. Check what it is redirected to.`);
  };
  const err = (output: Output): void => void stderr.write(releaseText(output));
  return {
    /**
     * Writes the result, for a pipe. Resolves when it is written, to false when the reader has closed the pipe, as `head`
     * does.
     * @throws {BadInput} when it cannot be written, as on a full disk
     */
    out: (output: Output): Promise<boolean> => write(releaseText(output)),
    /** Writes the result as complete JSON texts, for a program. Otherwise as `out`. */
    json: (text: string): Promise<boolean> => write(safeJson(text)),
    /** Writes progress for a person. */
    err,
    /** Writes a message on one line after the name of the command, with details below it. */
    warn: (message: string, details?: readonly string[]): void => err(warningLines(message, details)),
    /** Replaces the last drawn line, cut to the width of the terminal, since a second row would stay. Undefined removes it. */
    draw(line = ""): void {
      const { columns = Number.POSITIVE_INFINITY } = stderr;
      const text = printable(line);
      const shown = text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`;
      stderr.write(`\r\x1b[K${releaseText(shown)}`);
    },
    async openPrompt() {
      const { createInterface } = await import("node:readline/promises");
      const prompt = createInterface({ input: process.stdin, output: stderr });
      return {
        ask: (question: string): Promise<string> => prompt.question(releaseText(printable(question))),
        [Symbol.dispose]: () => prompt.close(),
      };
    },
    /** Resolves once all output has arrived. */
    async flush(): Promise<void> {
      for (const stream of [stdout, stderr]) await new Promise((resolve) => stream.write("", resolve));
    },
    /** Styles text for `out`, or leaves it unchanged without colour. */
    style: createStyle(stdout),
    /** Number of columns of standard output, if it is a terminal. */
    columns: stdout.columns,
    /** Whether a coding agent reads standard output, by its environment. */
    isReadByAgent: async (): Promise<boolean> =>
      stdout === process.stdout && (await import("std-env")).isAgent,
    /** Whether a line can be replaced, for progress. */
    interactive: stderr.isTTY === true && process.env.TERM !== "dumb",
  };
}

/** Milliseconds after which a run shows progress. */
const patienceMs = 700;
/** Milliseconds between two updates while a slow server is waited for. */
const redrawMs = 250;

/** A progress line, which is redrawn in place and removed when the run ends. */
export function createProgressLine(terminal: Terminal) {
  const startedAt = performance.now();
  let step = "waiting for the first answer";
  let requests = 0;
  let shown = false;
  const draw = () => {
    const ms = performance.now() - startedAt;
    if (ms < patienceMs) return;
    const seconds = Math.floor(ms / 1000);
    terminal.draw(`${seconds} s, ${requests} requests, ${step}`);
    shown = true;
  };
  const timer = terminal.interactive ? setInterval(draw, redrawMs) : undefined;
  timer?.unref();
  return {
    show(done: number, total: number, name: string): void {
      step = `${done}/${total}  ${name}`;
    },
    count: () => void requests++,
    /** Removes the line; no further line is drawn. */
    clear(): void {
      clearInterval(timer);
      if (shown) terminal.draw();
      shown = false;
    },
  };
}
