/** Puts servers under load in alternation, in short slices, so that all have the same noise. */

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

/** Warms each server up, then measures rounds. Compares each with the first. @returns rows of a table */
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

const autocannon = fileURLToPath(new URL("../../node_modules/autocannon/autocannon.js", import.meta.url));

/** Sends load for a slice. @throws {Error} when the server does not answer each request with a list */
async function sendLoad(url: string, connections: number, seconds: number): Promise<Slice> {
  const load = ["--json", "--connections", String(connections), "--duration", String(seconds)];
  const args = [autocannon, ...load, "--headers", `authorization=${authorization}`, url];
  const { stdout } = await execa(process.execPath, args, { timeout: (seconds + 20) * 1000 });
  const { requests, duration, non2xx, errors, latency } = JSON.parse(stdout);
  if (requests.total === 0) throw new Error("Cannot measure: no answer came within a slice.");
  if (non2xx + errors > 0)
    throw new Error(`Cannot measure: ${non2xx} answers were not 2xx, ${errors} connections were lost.`);
  return { rate: requests.total / duration, p50Ms: latency.p50, p99Ms: latency.p99 };
}
