/** The mock without sockets, as unit tests use it. */

import { dirname, join } from "node:path";
import { root } from "../kit.ts";
import { formatMs, formatNumber, formatRatio } from "../numbers.ts";
import { lastWords, runProcess } from "../processes.ts";
import type { Duel, Scenario } from "../scenario.ts";
import { ratioOf, spreadOf } from "../statistics.ts";

export const inProcessScenario: Scenario = {
  name: "in-process",
  inQuick: true,
  limitSeconds: 90,
  async run(bench) {
    bench.say("calls in process");
    const args = [join(root, "bench", "in-process.ts"), dirname(bench.cli), String(bench.rounds)];
    const { code, stdout, stderr } = await runProcess({ command: process.execPath, args }, 80_000);
    if (code !== 0) throw new Error(`bench/in-process.ts failed: ${lastWords(stderr)}`);
    const rounds = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Readonly<Record<string, number>>);
    const names = Object.keys(rounds[0]!);
    const ratesOf = (name: string) => rounds.map((round) => round[name]);
    const usualOf = (name: string) => name.replace("the kit's handlers", "a usual handler");
    const ratioTo = (name: string) =>
      usualOf(name) === name ? undefined : ratioOf(ratesOf(name), ratesOf(usualOf(name)));
    return {
      title: "In process, without sockets",
      notes: [
        "One call after the other. *A usual handler* is one of MSW 3 as its users write it: the key checked, `HttpResponse.json(orders)` with the same 10 orders. Both answers are read by `text()`.",
      ],
      tables: [
        {
          columns: ["", "calls/s", "per call", "to a usual handler's"],
          rows: names.map((name) => {
            const { median } = spreadOf(rounds.map((round) => round[name]!));
            const ratio = ratioTo(name);
            return [name, formatNumber(median), formatMs(1000 / median), ratio ? formatRatio(ratio) : ""];
          }),
        },
      ],
      duels: names.flatMap((name): Duel[] => {
        const ratio = ratioTo(name);
        return ratio
          ? [{ what: name.split(",")[0]!, other: "a usual MSW 3 handler", mockIsBetter: ratio.median }]
          : [];
      }),
    };
  },
};
