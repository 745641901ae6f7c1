/** The `store-orders` command as a person starts it: a process of its own, which never outlives its test. */

import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { BadInput } from "../../base/bad-input.ts";
import type { Environment } from "../command-line.ts";
import type { Terminal } from "../terminal.ts";

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));
/** A process that takes longer hangs; it ends by SIGKILL, which no test expects. */
const patienceMs = 30_000;

export interface CliOptions {
  /** All variables there are: nothing of the test's own environment gets in. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** JavaScript that runs in the process before the command does. */
  readonly prelude?: string;
  /** File descriptor that gets standard output, which then cannot be read here. */
  readonly stdout?: number;
}

export interface CliEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunningCommand extends AsyncDisposable {
  /** Standard output so far. */
  stdout(): string;
  /** The match, once standard output has it. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** The match, once standard error has it. */
  warned(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface RunningCli extends RunningCommand {
  readonly pid: number;
  readonly ended: Promise<CliEnd>;
  kill(signal: NodeJS.Signals): void;
  /** Stops reading standard output for good, as `head` does when it has enough. */
  hangUp(): void;
}

/** What a command has written so far. */
function collectOutput() {
  const text = { stdout: "", stderr: "" };
  const writes = new EventEmitter();
  return {
    text,
    add(name: keyof typeof text, piece: string) {
      text[name] += piece;
      writes.emit("write");
    },
    async find(name: keyof typeof text, pattern: RegExp, ended: Promise<unknown>) {
      let isOver = false;
      void ended.then(() => (isOver = true));
      for (;;) {
        const match = pattern.exec(text[name]);
        if (match) return match;
        if (isOver) throw new Error(`It ended without ${pattern}: ${text.stdout}${text.stderr}`);
        await Promise.race([once(writes, "write"), ended]);
      }
    },
  };
}

export function startCli(args: readonly string[], options: CliOptions = {}): RunningCli {
  const { env = {}, cwd, prelude, stdout = "pipe" } = options;
  const before = prelude ? ["--import", `data:text/javascript,${encodeURIComponent(prelude)}`] : [];
  const child = spawn(process.execPath, [...before, cli, ...args], {
    env,
    cwd,
    stdio: ["ignore", stdout, "pipe"],
  });
  const output = collectOutput();
  const { text } = output;
  let isOver = false;
  const limit = setTimeout(() => child.kill("SIGKILL"), patienceMs);
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
    stdout: () => text.stdout,
    printed: (pattern) => output.find("stdout", pattern, ended),
    warned: (pattern) => output.find("stderr", pattern, ended),
    kill: (signal) => void child.kill(signal),
    hangUp: () => void child.stdout?.destroy(),
    async [Symbol.asyncDispose]() {
      if (!isOver) child.kill("SIGKILL");
      await ended;
    },
  };
}

/** The commands that can be run in the process of a test: what cli.ts does besides is the same for each of them. */
const commands = {
  mock: async (args: readonly string[], env: Environment, terminal: Terminal) =>
    (await import("../mock/mock-command.ts")).runMockCommand(args, env, terminal),
  fixtures: async (args: readonly string[], env: Environment, terminal: Terminal) =>
    (await import("../fixtures/fixtures-command.ts")).runFixturesCommand(args, env, terminal),
  verify: async (args: readonly string[], env: Environment, terminal: Terminal) =>
    (await import("../verify/verify-command.ts")).runVerifyCommand(args, env, terminal),
};

/** A command with its arguments. */
type Line = readonly [keyof typeof commands, ...string[]];

/** Runs a command in this process, and reads what it writes. */
function runHere([name, ...args]: Line, env: Environment) {
  const output = collectOutput();
  const terminal: Terminal = {
    async out(text) {
      output.add("stdout", text);
      return true;
    },
    err: (text) => output.add("stderr", text),
    style: (_format, text) => text,
    interactive: false,
  };
  return { output, code: commands[name](args, env, terminal) };
}

/** A mock that runs in this process: a process of its own takes half a second more. */
export function startMockHere(args: readonly string[], env: Environment = {}): RunningCommand {
  const others = process.listeners("SIGTERM");
  const { output, code } = runHere(["mock", ...args], env);
  return {
    stdout: () => output.text.stdout,
    printed: (pattern) => output.find("stdout", pattern, code),
    warned: (pattern) => output.find("stderr", pattern, code),
    async [Symbol.asyncDispose]() {
      const own = process.listeners("SIGTERM").filter((listener) => !others.includes(listener));
      for (const listener of own) {
        for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, listener);
        listener("SIGTERM");
      }
      await code;
    },
  };
}

/** What a command answers that is run in this process. */
export async function answerOf(line: Line, env: Environment = {}) {
  const { output, code } = runHere(line, env);
  return { code: await code, ...output.text };
}

/** Standard output of a command that is run in this process. @throws what it is refused with */
export async function printHere(line: Line, env: Environment = {}): Promise<string> {
  const { code, stdout } = await answerOf(line, env);
  expect(code).toBe(0);
  return stdout;
}

/** The one line that a command is refused with, which is run in this process. */
export async function refusalOf(line: Line, env: Environment = {}): Promise<string> {
  const error: unknown = await printHere(line, env).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BadInput);
  const { message } = error as BadInput;
  expect(message).not.toContain("\n");
  return message;
}

/** Runs a command to its end. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliEnd> {
  return startCli(args, options).ended;
}
