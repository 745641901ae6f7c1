/** The list, at several sizes, by every server. */

import { authorization } from "../orders.ts";
import { race } from "../race.ts";
import { raceSection } from "../race-section.ts";
import type { Scenario } from "../scenario.ts";
import { withServers } from "../servers/start-all.ts";

export function listScenario(count: number, inQuick: boolean): Scenario {
  const shown = count.toLocaleString("en-US");
  return {
    name: `list-${count}`,
    inQuick,
    limitSeconds: 300,
    async run(bench) {
      const orders = await bench.orders(count);
      const contenders = [bench.limit, bench.mock, ...bench.peers];
      return withServers(bench, contenders, orders, async (servers, absent) => {
        const racers = servers.map(({ contender, url, listBytes }) => ({
          id: contender.id,
          name: contender.name,
          request: { url, authorization },
          listBytes,
          warmUpSeconds: contender.warmUpSeconds,
        }));
        const what = `list of ${shown} orders`;
        const lanes = await race(bench, racers, { what, seconds: count > 10_000 ? 2 : 1 });
        return raceSection(lanes, {
          title: `The list of ${shown} orders`,
          what,
          rate: "lists/s",
          notes: [],
          absent,
        });
      });
    },
  };
}
