/** From the spawn of the process to the end of its first list. */

import { formatMs, formatRatio } from "../numbers.ts";
import type { Bench, Scenario } from "../scenario.ts";
import type { Contender } from "../servers/contender.ts";
import { generatedContender } from "../servers/generated.ts";
import { startServer } from "../servers/start-server.ts";
import { ratioOf, spreadOf } from "../statistics.ts";

/** A peer that has used this up starts no further time. */
const budgetMs = 12_000;

interface Starts {
  readonly contender: Contender;
  readonly times: number[];
  nothing: string | undefined;
}

export function startScenario(count: number, inQuick: boolean): Scenario {
  const shown = count.toLocaleString("en-US");
  return {
    name: `start-${count}`,
    inQuick,
    limitSeconds: 240,
    async run(bench) {
      const all = await startInTurns(bench, count);
      const limit = all.find(({ contender }) => contender === bench.limit)!;
      const mock = all.find(({ contender }) => contender === bench.mock)!;
      const others = all.filter((one) => one !== limit && one !== mock);
      const timeOf = ({ times }: Starts) => (times.length > 0 ? spreadOf(times).median : Infinity);
      const what = `start to the first list of ${shown} orders`;
      return {
        title: `From the start to the first list of ${shown} orders`,
        notes: [
          "The process is spawned and asked every 2 ms until the list is whole. The limit is a script of 20 lines that reads its bytes from a file.",
          `A peer that has taken ${budgetMs / 1000} s in all is started no further time, so its median may be of fewer rounds.`,
        ],
        reasons: all.flatMap(({ contender, nothing }) =>
          nothing === undefined ? [] : [`${contender.name}: ${nothing}.`],
        ),
        tables: [
          {
            columns: ["", "median", "to the limit's", "to the mock's", "starts"],
            rows: [limit, mock, ...others.toSorted((a, b) => timeOf(a) - timeOf(b))].map((one) => {
              const { contender, times } = one;
              if (times.length === 0) return [contender.name, "nothing", "", "", ""];
              const toLimit = one === limit ? undefined : ratioOf(times, limit.times);
              const toMock = one === limit || one === mock ? undefined : ratioOf(times, mock.times);
              return [
                contender.name,
                formatMs(timeOf(one)),
                toLimit ? formatRatio(toLimit) : "",
                toMock ? formatRatio(toMock) : "",
                String(times.length),
              ];
            }),
          },
        ],
        duels: others.flatMap(({ contender, times }) => {
          if (!bench.peers.includes(contender)) return [];
          const ratio = ratioOf(times, mock.times);
          return ratio ? [{ what, other: contender.name, mockIsBetter: ratio.median }] : [];
        }),
      };
    },
  };
}

/** @throws {Error} when the mock or the limit does not start */
async function startInTurns(bench: Bench, count: number): Promise<readonly Starts[]> {
  const orders = await bench.orders(count);
  const all: Starts[] = [bench.limit, bench.mock, generatedContender(bench, count), ...bench.peers].map(
    (contender) => ({
      contender,
      times: [],
      nothing: undefined,
    }),
  );
  for (let round = 1; round <= bench.rounds; round++) {
    for (const one of all) {
      const isPeer = bench.peers.includes(one.contender);
      const spent = one.times.reduce((sum, ms) => sum + ms, 0);
      if (one.nothing !== undefined || (isPeer && spent > budgetMs)) continue;
      bench.say(
        `start with ${orders.count} orders, round ${round} of ${bench.rounds}: ${one.contender.name}`,
      );
      try {
        const server = await startServer(one.contender, orders, bench.folder);
        one.times.push(server.startMs);
        await server.process.stop();
      } catch (error) {
        one.nothing = (error as Error).message;
        if (!isPeer) throw new Error(`${one.contender.name} did not start: ${one.nothing}`);
      }
    }
  }
  return all;
}
