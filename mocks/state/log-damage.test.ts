import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { createScratchFolder } from "../testing/scratch-folder.ts";
import { createStateFiles, expectRefusal, readStateFile, stateParts } from "../testing/state-files.ts";

vi.setConfig({ testTimeout: 60_000 });

describe("a log after a crash", () => {
  async function crashed() {
    const { crashed } = await createStateFiles(createScratchFolder());
    const folder = createScratchFolder();
    const path = join(folder, "shop.db");
    const log = readFileSync(`${crashed}-wal`);
    const restore = (bytes: Buffer | undefined) => {
      for (const end of stateParts) copyFileSync(crashed + end, path + end);
      if (bytes) writeFileSync(`${path}-wal`, bytes);
      else rmSync(`${path}-wal`);
    };
    return { folder, path, log, restore };
  }

  test("that was deleted, emptied, cut or filled with zeros is noticed, and no older orders are served", async () => {
    const { folder, path, log, restore } = await crashed();
    const frame = 24 + 1024;
    const lengths = [0, 20, 32, 32 + frame, log.length - frame, log.length - frame - 7, log.length - 1];
    restore(undefined);
    await expectRefusal(path, folder, /the last changes are missing/);
    for (const length of lengths) {
      restore(log.subarray(0, length));
      await expectRefusal(path, folder, /the last changes are missing/);
      const zeros = Buffer.concat([log.subarray(0, length), Buffer.alloc(log.length - length)]);
      if (zeros.equals(log)) continue;
      restore(zeros);
      await expectRefusal(path, folder, /the last changes are missing|its log \S+ is not what was written/);
    }
    // A person who knows it can go on without them.
    restore(log.subarray(0, log.length - frame));
    rmSync(`${path}-mark`);
    expect(await readStateFile(path)).toBeInstanceOf(Array);
  });

  test("with something after it that a kill left half written serves every order", async () => {
    const { path, log, restore } = await crashed();
    restore(log);
    const whole = await readStateFile(path);
    for (const length of [1, 24, 500, 24 + 1023]) {
      restore(Buffer.concat([log, Buffer.alloc(length, 7)]));
      expect(await readStateFile(path)).toEqual(whole);
    }
  });
});
