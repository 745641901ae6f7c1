import { expect, test } from "vitest";
import { createSeededChance } from "../base/seeded-chance.ts";
import type { GivenOrders } from "../conformance/evidence/given-orders.ts";
import { runSuite } from "../conformance/run-suite.ts";
import { shuffled } from "./right/right-server.ts";
import { runAll } from "./runner/run-all.ts";
import {
  type CarelessOptions,
  createCarelessServer,
  type Reply,
  replies,
} from "./testing/careless-server.ts";

/**
 * On a server where calls act that must cancel nothing, a run loses at most one shipped and one pending order to them.
 * The conditions are read from a run itself, so that each new call becomes one.
 */

const seed = Number(process.env.COST_SEED ?? 1);
/** All of them take minutes: COST_RUNS=100000. */
const sampled = Number(process.env.COST_RUNS ?? 60);
const atOnce = 40;

const supplies: readonly GivenOrders[] = [
  { pending: [41n, 57n], shipped: [21n, 26n, 31n] },
  { pending: [103n, 110n, 125n, 131n, 148n], shipped: [29n] },
  { pending: [2n ** 53n + 4n, 2n ** 53n + 5n, 57n], shipped: [2n ** 53n + 12n, 2n ** 53n + 13n] },
  { pending: [41n, 57n, 63n, 70n, 88n, 92n, 99n, 105n, 123n, 140n], shipped: [21n, 26n, 31n, 36n] },
];
const others = [1001n, 1002n, 1003n];

/** Ways in which a list may show the effect of a call. An effect that a refusal denies and no list shows is not known. */
const shownWith = (reply: Reply): readonly CarelessOptions["shown"][] =>
  reply === "as refused" ? ["gone", "changed"] : ["gone", "changed", "as before"];

async function play(options: CarelessOptions) {
  const server = createCarelessServer(options);
  await runSuite(server.target, { settleMs: 0, onProgress: (_done, _all, step) => server.onStep(step) });
  return server;
}

test(`one shipped and one pending order at most are lost to calls that must cancel nothing (seed ${seed})`, async () => {
  const chance = createSeededChance(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(chance() * values.length)]!;
  const right = { others, reply: "as done", shown: "changed", acts: () => false } as const;
  const runs = await Promise.all(supplies.map((given) => play({ given, ...right })));
  const all = runs.flatMap(({ traits }, at) => [...traits].map((trait) => ({ trait, given: supplies[at]! })));
  expect(all.length).toBeGreaterThan(200);
  const isPlain = ({ trait }: { trait: string }) => /^(?:any|step|method|operation|credential) ?/.test(trait);
  const drawn = shuffled(
    all.filter((each) => !isPlain(each)),
    chance,
  );
  let losses = 0;
  await runAll(
    [...all.filter(isPlain), ...drawn.slice(0, sampled)],
    async ({ trait, given }) => {
      const reply = pick(replies);
      const shown = pick(shownWith(reply));
      // On some orders alone, or on each.
      const spared = pick([undefined, given.pending[0], given.pending.at(-1), given.shipped[0]]);
      const acts = (traits: readonly string[], order: bigint) => order !== spared && traits.includes(trait);
      const { lost } = await play({ given, others, reply, shown, acts });
      const shipped = lost.filter((order) => given.shipped.includes(order));
      const seen = `${trait}, answered ${reply}, sparing ${spared}, shown ${shown}, of ${given.pending} and ${given.shipped}: ${lost}`;
      expect([shipped.length <= 1, lost.length - shipped.length <= 1], seen).toEqual([true, true]);
      losses += lost.length;
    },
    atOnce,
  );
  // The servers do act.
  expect(losses).toBeGreaterThan(100);
}, 600_000);

test("if every call that must cancel nothing acts, one order of each state is lost, whatever the answers and lists show", async () => {
  const servers = supplies.flatMap((given) =>
    replies.flatMap((reply) => shownWith(reply).map((shown) => ({ given, reply, shown }))),
  );
  await Promise.all(
    servers.map(async ({ given, reply, shown }) => {
      const { lost } = await play({ given, others, reply, shown, acts: () => true });
      const shipped = lost.filter((order) => given.shipped.includes(order)).length;
      const seen = `answered ${reply}, shown ${shown}, of ${given.pending} and ${given.shipped}: ${lost}`;
      expect([shipped, lost.length - shipped], seen).toEqual([1, 1]);
    }),
  );
}, 600_000);
