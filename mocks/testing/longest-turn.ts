/** How long a process leaves its event loop waiting: the processor time of its longest turn. */

/** A watch that runs until the process ends. What else the machine does is not in its time. */
export function watchTurns(): { takeLongest(): number } {
  let longest = 0;
  let before = process.threadCpuUsage();
  function turn(): void {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
    setImmediate(turn).unref();
  }
  turn();
  return {
    /** Milliseconds of the longest turn since it was asked last. */
    takeLongest() {
      const taken = longest;
      longest = 0;
      return taken;
    },
  };
}
