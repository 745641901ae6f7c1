/** Programs and shell commands of the user: each ends with this process, with all that it started. */

import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { BadInput } from "../base/bad-input.ts";
import { readFailureReason } from "../base/failure-reason.ts";
import { createCleaners } from "../base/secrets.ts";
import { quoteFor } from "./options.ts";
import { onStopSignal } from "./stop-signals.ts";
import { withinTime } from "./user-module.ts";

const isWindows = process.platform === "win32";

/**
 * Starts a child process, which is killed when this process ends, or when the result is disposed of.
 * @param leadsGroup whether the child has a process group of its own, which ends with it
 */
function startChild(command: string, args: readonly string[], options: SpawnOptions, leadsGroup: boolean) {
  const child = spawn(command, args, { ...options, detached: leadsGroup });
  const send = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      if (leadsGroup) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // The whole group has ended.
    }
  };
  const kill = () => send("SIGKILL");
  process.once("exit", kill);
  return {
    child,
    send,
    [Symbol.dispose]() {
      process.off("exit", kill);
      kill();
    },
  };
}

/** Descriptions of the reasons why a program does not start (errno(3)). */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such program",
  EACCES: "it may not be executed",
};

/**
 * Runs the program behind `--` to its end. It uses the terminal directly, and gets the signals that would stop the command.
 * @param words name and arguments, which no shell reads
 * @param variables added to the environment
 * @param stop ends the program early
 * @returns the exit code; 128 and the signal's number where a signal ended it
 * @throws {BadInput} when it cannot be started
 */
export async function runProgram(
  [name = "", ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
  stop?: Promise<void>,
): Promise<number> {
  const env = { ...process.env, ...variables };
  // Only the first group of a terminal may read it. On Windows npm and others are scripts.
  const leadsGroup = !isWindows && process.stdin.isTTY !== true;
  // Before the program starts: a signal in between would end this process alone.
  const stopListening = onStopSignal(["SIGINT", "SIGTERM", "SIGHUP"], (signal) => started.send(signal));
  using started = startChild(name, args, { stdio: "inherit", env, shell: isWindows }, leadsGroup);
  void stop?.then(() => started.send("SIGTERM"));
  try {
    const [code, signal] = await once(started.child, "exit");
    return code ?? 128 + constants.signals[signal as NodeJS.Signals];
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new BadInput(
      `Cannot run ${quoteFor(name)}: ${reasons[code] ?? message}. Give a program behind --, as in -- npm test.`,
    );
  } finally {
    stopListening();
  }
}

/** Maximum number of bytes of a command's output: ten times a thousand ids. */
const maxOutput = 256 * 1024;
const limitMs = 6_000;
/** Number of characters that are kept of the end of standard error. */
const maxReason = 16 * 1024;

/**
 * Runs a command in a shell.
 * @param option the option with the command, for messages
 * @param stop ends it
 * @param isSecret whether its output is in no message
 * @returns its standard output
 * @throws {BadInput} when it fails, prints too much or takes too long, with the last lines of its standard error
 */
export async function runShellCommand(
  option: string,
  command: string,
  stop: AbortSignal,
  isSecret = false,
): Promise<string> {
  const stdio = ["ignore", "pipe", "pipe"] as const;
  using started = startChild(command, [], { shell: true, stdio: [...stdio] }, !isWindows);
  const { child } = started;
  const [stdout, stderr] = [child.stdout!, child.stderr!];
  try {
    const ended = Promise.all([readOutput(stdout), readEnd(stderr), once(child, "close")]);
    const [output, reason, [code, signal]] = await withinTime(ended, limitMs, "it", stop);
    if (code === 0) return output;
    const { inline, details } = readFailureReason(isSecret ? withoutWordsOf(output, reason) : reason);
    const end = code === null ? signal : `exit code ${code}`;
    const fact = `it ended with ${end}${inline}${details.length > 0 ? " and wrote:" : "."}`;
    throw new BadInput(`Cannot use ${option}: ${fact}`, details);
  } catch (error) {
    const { message } = error as Error;
    throw message.startsWith("Cannot use ") ? error : new BadInput(`Cannot use ${option}: ${message}.`);
  } finally {
    stdout.destroy();
    stderr.destroy();
    child.unref();
  }
}

/** Maximum number of words of the output that are hidden: the key may be one of several, as in `Bearer KEY`. */
const maxWords = 20;

function withoutWordsOf(secret: string, text: string): string {
  const words = secret.split(/\s+/, maxWords).filter((word) => word !== "");
  return createCleaners(words)().hide(text);
}

async function readOutput(stream: Readable): Promise<string> {
  let text = "";
  for await (const piece of stream.setEncoding("utf8")) {
    text += piece;
    if (text.length > maxOutput) throw new Error(`it prints more than ${maxOutput / 1024} KB`);
  }
  return text;
}

async function readEnd(stream: Readable): Promise<string> {
  let text = "";
  for await (const piece of stream.setEncoding("utf8")) text = (text + piece).slice(-maxReason);
  return text;
}
