/** Judges the self-test's servers in several processes at once, a share of them in each. */

import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import type { OnSubject, SubjectResult } from "../../selftest/selftest.ts";

/** More processes than this spend their time starting. */
const mostProcesses = 4;
export const processes = Math.min(mostProcesses, availableParallelism());

/** What a process that judges a share tells the one that started it. */
export type ShareMessage =
  | { readonly done: number; readonly total: number; readonly id: string }
  | { readonly results: readonly SubjectResult[] };

/** Every `of`-th of these, from `share` on, counted from 1: neighbours are alike, and each share gets some. */
export function shareOf<T>(all: readonly T[], share: number, of: number): readonly T[] {
  return all.filter((_, index) => index % of === share - 1);
}

/**
 * @param args of the command that judges a share, its number apart
 * @throws Error when a share ends without its results; it has said why on stderr
 */
export async function judgeShares(
  args: readonly string[],
  onProgress: OnSubject,
): Promise<readonly SubjectResult[]> {
  const children: ChildProcess[] = [];
  const told = Array.from({ length: processes }, () => ({ done: 0, total: 0 }));
  const judgeShare = (_: unknown, index: number) =>
    new Promise<readonly SubjectResult[]>((resolve, reject) => {
      const child = fork(process.argv[1]!, [...args, `--share=${index + 1}/${processes}`], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      children.push(child);
      child.on("message", (message: ShareMessage) => {
        if ("results" in message) return resolve(message.results);
        told[index] = message;
        onProgress(sum(told, "done"), sum(told, "total"), message.id);
      });
      child.on("error", reject);
      child.on("exit", (code) => reject(new Error(`A part of the self-test ended with exit code ${code}.`)));
    });
  try {
    const shares = await Promise.all(Array.from({ length: processes }, judgeShare));
    return shares.flat();
  } finally {
    for (const child of children) child.kill();
  }
}

function sum<Name extends string>(all: readonly Record<Name, number>[], name: Name): number {
  return all.reduce((total, each) => total + each[name], 0);
}
