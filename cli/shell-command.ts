/** The user's shell command that prints orders or a key for a run. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { BadInput } from "../base/bad-input.ts";
import { readFailureReason } from "../base/failure-reason.ts";
import { createCleaners } from "../base/secrets.ts";
import { holdChild } from "./child-group.ts";
import { exitCodes, onStopSignal } from "./stop-signals.ts";
import { withinTime } from "./user-module.ts";

/** Maximum number of bytes of its output: ten times a thousand ids. */
const maxOutput = 256 * 1024;
const limitMs = 6_000;
const isWindows = process.platform === "win32";
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
  stop: AbortSignal | undefined,
  isSecret = false,
): Promise<string> {
  // Without a stop signal of a run, the process itself ends at a signal, and the command with it. Set before the command
  // starts.
  const stopListening = stop
    ? () => undefined
    : onStopSignal(["SIGINT", "SIGTERM", "SIGHUP"], (name) => process.exit(exitCodes[name]));
  // In a new process group, so that its children end with it.
  const child = spawn(command, {
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    detached: !isWindows,
  });
  using _group = holdChild(child, !isWindows);
  try {
    const ended = Promise.all([readOutput(child.stdout), readReason(child.stderr), once(child, "close")]);
    const [output, reason, [code, signal]] = await withinTime(ended, limitMs, "it", stop);
    if (code === 0) return output;
    const { inline, details } = readFailureReason(isSecret ? withoutWordsOf(output, reason) : reason);
    const end = code === null ? signal : `exit code ${code}`;
    const fact = `it ended with ${end}${inline}${details.length > 0 ? " and wrote:" : "."}`;
    return refuseCommand(option, fact, details);
  } catch (error) {
    if (error instanceof BadInput && error.message.startsWith(`Cannot use ${option}: `)) throw error;
    return refuseCommand(option, `${(error as Error).message}.`);
  } finally {
    stopListening();
    child.stdout.destroy();
    child.stderr.destroy();
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

async function readReason(stream: Readable): Promise<string> {
  let text = "";
  for await (const piece of stream.setEncoding("utf8")) text = (text + piece).slice(-maxReason);
  return text;
}

export function refuseCommand(option: string, fact: string, details: readonly string[] = []): never {
  throw new BadInput(`Cannot use ${option}: ${fact}`, details);
}
