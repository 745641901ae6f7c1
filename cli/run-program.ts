/** `-- CMD`: the user's program, which runs beside a server of the kit. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { BadInput } from "../base/bad-input.ts";
import { holdChild } from "./child-group.ts";
import { quoteFor } from "./options.ts";
import { onStopSignal } from "./stop-signals.ts";

const isWindows = process.platform === "win32";

/** Descriptions of the reasons why a program does not start (errno(3)). */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such program",
  EACCES: "it may not be executed",
};

/**
 * Runs a program to its end. The program uses the terminal directly, and gets the signals that would stop the command.
 * @param words name and arguments, which no shell reads
 * @param variables added to the environment
 * @param stop ends the program early
 * @returns the exit code; 128 and the signal's number where a signal ended it
 * @throws {BadInput} when it cannot be started
 */
export async function runProgram(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
  stop?: Promise<void>,
): Promise<number> {
  const [name = "", ...args] = words;
  // In a new process group, so that its children end with it; but only the first group may read the terminal.
  const hasGroup = !isWindows && process.stdin.isTTY !== true;
  const child = spawn(name, args, {
    stdio: "inherit",
    env: { ...process.env, ...variables },
    detached: hasGroup,
    // On Windows npm and others are scripts.
    shell: isWindows,
  });
  using group = holdChild(child, hasGroup);
  const { send } = group;
  const stopListening = onStopSignal(["SIGINT", "SIGTERM", "SIGHUP"], send);
  void stop?.then(() => send("SIGTERM"));
  try {
    const [code, signal] = await once(child, "exit");
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
