/** What is measured under load: lists, cancels, refusals, and what a log costs. */

import type { Scenario } from "../bench.ts";
import { call } from "../call.ts";
import { authorization } from "../contender.ts";
import { race } from "../race.ts";
import type { Server } from "../server.ts";
import { mockContender } from "../servers.ts";

const shown = (count: number) => count.toLocaleString("en-US");

export const listScenario = (count: number, inQuick: boolean): Scenario => ({
  name: `list-${count}`,
  inQuick,
  run: async (bench) =>
    race(bench, {
      title: `The list of ${shown(count)} orders`,
      what: `list of ${shown(count)} orders`,
      rate: "lists/s",
      notes: [],
      contenders: [bench.limit, bench.mock, ...bench.peers],
      orders: await bench.orders(count),
      seconds: count > 10_000 ? 2 : 1,
      request: { authorization },
    }),
});

export const unauthorizedScenario: Scenario = {
  name: "unauthorized",
  inQuick: true,
  run: async (bench) =>
    race(bench, {
      title: "Requests without a key: 401",
      what: "401s",
      rate: "401s/s",
      notes: bench.peers.flatMap(({ name, refuses }) =>
        refuses ? [] : [`Without keys, hence not here: ${name}.`],
      ),
      contenders: [bench.limit, bench.mock, ...bench.peers.filter(({ refuses }) => refuses)],
      orders: await bench.orders(10),
      seconds: 1,
      request: {},
      isRefused: true,
    }),
};

/** @throws {Error} when the control plane does not do it */
export async function reset({ origin }: Server): Promise<void> {
  const { status } = await call(`${origin}/_mock/reset`, { method: "POST" });
  if (status !== 200) throw new Error(`POST /_mock/reset was answered ${status}`);
}

const cancelling = (
  name: string,
  inQuick: boolean,
  count: number,
  every: number,
  title: string,
): Scenario => ({
  name,
  inQuick,
  async run(bench) {
    const orders = await bench.orders(count, true);
    return race(bench, {
      title,
      what: name,
      rate: "answers/s",
      notes: [
        `Of ${shown(count)} pending orders, one after the other; the mock is reset before each slice. The limit sends the same 204s and a list that never changes.`,
      ],
      contenders: [bench.limit, bench.mock],
      orders,
      seconds: 1,
      request: { authorization, cancelEvery: every, idsFile: orders.pendingIds },
      before: async (server) => {
        if (server.contender === bench.mock) await reset(server);
      },
    });
  },
});

export const mixtureScenario = cancelling(
  "mixture",
  true,
  10_000,
  10,
  "One cancel to nine lists of 10,000 orders",
);
export const cancelScenario = cancelling("cancel", false, 150_000, 1, "Cancels alone");

export const logScenario: Scenario = {
  name: "log",
  inQuick: false,
  async run(bench) {
    const orders = await bench.orders(10);
    const pretty = ["--fixtures", orders.fixtures, "--log", "pretty"];
    return race(bench, {
      title: "What a log costs",
      what: "log",
      rate: "lists/s",
      notes: ["The list of 10 orders. `--log pretty` writes one line for each answer, here to a file."],
      contenders: [
        bench.limit,
        bench.mock,
        mockContender(bench.cli, "mock-pretty", "mock, --log pretty to a file", pretty),
      ],
      orders,
      seconds: 1,
      request: { authorization },
    });
  },
};
