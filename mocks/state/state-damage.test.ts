import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test, vi } from "vitest";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { createDraw } from "../testing/create-draw.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";
import { openStateFile } from "./state-file.ts";

vi.setConfig({ testTimeout: 60_000 });

/** State files that cannot be used: one line, and every byte in the folder as it was. */

/** Everything in a folder, byte for byte. */
const bytesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(folder, name), "hex")]),
  );

/** A file with changes in two worlds, as a stop leaves it; `crashed` has its log beside it still. */
async function createFiles(folder: string) {
  const paths = { stopped: join(folder, "stopped.db"), crashed: join(folder, "crashed.db") };
  using keeper = await openStateFile(paths.stopped);
  const mock = createMock({ keeper, orders: 60 });
  for (let id = 1001; id < 1040; id++) {
    callMock(mock, `DELETE /v1/store/orders/${id}`);
    callMock(mock, `DELETE /v1/store/orders/${id + 5}`, { key: "mock-key~anna" });
  }
  mock.control.world("ben").reset({ fixtures: "magic" });
  for (const end of ["", "-wal"]) copyFileSync(paths.stopped + end, paths.crashed + end);
  return paths;
}

/** What a file's worlds hold, or why it was refused. */
async function readFileState(path: string): Promise<unknown> {
  try {
    using keeper = await openStateFile(path);
    const { control } = createMock({ keeper });
    return control.worlds().map(({ name }) => [name, control.world(name).orders()]);
  } catch (error) {
    return error;
  }
}

async function expectRefusal(path: string, folder: string, fact: string | RegExp): Promise<void> {
  const before = bytesIn(folder);
  const error = (await readFileState(path)) as Error;
  expect(error).toMatchObject({ name: "BadInput", message: expect.stringMatching(fact) });
  expect(error.message).toMatch(/^Cannot use state file [^\n]+\.$/);
  expect(bytesIn(folder)).toEqual(before);
}

describe("a file is refused, and left as it was,", () => {
  const foreign: Record<string, (path: string) => void> = {
    "a text": (path) => writeFileSync(path, '[{"id":1}]\n'),
    "a picture of bytes": (path) => writeFileSync(path, Buffer.alloc(9000, 7)),
    "another SQLite database": (path) => {
      const other = new DatabaseSync(path);
      other.exec("CREATE TABLE song (name TEXT); INSERT INTO song VALUES ('a')");
      other.close();
    },
    "another SQLite database with a log": (path) => {
      const other = new DatabaseSync(`${path}-live`);
      other.exec("PRAGMA journal_mode = WAL; CREATE TABLE song (name TEXT)");
      for (const end of ["", "-wal"]) copyFileSync(`${path}-live${end}`, path + end);
      other.close();
    },
  };
  test.each(Object.keys(foreign))("%s: it is no state file of this kit", async (name) => {
    const folder = createScratchFolder();
    const path = join(folder, "shop.db");
    foreign[name]!(path);
    await expectRefusal(path, folder, "it is no state file of this kit. Name another file with --state.");
  });

  test("one of a newer kit", async () => {
    const folder = createScratchFolder();
    const { stopped } = await createFiles(folder);
    const bytes = readFileSync(stopped);
    bytes.writeUInt32BE(2, 60);
    writeFileSync(stopped, bytes);
    await expectRefusal(stopped, folder, "it has format 2, this kit knows 1. Use the newer kit.");
  });

  test("one that was cut short, wherever", async () => {
    const folder = createScratchFolder();
    const { stopped } = await createFiles(createScratchFolder());
    const path = join(folder, "shop.db");
    const whole = readFileSync(stopped);
    for (const length of [0, 15, 99, 1024, 1500, whole.length - 1024, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length));
      await expectRefusal(path, folder, /it is (?:empty|damaged|no state file)/);
    }
  });

  test("one that was cut short after a crash, unless its log makes good for it", async () => {
    const folder = createScratchFolder();
    const { crashed } = await createFiles(createScratchFolder());
    const path = join(folder, "shop.db");
    const restore = (length?: number) => {
      writeFileSync(path, readFileSync(crashed).subarray(0, length));
      copyFileSync(`${crashed}-wal`, `${path}-wal`);
    };
    restore();
    const whole = await readFileState(path);
    for (let length = 0; length < readFileSync(crashed).length; length += 500) {
      restore(length);
      const before = bytesIn(folder);
      const state = await readFileState(path);
      if (!(state instanceof Error)) expect(state).toEqual(whole);
      else expect({ name: state.name, bytes: bytesIn(folder) }).toEqual({ name: "BadInput", bytes: before });
    }
  });
});

test("a folder that is missing, a directory, a file where a folder should be: each has its line", async () => {
  const folder = createScratchFolder();
  writeFileSync(join(folder, "file"), "");
  mkdirSync(join(folder, "directory"));
  for (const [name, fact] of [
    ["nowhere/shop.db", "there is no folder"],
    ["directory", "it is a directory"],
    ["file/shop.db", "is no folder"],
  ] as const) {
    await expectRefusal(join(folder, name), folder, fact);
  }
  expect(await readFileState("/dev/null")).toMatchObject({
    message: expect.stringContaining("it is no ordinary file"),
  });
});

test("a link to a file is followed, and the lock is the file's", async () => {
  const folder = createScratchFolder();
  const { stopped } = await createFiles(folder);
  const link = join(folder, "link.db");
  symlinkSync(stopped, link);
  using _keeper = await openStateFile(link);
  expect(await readFileState(stopped)).toMatchObject({
    message: expect.stringContaining("another mock is using it"),
  });
});

const firstSeed = Math.floor(Math.random() * 2 ** 31);

describe("with bytes flipped anywhere, a file is refused or serves the very orders it kept:", () => {
  test.each([
    ["after a stop", "stopped", firstSeed],
    ["after a crash", "crashed", firstSeed + 1],
  ] as const)("%s (%s), seed %i", async (_name, which, seed) => {
    const folder = createScratchFolder();
    const path = (await createFiles(createScratchFolder()))[which];
    const target = join(folder, "shop.db");
    const restore = () => {
      for (const end of ["", "-wal"]) if (existsSync(path + end)) copyFileSync(path + end, target + end);
    };
    restore();
    const whole = await readFileState(target);
    expect(whole).toHaveLength(3);

    const draw = createDraw(seed);
    let refused = 0;
    for (let turn = 0; turn < 250; turn++) {
      restore();
      const bytes = readFileSync(target);
      // A third of them in the header, where most has a meaning.
      const flips = 1 + draw(3);
      for (let flip = 0; flip < flips; flip++) bytes[draw(turn % 3 ? bytes.length : 100)]! ^= 1 << draw(8);
      writeFileSync(target, bytes);
      const before = bytesIn(folder);
      const state = await readFileState(target);
      if (state instanceof Error) {
        refused++;
        expect(state.name).toBe("BadInput");
        expect(state.message).toMatch(/it is (?:damaged|no state file|of a newer)|it has format/);
        expect(bytesIn(folder)).toEqual(before);
      } else {
        expect({ turn, state }).toEqual({ turn, state: whole });
      }
    }
    expect(refused).toBeGreaterThan(20);
  });
});
