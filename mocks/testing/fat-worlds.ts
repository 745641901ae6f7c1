/**
 * Run as a process of its own: 100,000 worlds, each of which is sent one request as large as node:http lets
 * through, and a fault rule of its own. Prints, as JSON, resident and held memory in MiB
 * and what was answered.
 */

import { createMock } from "../mock.ts";
import { defaultApiKey } from "../mock-options.ts";
import { heldMebibytes } from "./held-memory.ts";

const mock = createMock();
const fat = "x".repeat(15_000);
const statuses: Record<number, number> = {};
const mebibytes = () => Math.round(process.memoryUsage.rss() / 1024 / 1024);
const start = mebibytes();
for (let world = 0; world < 100_000; world++) {
  const authorization = `Bearer ${defaultApiKey}~world-${world}`;
  // Made anew each time, as a socket brings it.
  const headers = {
    authorization,
    host: "h",
    prefer: `${world}${fat}`,
    "user-agent": `${fat.slice(0, 2000)}${world}`,
  };
  const { status } = mock.handle({
    method: "DELETE",
    target: `/v1/store/orders/1001?${world}${fat.slice(0, 1900)}`,
    headers,
  });
  statuses[status] = (statuses[status] ?? 0) + 1;
}
const end = mebibytes();
const worlds = mock.control.worlds().length;
process.stdout.write(`${JSON.stringify({ start, end, held: heldMebibytes(), statuses, worlds })}\n`);
