/** Cancels, alone and among lists. The limit answers the same bytes and changes nothing. */

import { call } from "../first-answer.ts";
import { authorization } from "../orders.ts";
import { race } from "../race.ts";
import { raceSection } from "../race-section.ts";
import type { Scenario } from "../scenario.ts";
import { withServers } from "../servers/start-all.ts";
import type { Server } from "../servers/start-server.ts";

export const cancelScenario = cancelling("cancel", false, 150_000, 1, {
  title: "Cancels alone",
  what: "cancels",
  rate: "204s/s",
  notes: ["Of 150,000 pending orders, one after the other; the mock is reset before each slice."],
});

export const mixtureScenario = cancelling("mixture", true, 10_000, 10, {
  title: "One cancel to nine lists of 10,000 orders",
  what: "cancels among lists",
  rate: "answers/s",
  notes: [
    "Each cancel changes the list that follows it. The limit sends a list that never changes and the same 204s.",
    "The mock is reset to 10,000 pending orders before each slice.",
  ],
});

function cancelling(
  name: string,
  inQuick: boolean,
  count: number,
  every: number,
  words: Parameters<typeof raceSection>[1],
): Scenario {
  return {
    name,
    inQuick,
    limitSeconds: 120,
    async run(bench) {
      const orders = await bench.orders(count, true);
      return withServers(bench, [bench.limit, bench.mock], orders, async (servers) => {
        const racers = servers.map((server) => ({
          id: server.contender.id,
          name: server.contender.name,
          request: { url: server.url, authorization, cancels: { every, idsFile: orders.pendingIds } },
          ...(server.contender === bench.mock && { before: () => reset(server) }),
        }));
        return raceSection(await race(bench, racers, { what: words.what, seconds: 1 }), words);
      });
    },
  };
}

/** @throws {Error} when the control plane does not do it */
export async function reset({ origin }: Server): Promise<void> {
  const { status } = await call(`${origin}/_mock/reset`, { method: "POST" });
  if (status >= 400) throw new Error(`POST /_mock/reset was answered ${status}`);
}
