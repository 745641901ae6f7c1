import { expect, test } from "vitest";
import { createSeededChance } from "../base/seeded-chance.ts";
import { idMatchers, idReaders } from "../conformance/misreadings/id-readers.ts";
import { runSuite } from "../conformance/run-suite.ts";
import {
  byMatcher,
  byReader,
  createLooseServer,
  type LooseServerOptions,
  oddReaders,
} from "./testing/loose-server.ts";

/** However loosely a server reads ids: a run costs the orders that it was given. */

const seed = Number(process.env.LOOSE_SEED ?? 1);
const runs = Number(process.env.LOOSE_RUNS ?? 30);
const tableReaders = [...idReaders.map(byReader), ...idMatchers.flatMap(byMatcher)];
/** Runs that wait for nothing but their own pauses. */
const atOnce = 10;

async function playAll<T>(all: readonly T[], play: (each: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const work = async () => {
    for (const each of left) await play(each);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

type ReadServer = Pick<LooseServerOptions, "reader" | "ids" | "pending" | "shipped" | "isUndecoded">;

interface DrawnRun {
  readonly server: LooseServerOptions;
  readonly maxCancels: number | undefined;
}

function drawRun(stream: number): DrawnRun {
  const chance = createSeededChance(seed, stream);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(chance() * values.length)]!;
  const ids = Array.from({ length: pick([20, 60, 300]) }, (_, index) => BigInt(index + 1));
  const left = ids.map((id) => ({ id, at: chance() })).toSorted((one, other) => one.at - other.at);
  const draw = (count: number) => left.splice(0, count).map(({ id }) => id);
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

async function play(stream: number): Promise<void> {
  const { server, maxCancels } = drawRun(stream);
  const { reader, ids, pending, shipped } = server;
  const { target, effects, deletes } = createLooseServer(server);
  await runSuite(target, { settleMs: 0, maxCancels });
  const astray = effects.filter(({ cancelled }) =>
    cancelled.some((id) => ![...pending, ...shipped].includes(id)),
  );
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

test(`of servers that read ids loosely none loses an order that was not given (seed ${seed})`, async () => {
  await playAll(
    Array.from({ length: runs }, (_, stream) => stream),
    play,
  );
}, 300_000);

test("the same with each reader that no table foresees, on ids from 1 to 20", async () => {
  await Promise.all(
    oddReaders.map(async (reader) => {
      const given = { pending: [3n, 7n, 11n, 13n, 18n], shipped: [5n, 16n] };
      const ids = Array.from({ length: 20 }, (_, index) => BigInt(index + 1));
      const options = { reader, ids, ...given, showsCancelled: false, isOpen: false, cancelsShipped: false };
      const { target, effects } = createLooseServer(options);
      await runSuite(target, { settleMs: 0 });
      const lost = effects.flatMap(({ cancelled }) => cancelled.filter((id) => !given.pending.includes(id)));
      expect(lost.length, reader.name).toBeLessThanOrEqual(reader.actsOnAny ? 1 : 0);
    }),
  );
}, 300_000);

test("the same with each reader of the table, on orders without a gap between their ids", async () => {
  const ids = Array.from({ length: 60 }, (_, index) => BigInt(index + 1));
  const given = { pending: [39n, 21n, 3n, 57n, 60n], shipped: [34n, 38n] };
  await playAll(tableReaders, (reader) => loseNoOther({ reader, ids, ...given }));
}, 300_000);

const isSimple = ({ name }: { name: string }) =>
  /^(?:integer|parseInt|first number|last number|digits only|base 16|base 36)$/.test(name);

test.each([true, false])(
  "none is lost where one given order's id shows how ids are read, undecoded %s",
  async (isUndecoded) => {
    // Read in base 16, 39 is another given order, and 34 is an order that was not given.
    const [pending, shipped] = [[39n, 21n, 3n, 57n, 58n], [34n]];
    const ids = Array.from({ length: 60 }, (_, index) => BigInt(index + 1));
    await playAll(idReaders.filter(isSimple).map(byReader), async (reader) => {
      const options = { reader, ids, pending, shipped, isUndecoded, isOpen: false, cancelsShipped: false };
      const { target, effects } = createLooseServer({ ...options, showsCancelled: false });
      await runSuite(target, { settleMs: 0 });
      const lost = effects.flatMap(({ cancelled }) => cancelled.filter((id) => !pending.includes(id)));
      expect(lost, `${reader.name}: ${effects.map(({ path }) => path)}`).toEqual([]);
    });
  },
  120_000,
);

test("one is lost at most to each reader of the table that takes a given order's own id for another's", async () => {
  const ids = Array.from({ length: 300 }, (_, index) => BigInt(index + 1));
  const given = { pending: [268n, 145n, 299n, 77n, 130n], shipped: [257n, 100n] };
  const servers = tableReaders.map((reader) => ({ reader, ids, ...given }));
  const astray = servers.filter((server) => maxAstray(server) > 0);
  expect(astray.length).toBeGreaterThan(5);
  await playAll(astray, loseNoOther);
}, 600_000);

async function loseNoOther(server: ReadServer): Promise<void> {
  const { reader, pending, shipped } = server;
  const options = { ...server, showsCancelled: true, isOpen: false, cancelsShipped: false };
  const { target, effects } = createLooseServer(options);
  await runSuite(target, { settleMs: 0 });
  const astray = effects.filter(({ cancelled }) =>
    cancelled.some((id) => ![...pending, ...shipped].includes(id)),
  );
  expect(astray.length, `${reader.name}: ${astray.map(({ path }) => path)}`).toBeLessThanOrEqual(
    maxAstray(server),
  );
}

test("of orders without a gap between their ids one is lost at most, whichever spelling a reader takes for another's", async () => {
  const ids = Array.from({ length: 60 }, (_, index) => BigInt(index + 1));
  const given = { pending: [10n, 32n], shipped: [29n, 1n] };
  const runs = oddReaders.flatMap((reader) =>
    [true, false].flatMap((showsCancelled) => Array.from({ length: 3 }, () => ({ reader, showsCancelled }))),
  );
  await playAll(runs, async ({ reader, showsCancelled }) => {
    const options = { reader, ids, ...given, showsCancelled, isOpen: false, cancelsShipped: false };
    const { target, effects } = createLooseServer(options);
    await runSuite(target, { settleMs: 0 });
    const astray = effects.filter(({ cancelled }) =>
      cancelled.some((id) => ![...given.pending, ...given.shipped].includes(id)),
    );
    expect(astray.length, `${reader.name}: ${astray.map(({ path }) => path)}`).toBeLessThanOrEqual(1);
  });
}, 300_000);

test("one is lost at most where numbers of more bits are taken for other orders, and smaller ones are not", async () => {
  const ids = Array.from({ length: 60 }, (_, index) => BigInt(index + 1));
  const modulo = oddReaders.find(({ name }) => name === "modulo")!;
  const runs = [9, 31, 33, 43, 53, 63, 64].flatMap((bits) =>
    Array.from({ length: 4 }, () => 2n ** BigInt(bits)),
  );
  await playAll(runs, async (least) => {
    const find: LooseServerOptions["reader"]["find"] = (text, all) =>
      /^\d+$/.test(text) && (BigInt(text) <= 60n || BigInt(text) >= least) ? modulo.find(text, all) : [];
    const reader = { name: `modulo from ${least}`, find, actsOnAny: true };
    await loseNoOther({ reader, ids, pending: [10n, 32n], shipped: [29n, 1n] });
  });
}, 300_000);

const exact = byReader(idReaders.find(({ name }) => name === "integer")!);

test.each<[string, readonly bigint[]]>([
  ["dense", Array.from({ length: 60 }, (_, index) => BigInt(index + 1))],
  ["sparse", Array.from({ length: 60 }, (_, index) => BigInt(index * index * 977 + 1_000_003))],
])(
  "a right server with %s ids is judged whole",
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
