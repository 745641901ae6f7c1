/**
 * MiB that are still in use once garbage was collected, which needs `--expose-gc`. What is resident is more by what
 * the collector has not got to yet, and what the allocator keeps.
 */
export function heldMebibytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 2 ** 20);
}
