/** What a user's module or command gives, and that it must not hold the kit up or end it. */

import { writeSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { BadInput, quoteValue } from "../base/bad-input.ts";
import { readId } from "../base/ids.ts";

/** @throws {BadInput} saying that it takes too long, or what it threw */
export function importModule<Module>(file: string, ms: number): Promise<Module> {
  return withinTime(import(pathToFileURL(resolve(file)).href), ms, "loading it");
}

/**
 * What a promise of somebody else's comes to, if it does in time. Its timer keeps the process alive: one
 * that waits for nothing would end, and with it the run.
 * @throws {BadInput} saying what never ended
 */
export async function withinTime<T>(promise: PromiseLike<T>, ms: number, fact: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BadInput(`${fact} did not end within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A module that calls process.exit(0) must not make a run green.
 * @param message for when it does
 * @returns how to allow it again
 */
export function refuseExit(message: string): () => void {
  // Synchronous: what ends the process waits for nothing.
  const onExit = (code: number) => {
    // A signal's exit code says what happened.
    if (code > 128) return;
    writeSync(2, `store-orders: ${message}\n`);
    process.exitCode = 2;
  };
  process.once("exit", onExit);
  return () => void process.off("exit", onExit);
}

/** The first line of what was thrown, which can be anything. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? String(error.message) : `it threw ${quoteValue(error)}.`).split(
    "\n",
    1,
  )[0]!;
}

/** @param what gives the ids, as messages name it */
export function readIds(value: unknown, what: string, refuse: (fact: string) => never): readonly bigint[] {
  if (!Array.isArray(value))
    return refuse(
      `${what} must be an array of ids, got ${value === undefined ? "nothing" : quoteValue(value)}.`,
    );
  return value.map((id) => readId(id) ?? refuse(`${what} has ${quoteValue(id)}, which is no int64 id.`));
}
