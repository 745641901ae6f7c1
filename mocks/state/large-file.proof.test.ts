import { join } from "node:path";
import { expect, test } from "vitest";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";
import { openStateFile } from "./state-file.ts";

/** Milliseconds of a cancel in each of many new worlds, and of opening the file again. */
async function timeOf(orders: number): Promise<number> {
  const path = join(createScratchFolder(), "shop.db");
  const open = async () => {
    const stateStorage = await openStateFile(path);
    return { mock: createMock({ orders, stateStorage }), [Symbol.dispose]: stateStorage[Symbol.dispose] };
  };
  let from = 0;
  {
    using opened = await open();
    from = performance.now();
    for (let world = 0; world < 300; world++)
      callMock(opened.mock, "DELETE /v1/store/orders/1001", { key: `mock-key~w${world}` });
  }
  using again = await open();
  expect(again.mock.control.worlds()).toHaveLength(301);
  return performance.now() - from;
}

test("a file is opened again although each of its worlds counts the start that they shared", async () => {
  const path = join(createScratchFolder(), "shop.db");
  const worlds = Array.from({ length: 10 }, (_, place) => `w${place}`);
  {
    using stateStorage = await openStateFile(path);
    const mock = createMock({ stateStorage });
    for (const world of worlds) callMock(mock, "GET /v1/store/orders", { key: `mock-key~${world}` });
    mock.control.resetAll({ orders: 100_000 });
    expect(callMock(mock, "DELETE /v1/store/orders/1001", { key: "mock-key~w8" }).status).toBe(204);
  }
  using again = await openStateFile(path);
  const { control } = createMock({ stateStorage: again });
  expect(control.world("w8").order(1001n)).toMatchObject({ status: "cancelled" });
}, 120_000);

test("a world on a state file costs about the same, however many orders it starts with", async () => {
  // The orders are read twice when the file is opened again: to check them, and to start.
  expect(await timeOf(20_000)).toBeLessThan(3000 + 3 * (await timeOf(10)));
}, 60_000);
