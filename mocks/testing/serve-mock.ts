/** The program of mock-process.ts: a mock that prints its port, and its cost at each request. */

import { readFileSync } from "node:fs";
import { startMockServer } from "../adapters/server/mock-server.ts";
import type { ProcessOptions } from "./mock-process.ts";
import { openRedisStorage } from "./shared-mocks.ts";

const { redis, ...options }: ProcessOptions = JSON.parse(process.argv[2] ?? "{}");
const stateStorage = redis && (await openRedisStorage(redis.url, redis));
const server = await startMockServer({ ...options, ...(stateStorage && { stateStorage }) });
process.send?.({ port: server.port });
let takeLongestTurn: (() => number) | undefined;
process.on("message", (question) => {
  const pause = takeLongestTurn?.() ?? 0;
  // A socket leaves the heap some turns after its connection has ended.
  setImmediate(() => {
    if (question === "cost") globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    const sockets = process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
    // Not the largest of `resourceUsage`, which counts the memory of the test, too.
    const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))!;
    const peak = 1024 * Number(kibibytes);
    const { user, system } = process.cpuUsage();
    process.send?.({ rss, peak, heapUsed, sockets, pause, processor: (user + system) / 1000 });
    // Only on request, since it keeps the processor busy.
    if (question === "pause") takeLongestTurn ??= watchTurns();
    takeLongestTurn?.();
  });
});
process.on("disconnect", () => process.exit());

/** The processor time of a turn, without that of other processes. */
function watchTurns(): () => number {
  let longest = 0;
  let before = process.threadCpuUsage();
  function turn(): void {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
    setImmediate(turn).unref();
  }
  turn();
  return () => {
    const taken = longest;
    longest = 0;
    return taken;
  };
}
