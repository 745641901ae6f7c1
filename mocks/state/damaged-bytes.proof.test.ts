import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { createDraw, manyCases, proofSeed } from "../testing/create-draw.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";
import { bytesIn, createStateFiles, readStateFile, stateParts } from "../testing/state-files.ts";

vi.setConfig({ testTimeout: 120_000 });

const turns = manyCases(120);

describe("a file that was cut off, or whose bytes have changed, is refused in one line and unchanged, or is served:", () => {
  test.each([
    ["after a stop", "stopped", proofSeed],
    ["after a crash, where its log may complete it", "crashed", proofSeed + 1],
  ] as const)("%s (%s), seed %i", async (_name, which, seed) => {
    const folder = createScratchFolder();
    const path = (await createStateFiles(createScratchFolder()))[which];
    const target = join(folder, "shop.db");
    const restore = () => {
      for (const end of stateParts) if (existsSync(path + end)) copyFileSync(path + end, target + end);
    };
    restore();
    const whole = await readStateFile(target);
    expect(whole).toHaveLength(3);

    const draw = createDraw(seed);
    let refused = 0;
    for (let turn = 0; turn < turns; turn++) {
      restore();
      const bytes = readFileSync(target);
      const isCut = turn % 4 === 0;
      // Half of the flips are in the header, where most bytes have a meaning.
      const flips = isCut ? 0 : 1 + draw(3);
      for (let flip = 0; flip < flips; flip++) bytes[draw(turn % 2 ? bytes.length : 100)]! ^= 1 << draw(8);
      writeFileSync(target, isCut ? bytes.subarray(0, draw(bytes.length)) : bytes);
      const before = bytesIn(folder);
      const state = await readStateFile(target);
      if (state instanceof Error) {
        refused++;
        expect(state.name).toBe("BadInput");
        expect(state.message).toMatch(/it is (?:empty|damaged|not a state file)|it has format/);
        expect(bytesIn(folder)).toEqual(before);
      } else {
        expect({ turn, state }).toEqual({ turn, state: isCut ? whole : expect.any(Array) });
      }
    }
    expect(refused).toBeGreaterThan(turns / 15);
  });
});
