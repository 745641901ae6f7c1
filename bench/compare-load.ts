/** Servers under load in turns: short slices, round after round, so that all meet the same noise. */

import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { formatBytes, formatMs, formatNumber, formatRatio, ratioOf, spreadOf } from "./numbers.ts";
import {
  authorization,
  type Bench,
  peakMemory,
  type Server,
  type ServerSetup,
  startServer,
} from "./servers.ts";

interface Slice {
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Each server once to warm up, then so many rounds. The first setup is what the others are compared to.
 * @returns the rows of a table
 * @throws {Error} when one gave nothing
 */
export async function compareUnderLoad(
  bench: Bench,
  setups: readonly ServerSetup[],
  connections: number,
  seconds: number,
): Promise<readonly (readonly string[])[]> {
  await using stack = new AsyncDisposableStack();
  const measured: { readonly name: string; readonly server: Server; readonly slices: Slice[] }[] = [];
  for (const setup of setups) {
    const server = stack.use(await startServer(bench, setup));
    measured.push({ name: setup.name, server, slices: [] });
  }
  for (let round = 0; round <= bench.rounds; round++) {
    for (const { server, slices } of measured) {
      const slice = await sendLoad(server.url, connections, seconds);
      if (round > 0) slices.push(slice);
    }
  }
  const ratesOf = (slices: readonly Slice[]) => slices.map(({ rate }) => rate);
  const [first] = measured;
  return measured.map(({ name, server, slices }) => {
    const { median } = spreadOf(ratesOf(slices));
    const p50Ms = connections === 1 ? 1000 / median : spreadOf(slices.map((slice) => slice.p50Ms)).median;
    return [
      name,
      formatNumber(median),
      slices === first!.slices ? "" : formatRatio(ratioOf(ratesOf(slices), ratesOf(first!.slices))),
      formatMs(p50Ms),
      formatMs(spreadOf(slices.map(({ p99Ms }) => p99Ms)).median),
      formatBytes(peakMemory(server.pid)),
    ];
  });
}

const autocannon = fileURLToPath(new URL("../node_modules/autocannon/autocannon.js", import.meta.url));

/** @throws {Error} when the server does not answer each request with a list */
async function sendLoad(url: string, connections: number, seconds: number): Promise<Slice> {
  const load = ["--json", "--connections", String(connections), "--duration", String(seconds)];
  const args = [autocannon, ...load, "--headers", `authorization=${authorization}`, url];
  const { stdout } = await execa(process.execPath, args, { timeout: (seconds + 20) * 1000 });
  const { requests, duration, non2xx, errors, latency } = JSON.parse(stdout);
  if (requests.total === 0) throw new Error("no answer within a slice");
  if (non2xx + errors > 0) throw new Error(`${non2xx} other answers than 200, ${errors} lost connections`);
  return { rate: requests.total / duration, p50Ms: latency.p50, p99Ms: latency.p99 };
}
