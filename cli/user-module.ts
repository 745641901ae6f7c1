/** Safe use of a user's module or command: it can neither block nor end the kit, and its values are checked. */

import { findPackageJSON } from "node:module";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { BadInput, quoteValue } from "../base/bad-input.ts";
import { readInputFile } from "./read-input.ts";
import { warnAtExit } from "./terminal.ts";

/**
 * @param text of the file
 * @throws {BadInput} for an ES module that Node would read as CommonJS, or when loading takes too long
 */
export async function importModule<Module>(
  file: string,
  text: string,
  ms: number,
  signal?: AbortSignal,
): Promise<Module> {
  const url = pathToFileURL(resolve(file));
  refuseAsCommonJs(file, url, text);
  return withinTime(import(url.href), ms, "loading it", signal);
}

/** Node itself warns of such a file in several lines, and then names a syntax error. */
function refuseAsCommonJs(file: string, url: URL, text: string): void {
  const ending = extname(file);
  if (ending !== ".ts" && ending !== ".js") return;
  const manifest = findPackageJSON(url);
  if (!manifest || !/"type"\s*:\s*"commonjs"/.test(readInputFile(manifest, "package.json"))) return;
  if (!/^(?:import|export)\b/m.test(text)) return;
  const name = file.replace(/(?=\w+$)/, "m");
  throw new BadInput(
    `it is an ES module, and package.json has "type": "commonjs". Rename it to ${name}, or set "type": "module".`,
  );
}

/**
 * Waits for a promise up to a limit, or until a signal. The timer keeps the process alive.
 * @throws {BadInput} naming the call that did not end
 */
export async function withinTime<T>(
  promise: PromiseLike<T>,
  ms: number,
  fact: string,
  signal?: AbortSignal,
): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new BadInput(`${fact} did not end within ${ms / 1000} s`)), ms);
  const stop = () => reject(new BadInput(`${fact} did not end before the run was stopped`));
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop);
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/**
 * Keeps a module from ending the process, which could make a run pass, and catches errors that it throws outside of a call,
 * as in a timer: they are not a fault of the kit.
 * @param refused the beginning of a message about the module
 * @returns a function that ends this
 */
export function guardModule(file: string, refused: string, onFault: (error: BadInput) => void): () => void {
  const path = resolve(file);
  const onError = (error: Error) => {
    // A thrown value that is not an error does not show its origin; the kit throws only errors.
    const stack = error instanceof Error ? String(error.stack) : path;
    if (stack.includes(path) || stack.includes(pathToFileURL(path).href))
      onFault(new BadInput(`${refused}it threw outside of a call (${messageOf(error)}).`));
    else (process as NodeJS.EventEmitter).emit("uncaughtException", error);
  };
  // Another program in the process may have set its own.
  const isFree = !process.hasUncaughtExceptionCaptureCallback();
  if (isFree) process.setUncaughtExceptionCaptureCallback(onError);
  const allowExit = forbidExit(`${refused}it ended the process before the run was over.`);
  return () => {
    allowExit();
    if (isFree) process.setUncaughtExceptionCaptureCallback(null);
  };
}

/** Reports an end of the process that a module causes, with exit code 2. @returns a function that ends this */
export function forbidExit(message: string): () => void {
  // Synchronous, since the end of the process does not wait.
  const onExit = (code: number) => {
    // The exit code of a signal is kept.
    if (code > 128) return;
    warnAtExit(message);
    process.exitCode = 2;
  };
  process.once("exit", onExit);
  return () => void process.off("exit", onExit);
}

/** The texts of a thrown value of any type, and of its causes. */
export function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error && messages.length < maxCauses; cause = cause.cause)
    messages.push(String(cause.message));
  return messages.length === 0 ? messageOf(error) : messages.join("\n");
}

const maxCauses = 5;

/** The first line of a thrown value's text. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? String(error.message) : `it threw ${quoteValue(error)}.`).split(
    "\n",
    1,
  )[0]!;
}
