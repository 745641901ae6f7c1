/** The judge on long lists: its time and memory beside one fetch and JSON.parse of the list, and beside two peers. */

import { join } from "node:path";
import { execa } from "execa";
import { peakPattern, peakTeller } from "../../cli/testing/measure-judge.ts";
import type { Bench, Scenario } from "../bench.ts";
import { call } from "../call.ts";
import { authorization } from "../contender.ts";
import { formatBytes, formatMs, spreadOf } from "../numbers.ts";
import { type Server, startServer } from "../server.ts";
import { generatedContender } from "../servers.ts";

/** What the judge may take: times of a fetch and parse, and bytes. */
const bars = new Map([
  [10_000, { times: 60, bytes: 200e6 }],
  [100_000, { times: 30, bytes: 400e6 }],
  [1_000_000, { times: 30, bytes: 1.5e9 }],
]);
/** A peer that takes longer says nothing more. */
const patienceMs = 300_000;

interface Run {
  readonly ms: number;
  readonly peakBytes: number | undefined;
  /** Why there is nothing to tell. */
  readonly nothing?: string;
}

export const longListsScenario: Scenario = {
  name: "long-lists",
  inQuick: false,
  async run(bench) {
    const rows: string[][] = [];
    const files = await bench.orders(25);
    for (const [count, bar] of bars) {
      await using server = await startServer(bench, generatedContender(bench.cli, count), files);
      const once = await readOnce(server, bench.rounds);
      const row = (name: string, { ms, peakBytes, nothing }: Run) => [
        count.toLocaleString("en-US"),
        name,
        nothing ?? formatMs(ms),
        nothing === undefined ? `${(ms / once).toFixed(1)}×` : "",
        peakBytes === undefined ? "" : formatBytes(peakBytes),
      ];
      rows.push(
        [count.toLocaleString("en-US"), "one fetch and JSON.parse", formatMs(once), "", ""],
        row(
          `store-orders verify (bar ${bar.times}×, ${formatBytes(bar.bytes)})`,
          await verify(bench, server),
        ),
      );
      if (bench.peersFolder)
        rows.push(
          row("Dredd", await dredd(bench.peersFolder, server)),
          row("Portman", await portman(bench.peersFolder, server)),
        );
    }
    return {
      title: "A verdict on a long list",
      notes: [
        "Times are of the whole process; memory is the most that it was resident. The fetch is the median of as many as there are rounds; the runs are one each.",
        "The peers make a call or a few for each answer described; `verify` makes hundreds, as many as the length of the first list lets it.",
        `A peer is given ${patienceMs / 1000} s.`,
      ],
      table: [["orders", "", "time", "to the fetch's", "memory"], ...rows],
      duels: [],
    };
  },
};

async function readOnce({ url }: Server, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const { body } = await call(url, { authorization });
    JSON.parse(body.toString());
    times.push(performance.now() - startedAt);
  }
  return spreadOf(times).median;
}

function verify(bench: Bench, { origin }: Server): Promise<Run> {
  const args = [bench.cli, "verify", `${origin}/v1`, "--api-key", "mock-key", "--timeout", "60000"];
  return runMeasured(args, bench.folder, /musts passed/);
}

async function dredd(folder: string, { origin }: Server): Promise<Run> {
  const bin = join(folder, "node_modules", ".bin", "dredd");
  return runMeasured(
    [bin, "dredd.json", origin, "--hookfiles", "./dredd-hooks.cjs", "--no-color"],
    folder,
    /complete:/,
  );
}

async function portman(folder: string, { origin }: Server): Promise<Run> {
  const bin = join(folder, "node_modules", "@apideck", "portman", "bin", "portman");
  const files = ["-l", "openapi.json", "-c", "portman.json", "-o", "portman-out.json"];
  return runMeasured([bin, ...files, "-b", `${origin}/v1`, "--runNewman"], folder, /assertions/);
}

/** @param sign what it prints when it has come to its end */
async function runMeasured(args: readonly string[], cwd: string, sign: RegExp): Promise<Run> {
  const { all, durationMs, timedOut } = await execa(process.execPath, [...peakTeller, ...args], {
    cwd,
    env: { NO_COLOR: "1" },
    all: true,
    reject: false,
    timeout: patienceMs,
    maxBuffer: 2 ** 28,
  });
  const peak = peakPattern.exec(all)?.[1];
  const nothing = timedOut
    ? `nothing in ${patienceMs / 1000} s`
    : sign.test(all)
      ? undefined
      : `it ended: ${all.trim().split("\n").at(-2)?.slice(0, 80)}`;
  return {
    ms: durationMs,
    peakBytes: peak === undefined ? undefined : Number(peak) * 1024,
    ...(nothing !== undefined && { nothing }),
  };
}
