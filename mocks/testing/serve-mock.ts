/** What runs in the process of mock-process.ts: a mock that tells its port, and what it costs whenever asked. */

import { startMockServer } from "../adapters/server/mock-server.ts";

const server = await startMockServer(JSON.parse(process.argv[2] ?? "{}"));
process.send?.({ port: server.port });
let turns: ReturnType<typeof watchTurns> | undefined;
process.on("message", (question) => {
  if (question === "pause") {
    turns ??= watchTurns();
    process.send?.({ question, pause: turns.takeLongest(), peak: process.resourceUsage().maxRSS * 1024 });
    return;
  }
  // A socket leaves the heap some turns after its connection has ended.
  setImmediate(() => {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    const sockets = process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
    process.send?.({ question, cost: { rss, heapUsed, sockets } });
  });
});
process.on("disconnect", () => process.exit());

/** A watch that runs until the process ends. What else the machine does is not in its time. */
function watchTurns(): { takeLongest(): number } {
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
