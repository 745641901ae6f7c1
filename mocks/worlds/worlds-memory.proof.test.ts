import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { maxWorldBytes } from "../core/order-storage.ts";
import { maxJournalBytes } from "../journal/journal.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";

/** Memory of a process with many worlds, in MiB, Node's own 40 and the mock's code included. */

const kept = (maxJournalBytes + maxWorldBytes) / 2 ** 20;

async function fillWorlds(...what: readonly string[]) {
  const file = join(createScratchFolder(), "fill-worlds.mjs");
  // From the built package: with the sources, Node's own compiler would take 40 MiB on top.
  const input = fileURLToPath(new URL("../testing/fill-worlds.ts", import.meta.url));
  await using build = await rolldown({ input, platform: "node" });
  await build.write({ file, format: "esm" });
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", file, ...what]);
  process.stdout.write(`resident memory in MiB: ${stdout}`);
  return JSON.parse(stdout);
}

test("10,000 worlds of 1,000 orders take less than 150 MiB with a cancel in each, and less than 80 when all are listed", async () => {
  const { cancelled, listed, held, worlds, statuses } = await fillWorlds("many");
  expect({ worlds, statuses }).toEqual({ worlds: 10_001, statuses: { 200: 10_000, 204: 10_000 } });
  expect(cancelled).toBeLessThan(150);
  expect(held).toBeLessThan(80);
  // V8 frees the bytes of dropped lists late: 210 to 290 MiB are resident until then.
  expect(listed).toBeLessThan(350);
}, 60_000);

test(`100,000 worlds with a large request each take less than ${kept} MiB, and less than twice that before garbage collection`, async () => {
  const { end, held, worlds, statuses } = await fillWorlds("fat", "100000");
  expect(end).toBeLessThan(2 * kept + 150);
  expect(held).toBeLessThan(kept);
  expect(worlds).toBeGreaterThan(50_000);
  // Some exceed the limit, and are refused.
  expect(Object.keys(statuses).filter((status) => status !== "204" && status !== "503")).toEqual([]);
}, 120_000);
