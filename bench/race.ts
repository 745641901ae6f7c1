/** Servers under load in turns: short slices, round after round, so that all meet the same noise. */

import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { formatBytes, formatMs, formatNumber, formatRatio, ratioOf, spreadOf } from "./numbers.ts";
import {
  authorization,
  type Bench,
  type Contender,
  peakMemory,
  type Server,
  startServer,
} from "./servers.ts";

interface Slice {
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Lane {
  readonly contender: Contender;
  readonly server?: Server;
  readonly slices: Slice[];
  /** Why there is nothing to show. */
  nothing?: string;
}

/**
 * Each server once to warm up, then so many rounds. The first contender is what the others are compared to.
 * @returns the rows of a table
 * @throws {Error} when one that is needed gave nothing
 */
export async function race(
  bench: Bench,
  contenders: readonly Contender[],
  connections: number,
  seconds: number,
): Promise<readonly (readonly string[])[]> {
  await using stack = new AsyncDisposableStack();
  const lanes: Lane[] = [];
  for (const contender of contenders) {
    try {
      lanes.push({ contender, slices: [], server: stack.use(await startServer(bench, contender)) });
    } catch (error) {
      lanes.push({ contender, slices: [], nothing: (error as Error).message });
    }
  }
  for (let round = 0; round <= bench.rounds; round++) {
    for (const lane of lanes) {
      if (!lane.server || lane.nothing !== undefined) continue;
      try {
        const slice = await sendLoad(lane.server.url, connections, seconds);
        if (round > 0) lane.slices.push(slice);
      } catch (error) {
        lane.nothing = (error as Error).message;
      }
    }
  }
  const failed = lanes.find(({ contender, nothing }) => contender.isNeeded && nothing !== undefined);
  if (failed) throw new Error(`${failed.contender.name}: ${failed.nothing}`);
  const ratesOf = ({ slices }: Lane) => slices.map(({ rate }) => rate);
  const [first] = lanes as [Lane];
  return lanes.map((lane) => {
    const { contender, slices, server, nothing } = lane;
    if (nothing !== undefined) return [contender.name, "nothing", "", "", "", nothing];
    const { median } = spreadOf(ratesOf(lane));
    return [
      contender.name,
      formatNumber(median),
      lane === first ? "" : formatRatio(ratioOf(ratesOf(lane), ratesOf(first))),
      connections === 1
        ? formatMs(1000 / median)
        : formatMs(spreadOf(slices.map(({ p50Ms }) => p50Ms)).median),
      formatMs(spreadOf(slices.map(({ p99Ms }) => p99Ms)).median),
      formatBytes(peakMemory(server!.pid)),
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
