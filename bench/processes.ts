/** Processes that the bench starts: each in a group of its own, none of which outlives it. */

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Running {
  readonly pid: number;
  /** When it was spawned, on the clock of performance.now(). */
  readonly startedAt: number;
  /** Resolves when it has ended, to what it said last. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Both streams go to the file: a pipe that nobody reads would stop the process. */
export function startProcess(launch: Launch, outputFile: string): Running {
  const output = openSync(outputFile, "w");
  const startedAt = performance.now();
  const child = spawn(launch.command, launch.args, {
    cwd: launch.cwd,
    env: { ...process.env, ...launch.env },
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  running.add(child);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", () => resolve(lastWords(readFileSync(outputFile, "utf8"))));
  }).finally(() => running.delete(child));
  return {
    pid: child.pid ?? 0,
    startedAt,
    ended,
    async stop() {
      killGroup(child);
      await ended;
    },
  };
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

/**
 * Runs a command to its end.
 * @throws {Error} when it cannot be started or takes longer than `limitMs`
 */
export function runProcess(launch: Launch, limitMs: number): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const text = { stdout: "", stderr: "" };
    const child = spawn(launch.command, launch.args, {
      cwd: launch.cwd,
      env: { ...process.env, ...launch.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    running.add(child);
    const limit = setTimeout(() => {
      killGroup(child);
      reject(new Error(`${launch.command} took longer than ${limitMs / 1000} s`));
    }, limitMs);
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (piece: string) => {
        text[name] += piece;
      });
    }
    const settle = () => {
      clearTimeout(limit);
      running.delete(child);
    };
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("close", (code) => {
      settle();
      resolve({ code, ...text, ms: performance.now() - startedAt });
    });
  });
}

/** Kills everything the bench has started; for its end, whatever ended it. */
export function killAll(): void {
  for (const child of running) killGroup(child);
}

/** A launcher's children are of its group, so they go with it. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}

/** The last line of output that says something, short enough for one line. */
export function lastWords(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const telling = lines.findLast((line) => /error|cannot|invalid|fail/i.test(line)) ?? lines.at(-1);
  return (telling ?? "it said nothing").slice(0, 160);
}
