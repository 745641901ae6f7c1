import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { mostJournalBytes } from "../journal/journal.ts";
import { mostWorldBytes } from "./world-memory.ts";

/** In MiB: what journals and worlds may hold, as much again for the collector, and Node with the sources. */
const bound = (2 * (mostJournalBytes + mostWorldBytes)) / 2 ** 20 + 150;

/** In MiB: what is in use at the end. */
const heldBound = (mostJournalBytes + mostWorldBytes) / 2 ** 20;

test(`100,000 worlds with a fat request each stay under ${bound} MiB, of which ${heldBound} are held`, async () => {
  const program = fileURLToPath(new URL("../testing/fat-worlds.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", program]);
  process.stdout.write(`resident memory in MiB: ${stdout}`);
  const { end, held, statuses, worlds } = JSON.parse(stdout);
  expect(end).toBeLessThan(bound);
  expect(held).toBeLessThan(heldBound);
  expect(worlds).toBeGreaterThan(50_000);
  // There is no room for some: they are told so.
  expect(Object.keys(statuses).filter((status) => status !== "204" && status !== "503")).toEqual([]);
}, 120_000);
