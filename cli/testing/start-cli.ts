/** The `store-orders` command, and other programs, each in a separate process. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { collectOutput } from "./collect-output.ts";

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));
/** A process that takes longer hangs; it ends by SIGKILL, which no test expects. */
const defaultPatienceMs = 30_000;
/** Options of Node for JavaScript that is to run first. */
export const preludeOption = (prelude: string): readonly string[] => [
  "--import",
  `data:text/javascript,${encodeURIComponent(prelude)}`,
];

interface ProgramOptions {
  /** All environment variables; the test's own environment is not inherited. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string | undefined;
  /** Whether signals go to all that it starts, too. */
  readonly isGroup?: boolean;
  /** Default: 30 s. */
  readonly patienceMs?: number;
  /** File descriptor that gets standard output, which then cannot be read here. */
  readonly stdout?: number;
}

export interface CliOptions extends ProgramOptions {
  /** JavaScript that runs in the process before the command does. */
  readonly prelude?: string;
}

export interface CliEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A started command, in a separate process or in the test's. */
export interface RunningCommand<End = unknown> extends AsyncDisposable {
  /** All that was written so far. */
  output(): Readonly<Record<"stdout" | "stderr", string>>;
  /** The match, once standard output has it. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** The match, once standard error has it. */
  warned(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<End>;
  /** Ends it as a signal does. */
  stop(): Promise<End>;
}

export interface RunningCli extends RunningCommand<CliEnd> {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Stops reading standard output for good, as `head` does when it has enough. */
  hangUp(): void;
}

export function startCli(args: readonly string[], { prelude, ...options }: CliOptions = {}): RunningCli {
  return startProgram(process.execPath, [...(prelude ? preludeOption(prelude) : []), cli, ...args], options);
}

export function startProgram(program: string, args: readonly string[], options: ProgramOptions): RunningCli {
  const { env = {}, cwd, isGroup = false, stdout = "pipe", patienceMs = defaultPatienceMs } = options;
  const stdio = ["ignore", stdout, "pipe"] as const;
  const child = spawn(program, args, { env, cwd, stdio: [...stdio], detached: isGroup });
  const output = collectOutput();
  const { text } = output;
  let isOver = false;
  const kill = (signal: NodeJS.Signals) => {
    if (!isGroup) child.kill(signal);
    else if (!isOver) process.kill(-child.pid!, signal);
  };
  const limit = setTimeout(kill, patienceMs, "SIGKILL");
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.setEncoding("utf8").on("data", (piece: string) => output.add(name, piece));
  const ended = once(child, "close").then(([code, signal]): CliEnd => {
    clearTimeout(limit);
    isOver = true;
    return { code, signal, ...text };
  });

  return {
    pid: child.pid!,
    ended,
    output: () => text,
    printed: (pattern) => output.find("stdout", pattern, ended),
    warned: (pattern) => output.find("stderr", pattern, ended),
    kill,
    stop() {
      kill("SIGTERM");
      return ended;
    },
    hangUp: () => void child.stdout?.destroy(),
    async [Symbol.asyncDispose]() {
      if (!isOver) kill("SIGKILL");
      await ended;
    },
  };
}

/** Runs a command to its end. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliEnd> {
  return startCli(args, options).ended;
}

/** Whether a process is there, and no zombie (proc(5)). */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
