/** The `store-orders` command in the process of a test: a separate process takes half a second more. */

import { AsyncLocalStorage } from "node:async_hooks";
import { Writable } from "node:stream";
import { expect, onTestFinished } from "vitest";
import { BadInput } from "../../base/bad-input.ts";
import type { Environment } from "../command-line.ts";
import { type CommandName, commands } from "../commands.ts";
import { createTerminal, explainError } from "../terminal.ts";
import { collectOutput } from "./collect-output.ts";
import type { RunningCommand } from "./start-cli.ts";

/** A command with its arguments. */
export type Line = readonly [CommandName, ...string[]];

export interface EndHere {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function start([name, ...args]: Line, env: Environment) {
  const output = collectOutput();
  const streamTo = (place: "stdout" | "stderr") =>
    new Writable({
      decodeStrings: false,
      write(piece: string, _encoding, done) {
        output.add(place, piece);
        done();
      },
    });
  const terminal = createTerminal({ stdout: streamTo("stdout"), stderr: streamTo("stderr") });
  const code = commands[name]().then((run) => run(args, env, terminal));
  return { output, terminal, code };
}

/** The listeners of a command for its end, since others in the process may listen for the same signal. */
const signalListeners = new AsyncLocalStorage<Set<NodeJS.SignalsListener>>();
process.on("newListener", (name, listener) => {
  if (name === "SIGTERM") signalListeners.getStore()?.add(listener as NodeJS.SignalsListener);
});

/** A command that runs until it is stopped, or until its test ends. */
export function startHere(line: Line, env: Environment = {}): RunningCommand<EndHere> {
  const own = new Set<NodeJS.SignalsListener>();
  const { output, terminal, code } = signalListeners.run(own, () => start(line, env));
  const ended = code
    .catch((error: unknown) => explainError(error, terminal))
    .then((code): EndHere => ({ code, ...output.text }));
  const stop = () => {
    for (const listener of own) {
      for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, listener);
      listener("SIGTERM");
    }
    own.clear();
    return ended;
  };
  onTestFinished(() => void stop());
  return {
    output: () => output.text,
    printed: (pattern) => output.find("stdout", pattern, ended),
    warned: (pattern) => output.find("stderr", pattern, ended),
    ended,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

/** Exit code and output of a command, which may be refused. */
export async function runHere(line: Line, env: Environment = {}): Promise<EndHere> {
  const { output, terminal, code } = start(line, env);
  return { code: await code.catch((error: unknown) => explainError(error, terminal)), ...output.text };
}

/** Standard output of a command that ends with 0. @throws its refusal */
export async function printHere(line: Line, env: Environment = {}): Promise<string> {
  const { output, code } = start(line, env);
  expect(await code).toBe(0);
  return output.text.stdout;
}

/** The line with which a command is refused. */
export async function refusalOf(line: Line, env: Environment = {}): Promise<string> {
  const error: unknown = await printHere(line, env).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BadInput);
  const { message } = error as BadInput;
  expect(message).not.toContain("\n");
  return message;
}
