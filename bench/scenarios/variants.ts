/** What a log and a world of one's own cost the mock. */

import { call } from "../first-answer.ts";
import { authorization } from "../orders.ts";
import { race } from "../race.ts";
import { raceSection } from "../race-section.ts";
import type { Scenario } from "../scenario.ts";
import { mockContender } from "../servers/own-servers.ts";
import { withServers } from "../servers/start-all.ts";

/** `KEY~name` opens the world of that name. */
export const worldAuthorization = (name: string) => `${authorization}~${name}`;

export const variantsScenario: Scenario = {
  name: "variants",
  inQuick: false,
  limitSeconds: 120,
  async run(bench) {
    const orders = await bench.orders(10);
    const contenders = [bench.limit, bench.mock, mockContender(bench.cli, "pretty")];
    return withServers(bench, contenders, orders, async (servers) => {
      const racers = servers.map(({ contender, url }) => ({
        id: contender.id,
        name: contender.name,
        request: { url, authorization },
      }));
      const { url } = servers[1]!;
      const inWorld = worldAuthorization("w1");
      const hasWorlds = (await call(url, { authorization: inWorld })).status === 200;
      const world = {
        id: "mock-world",
        name: "mock, in a world of a name",
        request: { url, authorization: inWorld },
      };
      const lanes = await race(bench, hasWorlds ? [...racers, world] : racers, {
        what: "mock's variants",
        seconds: 1,
      });
      return raceSection(lanes, {
        title: "What a log and a world cost",
        what: "variants",
        rate: "lists/s",
        notes: [
          "The list of 10 orders. `--log pretty` writes one line for each answer, here to a file.",
          hasWorlds ? "The world is opened by the key `mock-key~w1`." : "This mock has no worlds.",
        ],
      });
    });
  },
};
