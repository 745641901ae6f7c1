/**
 * Program that fills worlds, and prints as JSON the resident memory in MiB after each step, what is held of it at
 * the end, and how often each status was answered. Its argument names the worlds.
 */

import { createMock } from "../mock.ts";
import { defaultApiKey } from "../mock-options.ts";

const fat = "x".repeat(15_000);
const statuses: Record<number, number> = {};
const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);
const resident: Record<string, number> = {};
let mock = createMock();

/** Sends a request made of new objects, as a socket would. */
function call(world: number, method: string, target: string, headers: Record<string, string> = {}): void {
  const authorization = `Bearer ${defaultApiKey}~world-${world}`;
  const { status } = mock.handle({ method, target, headers: { authorization, ...headers } });
  statuses[status] = (statuses[status] ?? 0) + 1;
}

function step(name: string, worlds: number, act: (world: number) => void): void {
  for (let world = 0; world < worlds; world++) act(world);
  resident[name] = mebibytes(process.memoryUsage.rss());
}

if (process.argv[2] === "fat") {
  const most = Number(process.argv[3]);
  step("end", most, (world) =>
    call(world, "DELETE", `/v1/store/orders/1001?${world}${fat.slice(0, 1900)}`, {
      host: "h",
      accept: `${world}${fat}`,
      "user-agent": `${fat.slice(0, 2000)}${world}`,
    }),
  );
} else {
  mock = createMock({ orders: 1000 });
  step("cancelled", 10_000, (world) => call(world, "DELETE", "/v1/store/orders/1001"));
  step("listed", 10_000, (world) => call(world, "GET", "/v1/store/orders"));
}
const worlds = mock.control.worlds().length;
// The resident memory is larger, by garbage and by memory that the allocator keeps.
globalThis.gc?.();
globalThis.gc?.();
const { heapUsed, external } = process.memoryUsage();
process.stdout.write(
  `${JSON.stringify({ ...resident, held: mebibytes(heapUsed + external), worlds, statuses })}\n`,
);
