/** From the spawn of the process to the end of its first list. */

import type { Scenario } from "../bench.ts";
import { formatMs, formatRatio, ratioOf, spreadOf } from "../numbers.ts";
import { startServer } from "../server.ts";
import { generatedContender } from "../servers.ts";

/** A peer that has used this up starts no further time. */
const budgetMs = 12_000;

export const startScenario = (count: number, inQuick: boolean): Scenario => ({
  name: `start-${count}`,
  inQuick,
  async run(bench) {
    const orders = await bench.orders(count);
    const contenders = [bench.limit, bench.mock, generatedContender(bench.cli, count), ...bench.peers];
    const all = contenders.map((contender) => ({ contender, times: [] as number[], nothing: "" }));
    for (let round = 1; round <= bench.rounds; round++) {
      for (const one of all) {
        const isPeer = bench.peers.includes(one.contender);
        if (one.nothing !== "" || (isPeer && one.times.reduce((sum, ms) => sum + ms, 0) > budgetMs)) continue;
        try {
          await using server = await startServer(bench, one.contender, orders);
          one.times.push(server.startMs);
        } catch (error) {
          if (!isPeer) throw error;
          one.nothing = (error as Error).message;
        }
      }
    }
    const [limit, mock, ...rest] = all as [(typeof all)[0], (typeof all)[0], ...typeof all];
    const timeOf = ({ times }: (typeof all)[0]) => (times.length > 0 ? spreadOf(times).median : Infinity);
    const shown = count.toLocaleString("en-US");
    return {
      title: `From the start to the first list of ${shown} orders`,
      notes: [
        "The process is spawned and asked every 2 ms until the list is whole. The limit is a script of 20 lines that reads its bytes from a file.",
        `A peer that has taken ${budgetMs / 1000} s in all is started no further time, so its median may be of fewer rounds.`,
      ],
      table: [
        ["", "median", "to the limit's", "to the mock's", "starts"],
        ...[limit, mock, ...rest.toSorted((a, b) => timeOf(a) - timeOf(b))].map((one) => [
          one.contender.name,
          one.nothing === "" ? formatMs(timeOf(one)) : `nothing: ${one.nothing}`,
          one === limit ? "" : formatRatio(ratioOf(one.times, limit.times)),
          one === limit || one === mock ? "" : formatRatio(ratioOf(one.times, mock.times)),
          String(one.times.length),
        ]),
      ],
      duels: rest.flatMap(({ contender, times }) => {
        const ratio = bench.peers.includes(contender) ? ratioOf(times, mock.times) : undefined;
        const what = `start to the first list of ${shown} orders`;
        return ratio ? [{ what, other: contender.name, mockIsBetter: ratio.median }] : [];
      }),
    };
  },
});
