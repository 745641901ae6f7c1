import { cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { generateOrders } from "../../fixtures/generate-orders.ts";
import type { StateStorage } from "../core/order-storage.ts";
import { createMock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callMock } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";
import { steps, worldNames } from "../testing/world-steps.ts";
import { openStateFile } from "./state-file.ts";

vi.setConfig({ testTimeout: 40_000 });

/** A mock on a state file, in process; disposing of it is a stop. */
async function openMock(path: string, options: MockOptions = {}) {
  const stateStorage = await openStateFile(path);
  const mock = createMock({ ...options, stateStorage });
  const orders = (world: string) => mock.control.world(world).orders();
  return { stateStorage, mock, orders, [Symbol.dispose]: () => stateStorage[Symbol.dispose]() };
}

const cancel = (id: bigint, key = "mock-key") => [`DELETE /v1/store/orders/${id}`, { key }] as const;

test("keeps every world unchanged over a stop and over a crash, after any sequence of changes", async () => {
  const folder = createScratchFolder();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(steps, { maxLength: 12, size: "max" }), { maxLength: 4 }),
      async (lives) => {
        run++;
        let path = join(folder, `${run}.db`);
        let expected: Record<string, FixtureOrder[]> | undefined;
        for (const [life, story] of lives.entries()) {
          // The options of a later mock do not replace the orders in the file.
          using opened = await openMock(path, life === 0 ? { orders: 6 } : { orders: 9, seed: 3 });
          const worlds = () => Object.fromEntries(worldNames.map((name) => [name, opened.orders(name)]));
          if (expected) expect(worlds()).toEqual(expected);
          for (const { line, ...more } of story) callMock(opened.mock, line, more);
          expected = worlds();
          if (life % 2 === 0) continue;
          // The files after a kill: the database and its log as they are now.
          const crashed = join(folder, `${run}-${life}.db`);
          for (const end of ["", "-wal"]) if (existsSync(path + end)) cpSync(path + end, crashed + end);
          path = crashed;
        }
      },
    ),
    { seed: proofSeed, numRuns: 40 },
  );
  expect(readdirSync(folder).filter((name) => /-shm$|\.new-/.test(name))).toEqual([]);
});

test("the orders of a new file are not read back", async () => {
  using stateStorage = await openStateFile(join(createScratchFolder(), "shop.db"));
  const orders = vi.fn();
  const open: StateStorage["open"] = (make) => ({ ...stateStorage.open(make), orders });
  const mock = createMock({ orders: 3, stateStorage: { open } });
  expect(orders).not.toHaveBeenCalled();
  expect(mock.control.orders()).toHaveLength(3);
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
  const fixtures = [{ complete: true, status: "shipped", id: 7 }, { id: 2n ** 63n - 1n }] as const;
  let snapshot = "";
  {
    using opened = await openMock(path);
    opened.mock.control.world("anna").reset({ fixtures });
    callMock(opened.mock, ...cancel(2n ** 63n - 1n, "mock-key~anna"));
    snapshot = opened.mock.control.world("anna").snapshot();
  }
  using opened = await openMock(path);
  const anna = opened.mock.control.world("anna");
  const before = anna.orders();
  anna.reset();
  anna.restore(snapshot);
  expect(anna.orders()).toEqual(before);
  expect(anna.orders()).toMatchObject([{ status: "shipped" }, { status: "cancelled" }]);
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

test("a file in use is refused to a second mock; a stop leaves it alone in its folder, with every change", async () => {
  const folder = createScratchFolder();
  const path = join(folder, "shop.db");
  {
    using first = await openMock(path);
    expect(first.stateStorage.isOld).toBe(false);
    expect(callMock(first.mock, ...cancel(1001n)).status).toBe(204);
    await expect(openStateFile(path)).rejects.toThrow("another mock is using it");
    expect(readdirSync(folder)).toEqual(["shop.db", "shop.db-wal"]);
  }
  expect(readdirSync(folder)).toEqual(["shop.db"]);
  using second = await openMock(path);
  expect(second.stateStorage.isOld).toBe(true);
  expect(callMock(second.mock, ...cancel(1001n)).status).toBe(404);
});
