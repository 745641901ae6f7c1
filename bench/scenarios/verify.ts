/** The suite on the kit's own mock, beside Dredd on that mock: the time a person waits for a verdict. */

import { join } from "node:path";
import { formatMs, formatRatio } from "../numbers.ts";
import { lastWords, runProcess } from "../processes.ts";
import type { Bench, Scenario } from "../scenario.ts";
import { startServer } from "../servers/start-server.ts";
import { ratioOf, spreadOf } from "../statistics.ts";

interface Verdict {
  readonly ms: number;
  readonly summary: string;
}

export const verifyScenario: Scenario = {
  name: "verify",
  inQuick: false,
  limitSeconds: 120,
  async run(bench) {
    const ours: Verdict[] = [];
    const dredd: Verdict[] = [];
    let missing = bench.peersFolder === undefined ? "it is not installed in a quick run" : undefined;
    for (let round = 1; round <= bench.rounds; round++) {
      bench.say(`verify, round ${round} of ${bench.rounds}`);
      ours.push(await verifyOnce(bench));
      if (missing !== undefined) continue;
      try {
        dredd.push(await dreddOnce(bench, bench.peersFolder!));
      } catch (error) {
        missing = (error as Error).message;
      }
    }
    const ratio = ratioOf(
      dredd.map(({ ms }) => ms),
      ours.map(({ ms }) => ms),
    );
    const row = (name: string, verdicts: readonly Verdict[]) => [
      name,
      formatMs(spreadOf(verdicts.map(({ ms }) => ms)).median),
      verdicts.at(-1)!.summary,
    ];
    return {
      title: "A verdict on the mock",
      notes: [
        "`store-orders verify` starts a mock of its own; Dredd finds one already running. Dredd reads OpenAPI 2 and 3.0, so it has a description of its own (bench/peers/dredd.json) with hooks for the key and an order for each answer.",
        "Both times are of the whole process, from its spawn to its end. They do not check the same: Dredd has one call for each answer described.",
      ],
      tables: [
        {
          columns: ["", "median", "what it says"],
          rows: [
            row("store-orders verify", ours),
            dredd.length > 0 ? row("Dredd", dredd) : ["Dredd", "nothing", missing ?? ""],
            ...(ratio ? [["Dredd's to ours", formatRatio(ratio), ""]] : []),
          ],
        },
      ],
      duels: ratio ? [{ what: "verdict", other: "Dredd", mockIsBetter: ratio.median }] : [],
    };
  },
};

async function verifyOnce({ cli }: Bench): Promise<Verdict> {
  const { code, stdout, stderr, ms } = await runProcess(
    { command: process.execPath, args: [cli, "verify"], env: { NO_COLOR: "1" } },
    60_000,
  );
  if (code !== 0) throw new Error(`verify ended with ${code}: ${lastWords(stdout + stderr)}`);
  return { ms, summary: /^.*musts passed.*$/m.exec(stdout)?.[0] ?? lastWords(stdout) };
}

async function dreddOnce(bench: Bench, folder: string): Promise<Verdict> {
  const server = await startServer(bench.mock, await bench.orders(25), bench.folder);
  try {
    const bin = join(folder, "node_modules", ".bin", "dredd");
    const hooks = ["--hookfiles", "./dredd-hooks.cjs", "--no-color"];
    const { code, stdout, stderr, ms } = await runProcess(
      { command: process.execPath, args: [bin, "dredd.json", server.origin, ...hooks], cwd: folder },
      60_000,
    );
    const summary = /complete: (.*total)/.exec(stdout + stderr)?.[1];
    if (code !== 0 || !summary) throw new Error(lastWords(stdout + stderr));
    return { ms, summary };
  } finally {
    await server.process.stop();
  }
}
