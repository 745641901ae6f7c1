import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

/** In MiB, Node's own 40 and the mock's code included. */
const bound = 150;
/** What is in use once each list was read: of the lists a bounded part is kept. */
const heldBound = 80;
/** V8 frees the bytes of the others when it likes: on the same machine 210 to 290 are resident then. */
const listedBound = 350;

test(`10,000 worlds of 1,000 orders stay under ${bound} MiB with one order cancelled in each, and hold under ${heldBound} with each list read`, async () => {
  const folder = await mkdtemp(join(tmpdir(), "many-worlds-"));
  try {
    // As it is shipped: from the sources, Node's own compiler would take 40 MiB on top.
    const input = fileURLToPath(new URL("../testing/many-worlds.ts", import.meta.url));
    const build = await rolldown({ input, platform: "node" });
    await build.write({ file: join(folder, "many-worlds.mjs"), format: "esm" });
    await build.close();
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--expose-gc",
      join(folder, "many-worlds.mjs"),
    ]);
    process.stdout.write(`resident memory in MiB: ${stdout}`);
    const { cancelled, listed, held, worlds } = JSON.parse(stdout);
    expect(worlds).toBe(10_001);
    expect(cancelled).toBeLessThan(bound);
    expect(held).toBeLessThan(heldBound);
    expect(listed).toBeLessThan(listedBound);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);
