/** What runs in the process of mock-process.ts: a mock that tells its port, and what it costs whenever asked. */

import { startMockServer } from "../adapters/server/mock-server.ts";
import { watchTurns } from "./longest-turn.ts";

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
