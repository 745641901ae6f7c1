import { expect, test } from "vitest";
import { createSeededChance } from "../base/seeded-chance.ts";
import { idReaders, idSearches } from "../conformance/misreadings/id-readers.ts";
import { runSuite } from "../conformance/run-suite.ts";
import { shuffled } from "./right/right-server.ts";
import { runAll } from "./runner/run-all.ts";
import {
  byReader,
  bySearch,
  createLooseServer,
  type LooseReader,
  type LooseServer,
  type LooseServerOptions,
  oddReaders,
} from "./testing/loose-server.ts";
import { sampleOf } from "./testing/sample-of.ts";

/** However loosely a server reads ids: a run costs the orders that it was given. */

const seed = Number(process.env.LOOSE_SEED ?? 1);
const runs = Number(process.env.LOOSE_RUNS ?? 30);
const tableReaders = [...idReaders.map(byReader), ...idSearches.flatMap(bySearch)];
/** Readers of the table in each situation: LOOSE_READERS=1000 for all of them. */
const sampled = Number(process.env.LOOSE_READERS ?? 25);
/** Some at once: a run waits for nothing but its own pauses. */
const playAll = <T>(all: readonly T[], play: (each: T) => Promise<void>) => runAll(all, play, 10);

type ReadServer = Pick<LooseServerOptions, "reader" | "ids" | "pending" | "shipped"> &
  Partial<LooseServerOptions>;

interface DrawnRun {
  readonly server: LooseServerOptions;
  readonly maxCancels: number | undefined;
}

function drawRun(stream: number): DrawnRun {
  const chance = createSeededChance(seed, stream);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(chance() * values.length)]!;
  const ids = Array.from({ length: pick([20, 60, 300]) }, (_, index) => BigInt(index + 1));
  const left = shuffled(ids, chance);
  const draw = (count: number) => left.splice(0, count);
  const server = {
    reader: pick(pick([oddReaders, tableReaders])),
    ids,
    pending: draw(pick([2, 5])),
    shipped: draw(pick([1, 2])),
    showsCancelled: pick([true, false]),
    isOpen: pick([true, false]),
    cancelsShipped: pick([true, false, false]),
    isUndecoded: pick([true, false]),
  };
  return { server, maxCancels: pick([undefined, undefined, 0, 1, 2, 3]) };
}

/** The number of DELETEs that may cost another client's order: 0, or 1 where no id is safe, not even an own one. */
function maxAstray({ reader, ids, pending, shipped }: ReadServer): number {
  const isOwnAstray = [...pending, ...shipped].some((id) =>
    reader.find(String(id), ids).some((found) => found !== id),
  );
  return reader.actsOnAny || isOwnAstray ? 1 : 0;
}

/** The DELETEs that cancelled an order that was not given. */
const astrayOf = (effects: LooseServer["effects"], { pending, shipped }: ReadServer) =>
  effects.filter(({ cancelled }) => cancelled.some((id) => ![...pending, ...shipped].includes(id)));

async function play(stream: number): Promise<void> {
  const { server, maxCancels } = drawRun(stream);
  const { reader, ids } = server;
  const { target, effects, deletes } = createLooseServer(server);
  await runSuite(target, { settleMs: 0, maxCancels });
  const astray = astrayOf(effects, server);
  const seen = JSON.stringify(
    { stream, ...server, reader: reader.name, ids: ids.length, maxCancels, effects },
    (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value),
  );
  expect(astray.length, seen).toBeLessThanOrEqual(maxAstray(server));
  if (maxCancels === undefined) return;
  // What cancels many orders at one call is out of a client's hands; calls that cancel something are not.
  expect(effects.length, seen).toBeLessThanOrEqual(maxCancels);
  if (maxCancels === 0) expect(deletes(), seen).toBe(0);
}

test(`servers that read ids loosely lose no order that was not given (seed ${seed})`, async () => {
  await playAll(
    Array.from({ length: runs }, (_, stream) => stream),
    play,
  );
}, 300_000);

const counted = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index + 1));
const shown = [true, false].map((showsCancelled) => ({ showsCancelled }));
const ids60 = { ids: counted(60), pending: [10n, 32n], shipped: [29n, 1n] };
const modulo = oddReaders.find(({ name }) => name === "modulo")!;
/** A reader that takes small numbers, and numbers from here on, for others. */
const moduloFrom = (least: bigint): LooseReader => ({
  name: `modulo from ${least}`,
  actsOnAny: true,
  find: (text, all) =>
    /^\d+$/.test(text) && (BigInt(text) <= 60n || BigInt(text) >= least) ? modulo.find(text, all) : [],
});
const isSimple = ({ name }: { name: string }) =>
  /^(?:integer|parse-int|(?:first|last) number|digits-only|base 16|base 36)$/.test(name);
// Read in base 16, 39 is another given order, and 34 is an order that was not given.
const telling = {
  ids: counted(60),
  pending: [39n, 21n, 3n, 57n, 58n],
  shipped: [34n],
  showsCancelled: false,
};
const ids20 = { ids: counted(20), pending: [3n, 7n, 11n, 13n, 18n], shipped: [5n, 16n] };
const ids300 = { ids: counted(300), pending: [268n, 145n, 299n, 77n, 130n], shipped: [257n, 100n] };
const ids60Dense = { ids: counted(60), pending: [39n, 21n, 3n, 57n, 60n], shipped: [34n, 38n] };
const bits = [9, 31, 33, 43, 53, 63, 64].flatMap((each) => [each, each]);

type Situation = readonly [
  name: string,
  servers: readonly ReadServer[],
  most?: (server: ReadServer) => number,
];
const situations: readonly Situation[] = [
  ["readers that no table foresees, on ids from 1 to 20", oddReaders.map((reader) => ({ reader, ...ids20 }))],
  [
    "readers of the table, on ids without a gap",
    sampleOf(tableReaders, sampled, seed).map((reader) => ({ reader, ...ids60Dense })),
  ],
  [
    "readers that take a given order's own id for another's",
    sampleOf(
      tableReaders.map((reader) => ({ reader, ...ids300 })).filter((server) => maxAstray(server) > 0),
      sampled,
      seed,
    ),
  ],
  [
    "spellings that are taken for another's, on ids without a gap",
    oddReaders.flatMap((reader) => shown.map((options) => ({ reader, ...ids60, ...options }))),
  ],
  [
    "numbers of more bits that are taken for other orders",
    bits.map((each) => ({ reader: moduloFrom(2n ** BigInt(each)), ...ids60 })),
  ],
  [
    "readers that one given order's id tells",
    idReaders
      .filter(isSimple)
      .flatMap((reader) =>
        [true, false].map((isUndecoded) => ({ reader: byReader(reader), ...telling, isUndecoded })),
      ),
    () => 0,
  ],
];

test.each(situations.map(([name, servers, most = maxAstray]) => ({ name, servers, most })))(
  "a run loses no order that was not given where a safe id exists: $name",
  async ({ servers, most }) => {
    expect(servers.length).toBeGreaterThan(5);
    await playAll(servers, async (server) => {
      const usual = { showsCancelled: true, isOpen: false, cancelsShipped: false };
      const { target, effects } = createLooseServer({ ...usual, ...server });
      await runSuite(target, { settleMs: 0 });
      const lost = astrayOf(effects, server);
      expect(lost.length, `${server.reader.name}: ${lost.map(({ path }) => path)}`).toBeLessThanOrEqual(
        most(server),
      );
    });
  },
  600_000,
);

const exact = byReader(idReaders.find(({ name }) => name === "integer")!);

test.each<[string, readonly bigint[]]>([
  ["dense", counted(60)],
  ["sparse", Array.from({ length: 60 }, (_, index) => BigInt(index * index * 977 + 1_000_003))],
])(
  "a right server with %s ids is judged completely",
  async (_name, ids) => {
    for (const showsCancelled of [true, false]) {
      const [pending, shipped] = [[ids[6]!, ids[16]!, ids[22]!, ids[40]!, ids[58]!], [ids[11]!]];
      const { target, effects } = createLooseServer({
        reader: { ...exact, find: (text, all) => (/^\d+$/.test(text) ? exact.find(text, all) : []) },
        ids,
        pending,
        shipped,
        showsCancelled,
        isOpen: false,
        cancelsShipped: false,
      });
      const { verdict, results } = await runSuite(target, { settleMs: 0 });
      expect(results.filter(({ outcome }) => outcome !== "passed" && outcome !== "warned")).toEqual([]);
      expect(verdict).toBe("conformant");
      expect(effects.flatMap(({ cancelled }) => cancelled).toSorted()).toEqual(pending.toSorted());
    }
  },
  120_000,
);
