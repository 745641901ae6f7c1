/** The mock without sockets, as unit tests use it: the calls are in in-process-calls.ts. */

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import type { Scenario } from "../bench.ts";
import { formatMs, formatNumber, formatRatio, ratioOf, spreadOf } from "../numbers.ts";

const calls = fileURLToPath(new URL("in-process-calls.ts", import.meta.url));

export const inProcessScenario: Scenario = {
  name: "in-process",
  inQuick: true,
  async run(bench) {
    const entries = join(dirname(bench.cli), "entries");
    const rounds: Record<string, number>[] = [];
    for (let round = 0; round < bench.rounds; round++)
      rounds.push(JSON.parse((await execa(process.execPath, [calls, entries], { timeout: 60_000 })).stdout));
    const ratesOf = (name: string) => rounds.map((round) => round[name]!);
    const names = Object.keys(rounds[0]!);
    const ratioTo = (name: string) => {
      const usual = name.replace("the kit's handlers", "a usual handler");
      return usual === name ? undefined : ratioOf(ratesOf(name), ratesOf(usual));
    };
    return {
      title: "In process, without sockets",
      notes: [
        "One call after the other, by tinybench, in a process of its own for each round. *A usual handler* is one of MSW 3 as its users write it: the key checked, `HttpResponse.json(orders)` with the same 10 orders. Both answers are read by `text()`.",
      ],
      table: [
        ["", "calls/s", "per call", "to a usual handler's"],
        ...names.map((name) => {
          const { median } = spreadOf(ratesOf(name));
          return [name, formatNumber(median), formatMs(1000 / median), formatRatio(ratioTo(name))];
        }),
      ],
      duels: names.flatMap((name) => {
        const ratio = ratioTo(name);
        const what = name.split(",")[0]!;
        return ratio ? [{ what, other: "a usual MSW 3 handler", mockIsBetter: ratio.median }] : [];
      }),
    };
  },
};
