/**
 * Run as a process of its own: 10,000 worlds of 1,000 orders, one cancel in each, then one list of each.
 * Prints, as JSON, the resident memory in MiB at the start and after either step, and at the end what is held of it.
 */

import { createMock } from "../mock.ts";
import { defaultApiKey } from "../mock-options.ts";
import { heldMebibytes } from "./held-memory.ts";

const worldCount = 10_000;
const mock = createMock({ orders: 1000 });
const mebibytes = () => Math.round(process.memoryUsage.rss() / 1024 / 1024);
const call = (world: number, method: string, path = "") =>
  mock.handle({
    method,
    target: `/v1/store/orders${path}`,
    headers: { authorization: `Bearer ${defaultApiKey}~world-${world}` },
  });

const start = mebibytes();
for (let world = 0; world < worldCount; world++) {
  const { status } = call(world, "DELETE", "/1001");
  if (status !== 204) throw new Error(`the cancel in world ${world} was answered ${status}`);
}
const cancelled = mebibytes();
for (let world = 0; world < worldCount; world++) {
  const { status } = call(world, "GET");
  if (status !== 200) throw new Error(`the list of world ${world} was answered ${status}`);
}
const listed = mebibytes();
const worlds = mock.control.worlds().length;
process.stdout.write(`${JSON.stringify({ start, cancelled, listed, held: heldMebibytes(), worlds })}\n`);
