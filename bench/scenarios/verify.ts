/** The judge on the kit's own mock, beside Dredd on that mock: the time a person waits for a verdict. */

import { join } from "node:path";
import { execa } from "execa";
import type { Bench, Scenario } from "../bench.ts";
import { formatMs, formatRatio, ratioOf, spreadOf } from "../numbers.ts";
import { startServer } from "../server.ts";

interface Verdict {
  readonly ms: number;
  readonly summary: string;
}

export const verifyScenario: Scenario = {
  name: "verify",
  inQuick: true,
  async run(bench) {
    const ours: Verdict[] = [];
    const dredd: Verdict[] = [];
    for (let round = 1; round <= bench.rounds; round++) {
      ours.push(await runTimed([bench.cli, "verify"], bench.folder, /^.*musts passed.*$/m));
      if (bench.peersFolder) dredd.push(await runDredd(bench, bench.peersFolder));
    }
    const times = (verdicts: readonly Verdict[]) => verdicts.map(({ ms }) => ms);
    const ratio = ratioOf(times(dredd), times(ours));
    const row = (name: string, verdicts: readonly Verdict[]) =>
      verdicts.length > 0
        ? [name, formatMs(spreadOf(times(verdicts)).median), verdicts.at(-1)!.summary]
        : [name, "nothing", "it is not installed in a quick run"];
    return {
      title: "A verdict on the mock",
      notes: [
        "`store-orders verify` starts a mock of its own; Dredd finds one already running. Dredd reads OpenAPI 2 and 3.0, so it has a description of its own (bench/peers/dredd.json) with hooks for the key and an order for each answer.",
        "Both times are of the whole process, from its spawn to its end. They do not check the same: Dredd has one call for each answer described.",
      ],
      table: [
        ["", "median", "what it says"],
        row("store-orders verify", ours),
        row("Dredd", dredd),
        ["Dredd's to ours", formatRatio(ratio), ""],
      ],
      duels: ratio ? [{ what: "verdict", other: "Dredd", mockIsBetter: ratio.median }] : [],
    };
  },
};

async function runTimed(args: readonly string[], cwd: string, summary: RegExp): Promise<Verdict> {
  const env = { NO_COLOR: "1" };
  const { all, durationMs } = await execa(process.execPath, args, { cwd, env, all: true, timeout: 60_000 });
  const [whole = "", part = whole] = summary.exec(all) ?? [];
  return { ms: durationMs, summary: part };
}

async function runDredd(bench: Bench, folder: string): Promise<Verdict> {
  await using server = await startServer(bench, bench.mock, await bench.orders(25));
  const bin = join(folder, "node_modules", ".bin", "dredd");
  const hooks = ["--hookfiles", "./dredd-hooks.cjs", "--no-color"];
  return await runTimed([bin, "dredd.json", server.origin, ...hooks], folder, /complete: (.*total)/);
}
