import { BadInput } from "../base/bad-input.ts";

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
