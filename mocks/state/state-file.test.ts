import { cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { generateOrders } from "../../fixtures/generate-orders.ts";
import { createMock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callMock } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";
import { openStateFile } from "./state-file.ts";

vi.setConfig({ testTimeout: 40_000 });

/** A state file in process: the next mock has the state of the one before. */

/** A mock on a state file; disposing of it is a stop. */
async function openMock(path: string, options: MockOptions = {}) {
  const stateStorage = await openStateFile(path);
  const mock = createMock({ ...options, stateStorage });
  const orders = (world: string) => mock.control.world(world).orders();
  return { stateStorage, mock, orders, [Symbol.dispose]: () => stateStorage[Symbol.dispose]() };
}

const cancel = (id: bigint, key = "mock-key") => [`DELETE /v1/store/orders/${id}`, { key }] as const;
const kept: FixtureOrder = {
  id: 2n ** 63n - 1n,
  petId: -(2n ** 63n),
  quantity: 9_007_199_254_740_993n,
  status: "pending",
  note: 'a "quoted" word\n\u0000é',
  ratio: 1.5,
  nested: { deep: [1n, null, true] },
};

const worldNames = ["default", "anna", "ben"] as const;
const steps = fc.record({
  world: fc.constantFrom(...worldNames),
  act: fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant("cancel" as const), id: fc.nat(8) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("put" as const), id: fc.nat(12) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), id: fc.nat(8) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("ship" as const), id: fc.nat(8) }) },
    { weight: 1, arbitrary: fc.constant({ do: "reset" as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("start" as const), count: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("start-all" as const), count: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.constant({ do: "drop" as const }) },
  ),
});

test("keeps every world unchanged over a stop and over a crash, after any sequence of changes", async () => {
  const folder = createScratchFolder();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(steps, { maxLength: 12 }), { maxLength: 4 }), async (lives) => {
      run++;
      let path = join(folder, `${run}.db`);
      let expected: Record<string, FixtureOrder[]> | undefined;
      for (const [life, story] of lives.entries()) {
        // The options of a later mock do not replace the orders in the file.
        using opened = await openMock(path, life === 0 ? { orders: 6 } : { orders: 9, seed: 3 });
        const { control } = opened.mock;
        const worlds = () => Object.fromEntries(worldNames.map((name) => [name, opened.orders(name)]));
        if (expected) expect(worlds()).toEqual(expected);
        for (const { world, act } of story) {
          const own = control.world(world);
          const id = "id" in act ? 1000n + BigInt(act.id) : 0n;
          if (act.do === "cancel") callMock(opened.mock, ...cancel(id, `mock-key~${world}`));
          if (act.do === "put") own.put({ ...kept, id });
          if (act.do === "remove")
            own.providerState({ state: "no order has the id", params: { id: String(id) } });
          const isPending = own.orders().some((order) => order.id === id && order.status === "pending");
          if (act.do === "ship" && isPending) own.ship(id);
          if (act.do === "reset") own.reset();
          if (act.do === "start") own.reset({ orders: act.count, fixtures: undefined });
          if (act.do === "start-all") control.resetAll({ orders: act.count, fixtures: undefined });
          if (act.do === "drop" && world !== "default" && own.worlds().some(({ name }) => name === world))
            control.dropWorld(world);
        }
        expected = worlds();
        if (life % 2 === 0) continue;
        // The files after a kill: the database and its log as they are now.
        const crashed = join(folder, `${run}-${life}.db`);
        for (const end of ["", "-wal"]) if (existsSync(path + end)) cpSync(path + end, crashed + end);
        path = crashed;
      }
    }),
    { seed: proofSeed, numRuns: 40 },
  );
  expect(readdirSync(folder).filter((name) => /-shm$|\.new-/.test(name))).toEqual([]);
});

test("a stop leaves one file, and no other beside it", async () => {
  const folder = createScratchFolder();
  {
    using opened = await openMock(join(folder, "shop.db"));
    callMock(opened.mock, ...cancel(1001n));
    expect(readdirSync(folder)).toEqual(["shop.db", "shop.db-wal"]);
  }
  expect(readdirSync(folder)).toEqual(["shop.db"]);
});

test.each<[string, (path: string) => void]>([
  ["removed", (path) => rmSync(path)],
  ["moved away", (path) => renameSync(path, `${path}.old`)],
  [
    "replaced",
    (path) => {
      writeFileSync(`${path}.new`, "other");
      renameSync(`${path}.new`, path);
    },
  ],
])(
  "a change is refused where the file was %s while the mock runs, and lists are still answered",
  async (_name, change) => {
    const path = join(createScratchFolder(), "shop.db");
    using opened = await openMock(path);
    expect(callMock(opened.mock, ...cancel(1001n)).status).toBe(204);
    change(path);
    const refused = callMock(opened.mock, ...cancel(1003n));
    expect([refused.status, refused.text]).toEqual([
      503,
      expect.stringContaining("the file was removed or replaced"),
    ]);
    expect(() => opened.mock.control.reset()).toThrow("the file was removed or replaced");
    expect(callMock(opened.mock, "GET /v1/store/orders").status).toBe(200);
  },
);

test("a snapshot from before a restart is restored after it, also after a reset of the world", async () => {
  const path = join(createScratchFolder(), "shop.db");
  const fixtures = [{ complete: true, status: "shipped", id: 7n }, kept] as const;
  let snapshot = "";
  let before: FixtureOrder[] = [];
  {
    using opened = await openMock(path);
    opened.mock.control.world("anna").reset({ fixtures });
    callMock(opened.mock, ...cancel(kept.id, "mock-key~anna"));
    snapshot = opened.mock.control.world("anna").snapshot();
    before = opened.orders("anna");
  }
  using opened = await openMock(path);
  const anna = opened.mock.control.world("anna");
  anna.reset();
  anna.restore(snapshot);
  expect(anna.orders()).toEqual(before);
  expect(anna.snapshot()).toBe(snapshot);
});

test("a file that replaces one deleted after a crash has none of its data", async () => {
  const folder = createScratchFolder();
  const path = join(folder, "shop.db");
  {
    using opened = await openMock(join(folder, "old.db"), { orders: 40 });
    for (let id = 1001n; id < 1040n; id++) callMock(opened.mock, ...cancel(id));
    // The log alone: its database is gone.
    cpSync(join(folder, "old.db-wal"), `${path}-wal`);
  }
  for (const _life of ["first", "second"]) {
    using opened = await openMock(path, { orders: 5, seed: 9 });
    expect(opened.orders("default")).toEqual(generateOrders(9, 5));
  }
});

test("a second mock cannot use a file that is in use, and can after a stop", async () => {
  const path = join(createScratchFolder(), "shop.db");
  {
    using first = await openMock(path);
    expect(first.stateStorage.isOld).toBe(false);
    expect(callMock(first.mock, ...cancel(1001n)).status).toBe(204);
    await expect(openStateFile(path)).rejects.toThrow("another mock is using it");
  }
  using second = await openMock(path);
  expect(second.stateStorage.isOld).toBe(true);
  expect(callMock(second.mock, ...cancel(1001n)).status).toBe(404);
  expect(callMock(second.mock, ...cancel(1003n)).status).toBe(204);
});
