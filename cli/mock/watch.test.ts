import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { fileIn } from "../testing/scratch-files.ts";
import { startMock } from "../testing/start-mock.ts";

/** `store-orders mock --watch`: the fixtures file, and what is served, after each change of it. */

async function startWatching(file: string, ...args: string[]) {
  const { list, ...started } = await startMock(["--watch", "--fixtures", file, ...args]);
  const ids = async (key?: string) => JSON.parse(await list(key)).map(({ id }: { id: number }) => id);
  return { ...started, ids };
}

const ordersText = (...ids: number[]) => JSON.stringify(ids.map((id) => ({ id })));

test("a change resets every world and prints a line; a malformed file changes nothing", async () => {
  const file = fileIn("orders.json", ordersText(1, 2));
  const { mock, banner, cancel, ids } = await startWatching(file);
  expect(banner).toContain(`Orders    2, from ${file}, watched\n`);
  expect(await cancel(1)).toBe(204);
  expect(await cancel(2, "mock-key~anna")).toBe(204);

  writeFileSync(file, ordersText(2, 3, 4));
  await mock.printed(/\n\d\d:\d\d:\d\d \S+orders\.json reloaded: 3 orders\n/);
  expect(await ids()).toEqual([2, 3, 4]);
  expect(await ids("mock-key~anna")).toEqual([2, 3, 4]);
  expect(await cancel(3)).toBe(204);

  writeFileSync(file, '[{"id":5},{"id":"six"}]');
  await mock.printed(/\n\d\d:\d\d:\d\d Cannot read fixtures .*\[1\]\.id must be .*stay as they were\.\n/);
  expect(await ids()).toEqual([2, 4]);

  rmSync(file);
  await mock.printed(
    /Cannot read fixtures .*: there is no such file\. Check the path\. The orders stay as they were\.\n/,
  );
  expect(await ids()).toEqual([2, 4]);

  writeFileSync(file, ordersText(7));
  await mock.printed(/reloaded: 1 orders?\n/);
  expect(await ids()).toEqual([7]);
});

test("a file that an editor replaces is noticed, once for each change", async () => {
  const folder = createScratchFolder();
  const file = join(folder, "orders.json");
  writeFileSync(file, ordersText(1));
  const { mock, ids } = await startWatching(file, "--log=json");
  for (const count of [2, 3]) {
    const next = join(folder, ".orders.json.swp");
    writeFileSync(next, ordersText(...Array.from({ length: count }, (_, index) => index)));
    // The same bytes written again are no change.
    renameSync(next, file);
    await mock.printed(
      new RegExp(`"event":"reloaded","time":"[^"]+","fixtures":"[^"]+","orders":${count}}\n`),
    );
    expect(await ids()).toHaveLength(count);
  }
  expect(mock.output().stdout.match(/"reloaded"/g)).toHaveLength(2);
  writeFileSync(file, "[");
  await mock.printed(
    /"event":"reload-failed","time":"[^"]+","fixtures":"[^"]+","message":"Cannot read fixtures/,
  );
});

test("behind a link, both the link and its file are watched", async () => {
  const folder = createScratchFolder();
  mkdirSync(join(folder, "real"));
  const real = join(folder, "real", "orders-1.json");
  writeFileSync(real, ordersText(1));
  const link = join(folder, "orders.json");
  symlinkSync(real, link);
  const { mock } = await startWatching(link);
  writeFileSync(real, ordersText(1, 2));
  await mock.printed(/reloaded: 2 orders\n/);
  writeFileSync(join(folder, "real", "orders-2.json"), ordersText(1, 2, 3));
  symlinkSync(join(folder, "real", "orders-2.json"), join(folder, "next"));
  renameSync(join(folder, "next"), link);
  await mock.printed(/reloaded: 3 orders\n/);
});
