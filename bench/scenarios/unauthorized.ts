/** Requests without a key, answered with 401. */

import { race } from "../race.ts";
import { raceSection } from "../race-section.ts";
import type { Scenario } from "../scenario.ts";
import { withServers } from "../servers/start-all.ts";

export const unauthorizedScenario: Scenario = {
  name: "unauthorized",
  inQuick: true,
  limitSeconds: 120,
  async run(bench) {
    const orders = await bench.orders(10);
    const contenders = [bench.limit, bench.mock, ...bench.peers.filter(({ refuses }) => refuses)];
    return withServers(bench, contenders, orders, async (servers, absent) => {
      const racers = servers.map(({ contender, url }) => ({
        id: contender.id,
        name: contender.name,
        request: { url, authorization: undefined },
        isRefused: true,
        warmUpSeconds: contender.warmUpSeconds,
      }));
      const lanes = await race(bench, racers, { what: "401s", seconds: 1 });
      const without = bench.peers.filter(({ refuses }) => !refuses).map(({ name }) => name);
      return raceSection(lanes, {
        title: "Requests without a key: 401",
        what: "401s",
        rate: "401s/s",
        notes: without.length > 0 ? [`Without keys, hence not here: ${without.join(", ")}.`] : [],
        absent,
      });
    });
  },
};
