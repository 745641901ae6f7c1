import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test, vi } from "vitest";
import { createScratchFolder } from "../testing/scratch-folder.ts";
import { createStateFiles, expectRefusal, readStateFile } from "../testing/state-files.ts";
import { openStateFile } from "./state-file.ts";

vi.setConfig({ testTimeout: 60_000 });

/** State files that cannot be used: one line, and every byte in the folder as it was. */

describe("a file is refused, and stays unchanged,", () => {
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
  test.each(Object.keys(foreign))("%s: it is not a state file of this kit", async (name) => {
    const folder = createScratchFolder();
    const path = join(folder, "shop.db");
    foreign[name]!(path);
    await expectRefusal(path, folder, "it is not a state file of this kit. Name another file with --state.");
  });

  test.each([4, 6])("of a kit that writes format %i", async (version) => {
    const folder = createScratchFolder();
    const { stopped } = await createStateFiles(folder);
    const bytes = readFileSync(stopped);
    bytes.writeUInt32BE(version, 60);
    writeFileSync(stopped, bytes);
    await expectRefusal(
      stopped,
      folder,
      `it has format ${version}, this kit has 5. Use the kit that wrote it`,
    );
  });

  test("of a newer kit whose version is only in its write-ahead log", async () => {
    const folder = createScratchFolder();
    const { stopped } = await createStateFiles(createScratchFolder());
    const path = join(folder, "shop.db");
    copyFileSync(stopped, `${stopped}-live`);
    const newer = new DatabaseSync(`${stopped}-live`);
    newer.exec("PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 6");
    for (const end of ["", "-wal"]) copyFileSync(`${stopped}-live${end}`, path + end);
    newer.close();
    await expectRefusal(path, folder, "it has format 6, this kit has 5.");
  });
});

test.each([
  ["a name that SQLite reserves", ":memory:", "Use --state memory"],
  ["a name that is too long", "x".repeat(250), "its name is too long"],
  ["a path that is too long", "x/".repeat(3000), "its name is too long"],
  ["a broken link", "link.db", "a link to a file that is not there"],
  ["a missing folder", "nowhere/shop.db", "there is no folder"],
  ["a directory", "directory", "it is a directory"],
  ["a file in place of a folder", "file/shop.db", "is not a folder"],
  ["a device", "/dev/null", "it is not an ordinary file"],
])("%s has a message", async (_what, name, fact) => {
  const folder = createScratchFolder();
  symlinkSync(join(folder, "nothing.db"), join(folder, "link.db"));
  writeFileSync(join(folder, "file"), "");
  mkdirSync(join(folder, "directory"));
  await expectRefusal(/^[:/]/.test(name) ? name : join(folder, name), folder, fact);
});

test("a link to a file is followed, and the file itself is locked", async () => {
  const folder = createScratchFolder();
  const { stopped } = await createStateFiles(folder);
  const link = join(folder, "link.db");
  symlinkSync(stopped, link);
  using _storage = await openStateFile(link);
  expect(await readStateFile(stopped)).toMatchObject({
    message: expect.stringContaining("another mock is using it"),
  });
});
